"""Asks Discord whether the application is set up as the bot needs it. Every request is a GET."""

import json
import queue
from collections.abc import Callable, Mapping, Sequence
from http.client import HTTPException
from typing import Any, TypeAlias
from urllib.error import HTTPError
from urllib.request import Request

from discord import Permissions

from bot.cogs import own_commands
from bot.doctor.finding import Finding, bad, ok, warn
from bot.doctor.machine import AGENT, DIRECTLY, DISCORD, PATIENCE, within
from bot.ui.deck.deck import PICTURES, emoji_title
from bot.ui.permissions import FOR_THREADS, NEEDED, invitation
from bot.ui.wire.publish import differing

NO_TOKEN = (
    "Discord was not asked, because there is no token. Make an application at "  # noqa: S105 - a sentence
    "https://discord.com/developers/applications and put its token into .env: docs/portal.md shows each step."
)
UNAUTHORIZED, TOO_MANY = 401, 429
SILENT = "Discord did not answer. Check the network, and try again."
SHUT_OUT = "Discord takes no more requests from this address. Leave the bot alone, and try again in an hour."
Answer: TypeAlias = Mapping[str, Any]
APPLICATION, INSTALLATION, INTENTS = "application", "installation", "intents"
PERMISSIONS, SESSIONS, INVITATION = "permissions", "sessions", "invitation"
COMMANDS, EMOJI = "commands", "emoji"
IN_SERVERS, FOR_ONESELF = "0", "1"
"""Discord's keys for the two ways to install an application."""
PRIVILEGED = {
    "Presence": 1 << 12 | 1 << 13,
    "Server Members": 1 << 14 | 1 << 15,
    "Message Content": 1 << 18 | 1 << 19,
}
"""The bits of an application's flags that grant an intent, to a small application or to a verified one."""
FEW = 50
"""Starts that are worth a look when no more are left for the day."""
GROWN = 75
"""Servers from which on an application should ask to be verified: at a hundred it can join no more."""
VERIFIED = 1 << 16
"""The bit of a user's public flags that a verified bot has."""
NAMED_SERVERS, NAMED_COMMANDS = 3, 5
MEANWHILE = (
    "Until all are there it shows plain signs. It uploads them by itself while it runs: see docs/portal.md."
)


class NotAnswered(Exception):  # noqa: N818 - named after what happened
    """Discord could not be asked, or did not answer in its own way; the message says what to do."""


class NotAllowed(Exception):  # noqa: N818 - named after what happened
    """Discord knows no such token."""


class Discord:
    def __init__(self, token: str, api: str | None = None) -> None:
        """`api` is another address for Discord's API."""
        self._token = token
        self._api = api or DISCORD

    def get(self, path: str) -> Any:
        """Returns what stands at this path, such as `/gateway/bot`."""
        try:
            return within(PATIENCE, lambda: self._read(path))
        except HTTPError as refusal:
            with refusal:
                raise _problem(refusal.code) from None
        except (OSError, HTTPException, ValueError, queue.Empty):
            raise NotAnswered(SILENT) from None

    def _read(self, path: str) -> Any:
        headers = {"User-Agent": AGENT, "Authorization": f"Bot {self._token}"}
        request = Request(f"{self._api}{path}", headers=headers)  # noqa: S310 - the settings allow http and https only
        with DIRECTLY.open(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read())


def _problem(status: int) -> Exception:
    if status == UNAUTHORIZED:
        return NotAllowed()
    said = f"Discord refuses to answer (status {status}). Try again later."
    return NotAnswered(SHUT_OUT if status == TOO_MANY else said)


async def of_discord(token: str | None, api: str | None = None) -> list[Finding]:
    """Asks Discord about the application, and changes nothing."""
    if not token:
        return [warn(APPLICATION, NO_TOKEN)]
    discord = Discord(token, api)
    try:
        return _asked(discord, await own_commands())
    except NotAllowed:
        return [bad(APPLICATION, "Discord refuses the token. Make a new one in the portal, under Bot.")]
    except NotAnswered as problem:
        return [warn(APPLICATION, str(problem))]
    except (KeyError, TypeError, ValueError):
        return [warn(APPLICATION, "What answers is not Discord. Check DISCORD_API, or leave it empty.")]


def _asked(discord: Discord, ours: Sequence[Answer]) -> list[Finding]:
    application = discord.get("/applications/@me")
    commands = discord.get(f"/applications/{application['id']}/commands?with_localizations=true")
    return [
        of_application(application),
        of_installation(application),
        of_intents(application),
        of_permissions(discord.get("/users/@me/guilds")),
        of_commands(commands, ours),
        of_emoji(lambda: discord.get(f"/applications/{application['id']}/emojis")),
        of_sessions(discord.get("/gateway/bot")),
        of_invitation(application),
    ]


def of_application(application: Answer) -> Finding:
    said = f"The token belongs to {application['name']}"
    servers = application.get("approximate_guild_count")
    if not isinstance(servers, int):
        return ok(APPLICATION, f"{said}.")
    where = "1 server" if servers == 1 else f"{servers:,} servers"
    if servers >= GROWN and not (application.get("bot") or {}).get("public_flags", 0) & VERIFIED:
        more = "Unless it is verified, Discord lets it join no more than a hundred: see docs/portal.md."
        return warn(APPLICATION, f"{said}, which is in {where}. {more}")
    return ok(APPLICATION, f"{said}, which is in {where}.")


def of_installation(application: Answer) -> Finding:
    """Judges the ways to install it. An application that says nothing of them can be installed both ways."""
    ways = {*(application.get("integration_types_config") or {IN_SERVERS: {}, FOR_ONESELF: {}})}
    if IN_SERVERS not in ways:
        return bad(
            INSTALLATION,
            "No server can add it. Tick Guild Install in the portal, under Installation.",
        )
    if application.get("bot_require_code_grant"):
        return bad(
            INSTALLATION,
            "The invitation does not work: switch off Requires OAuth2 Code Grant in the portal, under Bot.",
        )
    if not application.get("bot_public", True):
        return warn(INSTALLATION, "Only its owner can add it: Public Bot is off in the portal, under Bot.")
    if FOR_ONESELF in ways:
        return warn(
            INSTALLATION,
            "People can install it for themselves, where it can't play. "
            "In the portal, under Installation, untick User Install.",
        )
    return ok(INSTALLATION, "It is installed in servers, as it should be.")


def of_intents(application: Answer) -> Finding:
    flags = application.get("flags") or 0
    granted = [name for name, bits in PRIVILEGED.items() if flags & bits]
    if not granted:
        return ok(INTENTS, "It asks for no privileged intent, and needs none.")
    which = " and ".join(granted)
    return warn(INTENTS, f"It may use {which} and needs none of it. Switch it off in the portal, under Bot.")


def of_permissions(guilds: Sequence[Answer]) -> Finding:
    """Judges what the bot may do in each server as a whole; channels may allow less."""
    lacking = {guild["name"]: _missing(guild) for guild in guilds if _missing(guild)}
    if not guilds:
        return warn(PERMISSIONS, "It is in no server yet. Open the invitation below.")
    if not lacking:
        return ok(PERMISSIONS, "Its roles let it do all that it needs; single channels may differ.")
    named = ", ".join(
        f"{name} ({', '.join(missing)})" for name, missing in [*lacking.items()][:NAMED_SERVERS]
    )
    more = f", and in {len(lacking) - NAMED_SERVERS} more" if len(lacking) > NAMED_SERVERS else ""
    return warn(PERMISSIONS, f"It lacks permissions in {named}{more}. Let its role have them there.")


def _missing(guild: Answer) -> list[str]:
    may = Permissions(int(guild["permissions"]))
    if may.administrator:
        return []
    return [name for key, name in (NEEDED | FOR_THREADS).items() if not getattr(may, key)]


def of_sessions(gateway: Answer) -> Finding:
    limit = gateway["session_start_limit"]
    left, total = int(limit["remaining"]), int(limit["total"])
    again = _duration(int(limit["reset_after"]) / 1000)
    if left == 0:
        return bad(SESSIONS, f"No start is left of today's {total:,}. In {again} there are new ones.")
    if left < FEW:
        return warn(
            SESSIONS,
            f"{left} of {total:,} starts are left for {again}. Does the bot crash again and again?",
        )
    return ok(SESSIONS, f"{left:,} of today's {total:,} starts are left.")


def of_invitation(application: Answer) -> Finding:
    return ok(INVITATION, f"Add it to a server with {invitation(int(application['id']))}")


def _duration(seconds: float) -> str:
    hours, minutes = divmod(max(1, round(seconds / 60)), 60)
    if not hours:
        return f"{minutes} min"
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"


def of_commands(received: Sequence[Answer], ours: Sequence[Answer]) -> Finding:
    """Compares the commands that Discord has with `ours`, those of this version."""
    found = differing(ours, received)
    if not received:
        return warn(COMMANDS, "Discord has no command of the bot yet. The next start sends them.")
    if not found:
        return ok(COMMANDS, f"Discord has all {len(ours)} commands as they are in this version.")
    named = ", ".join(found[:NAMED_COMMANDS]) + (" and more" if len(found) > NAMED_COMMANDS else "")
    return warn(COMMANDS, f"Commands differ from this version: {named}. The next start sends them.")


def of_emoji(listed: Callable[[], Answer]) -> Finding:
    """Counts the emoji. If they can't be listed, the examination goes on: the bot plays without them."""
    try:
        received: Sequence[Answer] = listed()["items"]
    except NotAnswered as problem:
        return warn(EMOJI, f"Emoji can't be listed, so cards are shown as plain signs. {problem}")
    titles = {emoji_title(name) for name in PICTURES}
    there = len(titles & {each["name"] for each in received})
    if there == len(titles):
        return ok(EMOJI, f"Discord has all {there} emoji as they are in this version.")
    has = f"{there} of {len(titles)}" if there else "none of the"
    return warn(EMOJI, f"Discord has {has} emoji of this version. {MEANWHILE}")
