"""Whether commands are offered where the bot is not."""

from bot.live_check.guide import Guide
from bot.live_check.report import Section

WAYS = {"0": "in servers", "1": "for oneself"}
"""The two ways to install an application, by Discord's keys."""


async def look_at_installs(guide: Guide, found: Section) -> None:
    application = (await guide.rest.ask("GET", "/applications/@me")).body
    ways = application.get("integration_types_config")
    known = ", ".join(words for key, words in WAYS.items() if key in (ways or ()))
    found.measured("Ways to install it", known or "not said")
    commands = (await guide.rest.ask("GET", f"/applications/{guide.application}/commands")).body
    found.measured("Commands", len(commands))
    loose = [each["name"] for each in commands if each.get("integration_types") != [0]]
    found.measured("Commands that are not for servers alone", ", ".join(loose) or "none")
    question = (
        "Type `/duel` in the direct messages with a friend, and in a server without this bot. "
        "Is this bot's command offered in one of them?"
    )
    found.seen(question, await guide.ask(f"**1.** {question}", "Yes", "No"))
