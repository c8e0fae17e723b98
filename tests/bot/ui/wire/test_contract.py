"""What the bot uses of discord.py, CPython and SQLAlchemy although nobody promises it.

When an upgrade takes one of these away, the sentence says which module has to be looked at.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import discord
import pytest
import yarl
from discord import app_commands
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, KeepAliveHandler
from discord.http import HTTPClient, Route
from discord.shard import Shard
from discord.state import AutoShardedConnectionState, ConnectionState
from sqlalchemy import Column, Integer, MetaData, Table, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler

from bot.ui.wire.sessions import DOUBLINGS

SOME = Table("some", MetaData(), Column("id", Integer, primary_key=True))


def takes(function: Callable[..., Any], *names: str) -> bool:
    """Whether a function still has these parameters."""
    return {*names} <= {*inspect.signature(function).parameters}


def client() -> discord.AutoShardedClient:
    return discord.AutoShardedClient(intents=discord.Intents(guilds=True))


@dataclass(frozen=True)
class Reliance:
    module: str
    what: str
    holds: Callable[[], bool]


def longest_pause() -> float:
    """Of a shard that has failed to connect a hundred times, with the bot's setting."""
    pause = ExponentialBackoff()
    pause._max = DOUBLINGS
    return max(pause.delay() for _ in range(100))


RELIANCES = (
    Reliance(
        "bot/ui/wire/gateway.py",
        "Shard._backoff is an ExponentialBackoff, whose _max is how often its pause is doubled",
        lambda: "self._backoff: ExponentialBackoff" in inspect.getsource(Shard) and longest_pause() <= 64,
    ),
    Reliance(
        "bot/ui/wire/intake.py",
        "Client._connection.parsers holds the handler of INTERACTION_CREATE",
        lambda: callable(client()._connection.parsers["INTERACTION_CREATE"]),
    ),
    Reliance(
        "bot/ui/wire/intake.py",
        "the handler of INTERACTION_CREATE takes one payload",
        lambda: len(inspect.signature(ConnectionState.parse_interaction_create).parameters) == 2,
    ),
    Reliance(
        "bot/ui/wire/guilds/changes.py",
        "Client._connection.parsers holds the handlers of READY and GUILD_CREATE, which take one payload",
        lambda: all(
            len(inspect.signature(client()._connection.parsers[event]).parameters) == 1
            for event in ("READY", "GUILD_CREATE")
        ),
    ),
    Reliance(
        "bot/ui/wire/guilds/changes.py",
        "Client._connection._remove_guild(guild)",
        lambda: takes(ConnectionState._remove_guild, "guild"),
    ),
    Reliance(
        "bot/ui/wire/guilds/changes.py",
        "a new READY adds the guilds that it lists, and forgets none",
        lambda: (
            "_add_guild_from_data" in inspect.getsource(AutoShardedConnectionState.parse_ready)
            and "_remove_guild" not in inspect.getsource(AutoShardedConnectionState.parse_ready)
        ),
    ),
    Reliance(
        "bot/ui/wire/start/sessions.py",
        "Client.http.get_bot_gateway() gives shards, address and session_start_limit",
        lambda: "data['session_start_limit']" in inspect.getsource(HTTPClient.get_bot_gateway),
    ),
    Reliance(
        "bot/ui/wire/start/sessions.py",
        "before_identify_hook(shard_id, initial) is awaited before every IDENTIFY",
        lambda: (
            takes(discord.Client.before_identify_hook, "shard_id", "initial")
            and "call_hooks('before_identify'" in inspect.getsource(DiscordWebSocket.identify)
        ),
    ),
    Reliance(
        "bot/ui/wire/start/publish.py",
        "Client.http.request(route, params=…)",
        lambda: "**kwargs" in inspect.getsource(HTTPClient.request),
    ),
    Reliance(
        "bot/ui/wire/requests.py",
        "Client.http.request(route, json=…, timeout=…), which hands aiohttp what it does not know",
        lambda: (
            takes(HTTPClient.request, "route", "kwargs")
            and "'json' in kwargs" in inspect.getsource(HTTPClient.request)
            and "request(method, url, **kwargs)" in inspect.getsource(HTTPClient.request)
        ),
    ),
    Reliance(
        "bot/ui/wire/requests.py",
        "discord.http.Route(method, path, channel_id, message_id)",
        lambda: Route("POST", "/{channel_id}/x", channel_id=1).url.endswith("/1/x"),
    ),
    Reliance(
        "bot/ui/wire/buckets.py",
        "Client.http hands its http_trace to its session",
        lambda: "self.http_trace" in inspect.getsource(HTTPClient.static_login),
    ),
    Reliance(
        "bot/ui/wire/buckets.py",
        "HTTPClient.request raises a 429 without Via, or with another body than JSON, at once",
        lambda: (
            "not response.headers.get('Via') or isinstance(data, str)"
            in inspect.getsource(HTTPClient.request)
        ),
    ),
    Reliance(
        "bot/ui/wire/sender.py",
        "Client.http has token, user_agent, proxy and proxy_auth",
        lambda: {"token", "user_agent", "proxy", "proxy_auth"} <= {*vars(client().http)},
    ),
    Reliance(
        "bot/ui/wire/endpoint.py",
        "Route.BASE is the address of the API, class-wide",
        lambda: Route("GET", "/x").url == f"{Route.BASE}/x",
    ),
    Reliance(
        "bot/ui/wire/endpoint.py",
        "DiscordWebSocket.DEFAULT_GATEWAY is the address of the gateway",
        lambda: isinstance(DiscordWebSocket.DEFAULT_GATEWAY, yarl.URL),
    ),
    Reliance(
        "bot/ui/wire/endpoint.py",
        "VoiceClient.warn_nacl and .warn_dave",
        lambda: {"warn_nacl", "warn_dave"} <= {*dir(discord.VoiceClient)},
    ),
    Reliance(
        "bot/ui/wire/gateway.py",
        "ShardInfo._parent.ws._keep_alive has an interval and notes _last_ack by time.perf_counter",
        lambda: (
            {"_parent"} <= {*discord.ShardInfo.__slots__}
            and "self.ws: DiscordWebSocket" in inspect.getsource(Shard)
            and "_keep_alive" in inspect.getsource(DiscordWebSocket)
            and "self._last_ack: float = time.perf_counter()" in inspect.getsource(KeepAliveHandler)
            and takes(KeepAliveHandler, "interval")
        ),
    ),
    Reliance(
        "bot/ui/wire/start/publish.py",
        "Command, Group and ContextMenu have to_dict(tree)",
        lambda: all(
            takes(kind.to_dict, "tree")
            for kind in (app_commands.Command, app_commands.Group, app_commands.ContextMenu)
        ),
    ),
    Reliance(
        "bot/ui/wire/commands.py",
        "Interaction.extras is a dictionary of ours",
        lambda: "extras" in discord.Interaction.__slots__,
    ),
    Reliance(
        "bot/ui/wire/commands.py",
        "CommandTree._call(interaction) carries out every command and every completion",
        lambda: (
            takes(app_commands.CommandTree._call, "interaction")
            and "await self._call(interaction)" in inspect.getsource(app_commands.CommandTree)
        ),
    ),
    Reliance(
        "bot/database/prepared.py",
        "compiled.positiontup is the order of the placeholders",
        lambda: (
            select(SOME).where(SOME.c.id == 1).compile(dialect=sqlite.dialect(paramstyle="qmark")).positiontup
            == ["id_1"]
        ),
    ),
    Reliance(
        "bot/database/upsert.py",
        "SQLite's compiler knows PostgreSQL's ON CONFLICT",
        lambda: (
            "ON CONFLICT"
            in str(
                postgresql.insert(SOME)
                .values(id=1)
                .on_conflict_do_nothing()
                .compile(dialect=sqlite.dialect())
            )
            and hasattr(SQLiteCompiler, "visit_on_conflict_do_update")
        ),
    ),
)


@pytest.mark.parametrize("reliance", RELIANCES, ids=lambda reliance: reliance.what)
async def test_what_is_used_and_not_promised_is_still_there(reliance: Reliance) -> None:
    try:
        holds = reliance.holds()
    except (AttributeError, KeyError, TypeError) as error:
        pytest.fail(f"{reliance.module} relies on this: {reliance.what} ({error})")
    assert holds, f"{reliance.module} relies on this: {reliance.what}"
