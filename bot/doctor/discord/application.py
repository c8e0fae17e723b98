"""What Discord's answers say of an application, one sentence for each part."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from discord import Permissions

from bot.doctor.finding import Finding, bad, look, ok
from bot.ui.permissions import FOR_THREADS, NEEDED, invitation

Answer: TypeAlias = Mapping[str, Any]
APPLICATION, INSTALLATION, INTENTS = "application", "installation", "intents"
PERMISSIONS, SESSIONS, INVITATION = "permissions", "sessions", "invitation"
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
NAMED = 3
"""How many servers are named."""


def of_application(application: Answer) -> Finding:
    said = f"The token belongs to {application['name']}"
    servers = application.get("approximate_guild_count")
    if not isinstance(servers, int):
        return ok(APPLICATION, f"{said}.")
    where = "1 server" if servers == 1 else f"{servers:,} servers"
    if servers >= GROWN and not (application.get("bot") or {}).get("public_flags", 0) & VERIFIED:
        more = "Unless it is verified, Discord lets it join no more than a hundred: see docs/portal.md."
        return look(APPLICATION, f"{said}, which is in {where}. {more}")
    return ok(APPLICATION, f"{said}, which is in {where}.")


def of_installation(application: Answer) -> Finding:
    """An application that says nothing of it can be installed both ways."""
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
        return look(INSTALLATION, "Only its owner can add it: Public Bot is off in the portal, under Bot.")
    if FOR_ONESELF in ways:
        return look(
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
    return look(INTENTS, f"It may use {which} and needs none of it. Switch it off in the portal, under Bot.")


def of_permissions(guilds: Sequence[Answer]) -> Finding:
    """Discord tells what the bot may do in each server as a whole; channels may allow less."""
    lacking = {guild["name"]: _missing(guild) for guild in guilds if _missing(guild)}
    if not guilds:
        return look(PERMISSIONS, "It is in no server yet. Open the invitation below.")
    if not lacking:
        return ok(PERMISSIONS, "Its roles let it do all that it needs; single channels may differ.")
    named = ", ".join(f"{name} ({', '.join(missing)})" for name, missing in [*lacking.items()][:NAMED])
    more = f", and in {len(lacking) - NAMED} more" if len(lacking) > NAMED else ""
    return look(PERMISSIONS, f"It lacks permissions in {named}{more}. Let its role have them there.")


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
        return look(
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
