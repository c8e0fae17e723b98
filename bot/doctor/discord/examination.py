"""Everything that `gauntlet doctor` asks Discord, in order."""

from bot.doctor.discord.application import (
    APPLICATION,
    of_application,
    of_installation,
    of_intents,
    of_invitation,
    of_permissions,
    of_sessions,
)
from bot.doctor.discord.asking import Discord, NotAllowed, NotAnswered
from bot.doctor.discord.commands import of_commands
from bot.doctor.discord.emoji import of_emoji
from bot.doctor.finding import Finding, bad, look

NO_TOKEN = (
    "Discord was not asked, because there is no token. Make an application at "  # noqa: S105 - a sentence
    "https://discord.com/developers/applications and put its token into .env: docs/portal.md shows each step."
)


async def of_discord(token: str | None, api: str | None = None) -> list[Finding]:
    """Changes nothing: it is asked, and nothing is sent."""
    if not token:
        return [look(APPLICATION, NO_TOKEN)]
    discord = Discord(token, api)
    try:
        return _asked(discord)
    except NotAllowed:
        return [bad(APPLICATION, "Discord refuses the token. Make a new one in the portal, under Bot.")]
    except NotAnswered as problem:
        return [look(APPLICATION, str(problem))]
    except (KeyError, TypeError, ValueError):
        return [look(APPLICATION, "What answers is not Discord. Check DISCORD_API, or leave it empty.")]


def _asked(discord: Discord) -> list[Finding]:
    application = discord.ask("/applications/@me")
    commands = discord.ask(f"/applications/{application['id']}/commands?with_localizations=true")
    return [
        of_application(application),
        of_installation(application),
        of_intents(application),
        of_permissions(discord.ask("/users/@me/guilds")),
        of_commands(commands),
        of_emoji(lambda: discord.ask(f"/applications/{application['id']}/emojis")),
        of_sessions(discord.ask("/gateway/bot")),
        of_invitation(application),
    ]
