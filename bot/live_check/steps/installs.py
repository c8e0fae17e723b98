"""Whether commands are offered where the bot is not."""

from bot.live_check.guide import Guide
from bot.live_check.report import Section


async def look_at_installs(guide: Guide, found: Section) -> None:
    application = (await guide.rest.ask("GET", "/applications/@me")).body
    ways = application.get("integration_types_config")
    found.measured("Ways to install it (0: in servers, 1: for oneself)", sorted(ways) if ways else "not said")
    commands = (await guide.rest.ask("GET", f"/applications/{guide.application}/commands")).body
    found.measured("Commands", len(commands))
    loose = [each["name"] for each in commands if each.get("integration_types") != [0]]
    found.measured("Commands that are not for servers alone", ", ".join(loose) or "none")
    question = (
        "Open the direct messages with a friend, and a server where this bot is not, and type `/duel`. "
        "Is the command of this bot offered in one of them?"
    )
    found.seen(question, await guide.ask(f"**1.** {question}", "Yes", "No"))
