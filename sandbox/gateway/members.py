"""Requests for members over the gateway: by their ids, or by the beginning of a name."""

from typing import Any

import orjson

from sandbox.gateway.closing import CloseWith
from sandbox.gateway.session import Session
from sandbox.wire import Wire
from sandbox.world.entities import Guild, Member
from sandbox.world.feed import Intent
from sandbox.world.world import World

MOST_MEMBERS = 100
"""How many members a bot can ask for by their ids, or by the beginning of a name."""


def send_members(world: World, session: Session, data: Wire) -> None:
    """Answers a request. One that Discord does not allow closes the connection.

    All members are only for bots with the members intent. What Discord does to others is not published;
    here they are told that the intent is not allowed, after which discord.py gives up.
    """
    guild = world.guilds.get(_number(data.get("guild_id")))
    wanted = [_number(user) for user in _listed(data.get("user_ids"))]
    if len(wanted) > MOST_MEMBERS or ("user_ids" not in data and not isinstance(data.get("query"), str)):
        raise CloseWith(4002, "Error while decoding payload.")
    limit = _number(data.get("limit"))
    if "user_ids" not in data and not limit and not session.intents & Intent.GUILD_MEMBERS:
        raise CloseWith(4014, "Disallowed intent(s).")
    if guild is None or world.bot.id not in guild.members:
        return
    found = _by_ids(guild, wanted) if "user_ids" in data else _by_name(guild, data["query"], limit)
    session.send("GUILD_MEMBERS_CHUNK", orjson.dumps(_chunk(guild, found, wanted, data)))


def _by_ids(guild: Guild, wanted: list[int]) -> list[Member]:
    return [guild.members[user] for user in dict.fromkeys(wanted) if user in guild.members]


def _by_name(guild: Guild, query: str, limit: int) -> list[Member]:
    """Members whose name begins so. Only those who ask for everybody get more than a hundred."""
    start = query.lower()
    found = [m for m in guild.members.values() if (m.nick or m.user.name).lower().startswith(start)]
    return found if not limit and not start else found[: min(limit or MOST_MEMBERS, MOST_MEMBERS)]


def _chunk(guild: Guild, found: list[Member], wanted: list[int], data: Wire) -> Wire:
    chunk: Wire = {
        "guild_id": str(guild.id),
        "members": [member.wire() for member in found],
        "chunk_index": 0,
        "chunk_count": 1,
        "not_found": [str(user) for user in wanted if user not in guild.members],
    }
    return chunk | ({"nonce": data["nonce"]} if "nonce" in data else {})


def _number(value: Any) -> int:
    return int(value) if isinstance(value, int) or (str(value).isascii() and str(value).isdigit()) else 0


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]
