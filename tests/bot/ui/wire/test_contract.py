"""What the bot uses of discord.py and SQLAlchemy although nobody promises it.

When an upgrade takes one of these away, the sentence says which module has to be looked at.
"""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
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
from sqlalchemy import Column, Integer, MetaData, Table, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler

from bot.ui.wire.sessions import DOUBLINGS
from tests.support.project import ROOT

SOME = Table("some", MetaData(), Column("id", Integer, primary_key=True))
GONE = delete(SOME)
ONE: Any = select(SOME).where(SOME.c.id == 1).compile(dialect=sqlite.dialect(paramstyle="qmark"))


def takes(function: Callable[..., Any], *names: str) -> bool:
    """Whether a function still has these parameters."""
    return {*names} <= {*inspect.signature(function).parameters}


def client() -> discord.AutoShardedClient:
    return discord.AutoShardedClient(intents=discord.Intents(guilds=True))


@dataclass(frozen=True)
class Part:
    """A part of discord.py that its documentation does not describe."""

    what: str
    why: str
    """What can't be done without it."""
    looks: str
    """How it looks in code, as a regular expression."""
    modules: set[str]
    """Where it is used, below `bot/ui/wire/`."""


MOST_PARTS = 6
PARTS = (
    Part(
        "Client._connection.parsers",
        "An interaction has to pass the filters before discord.py reads it: one that it can't read ends the "
        "connection. And discord.py neither notices nor forgets guilds that change while a session is lost.",
        r"\._connection\.parsers",
        {"intake.py"},
    ),
    Part(
        "Shard._backoff._max, through ShardInfo._parent",
        "After a long outage discord.py tries to connect only every quarter of an hour.",
        r"\._parent\._backoff\._max",
        {"sessions.py"},
    ),
    Part(
        "Client.http.request",
        "Messages and commands are sent as JSON, and have to wait for the limits that discord.py knows.",
        r"\.http\.request\(",
        {"publish.py", "requests.py", "sessions.py"},
    ),
    Part(
        "discord.http.Route",
        "It names the address of a request, and with BASE that of Discord, which a host may choose.",
        r"from discord\.http import Route$",
        {"endpoint.py", "publish.py", "requests.py", "sender.py", "sessions.py"},
    ),
    Part(
        "DiscordWebSocket.DEFAULT_GATEWAY",
        "A host who chooses the address of Discord also chooses that of its gateway.",
        r"from discord\.gateway import DiscordWebSocket$",
        {"endpoint.py"},
    ),
    Part(
        "Command.to_dict, also of groups and context menus",
        "The commands are compared with those that Discord has before any are sent.",
        r"command\.to_dict\(",
        {"publish.py"},
    ),
)


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


def error_of(said: str, code: int) -> tuple[int, int, str]:
    response: Any = SimpleNamespace(status=404, reason="Not Found")
    error = discord.NotFound(response, {"message": said, "code": code})
    return error.status, error.code, error.text


def returned_by(statement: Any) -> list[str]:
    return [column.key for column in statement.compile(dialect=sqlite.dialect()).effective_returning]


RELIANCES = (
    Reliance(
        "bot/ui/wire/sessions.py",
        "Shard._backoff is an ExponentialBackoff, whose _max is how often its pause is doubled",
        lambda: (
            {"_parent"} <= {*discord.ShardInfo.__slots__}
            and "self._backoff: ExponentialBackoff" in inspect.getsource(Shard)
            and longest_pause() <= 64
        ),
    ),
    Reliance(
        "bot/ui/wire/sessions.py",
        "the latency of a shard is measured anew with every acknowledgement of a heartbeat",
        lambda: "self.latency = ack_time - self._last_send" in inspect.getsource(KeepAliveHandler.ack),
    ),
    Reliance(
        "bot/ui/wire/sessions.py",
        "before_identify_hook(shard_id, initial) is awaited before every IDENTIFY",
        lambda: (
            takes(discord.Client.before_identify_hook, "shard_id", "initial")
            and "call_hooks('before_identify'" in inspect.getsource(DiscordWebSocket.identify)
        ),
    ),
    Reliance(
        "bot/ui/wire/intake.py",
        "Client._connection.parsers holds the handlers of events, which take one payload",
        lambda: all(
            len(inspect.signature(client()._connection.parsers[event]).parameters) == 1
            for event in ("INTERACTION_CREATE", "READY", "GUILD_CREATE", "GUILD_DELETE")
        ),
    ),
    Reliance(
        "bot/ui/wire/guilds.py",
        "a new READY adds the guilds that it lists, and forgets none",
        lambda: (
            "_add_guild_from_data" in inspect.getsource(AutoShardedConnectionState.parse_ready)
            and "_remove_guild" not in inspect.getsource(AutoShardedConnectionState.parse_ready)
        ),
    ),
    Reliance(
        "bot/ui/wire/guilds.py",
        "GUILD_DELETE makes discord.py forget a guild and say so, if its payload names the id alone",
        lambda: (
            "self._remove_guild(guild)" in inspect.getsource(ConnectionState.parse_guild_delete)
            and "dispatch('guild_remove', guild)" in inspect.getsource(ConnectionState.parse_guild_delete)
        ),
    ),
    Reliance(
        "bot/ui/wire/requests.py",
        "Client.http.request(route, json=…, params=…, timeout=…), which hands aiohttp what it does not know",
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
        "bot/ui/wire/sender.py",
        "HTTPException(response, said) takes its status from the response, code and text from the body",
        lambda: error_of("Unknown Message", 10008) == (404, 10008, "Unknown Message"),
    ),
    Reliance(
        "bot/ui/wire/requests.py",
        "RateLimited(wait) keeps the seconds as retry_after",
        lambda: discord.RateLimited(90.0).retry_after == 90.0,
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
        "bot/ui/wire/publish.py",
        "Command, Group and ContextMenu have to_dict(tree)",
        lambda: all(
            takes(kind.to_dict, "tree")
            for kind in (app_commands.Command, app_commands.Group, app_commands.ContextMenu)
        ),
    ),
    Reliance(
        "bot/ui/wire/commands.py",
        "CommandTree asks interaction_check before every command and completion, and says when one is done",
        lambda: (
            "if not await self.interaction_check(interaction)" in inspect.getsource(app_commands.CommandTree)
            and "dispatch('app_command_completion'" in inspect.getsource(app_commands.CommandTree)
        ),
    ),
    Reliance(
        "bot/logs.py",
        "discord.client warns in these words that packages for voice are missing",
        lambda: "voice will NOT be supported" in inspect.getsource(discord.client),
    ),
    Reliance(
        "bot/database/sql.py",
        "compiled.positiontup is the order of the placeholders",
        lambda: ONE.positiontup == ["id_1"],
    ),
    Reliance(
        "bot/database/sql.py",
        "compiled.binds has the parameters by the names of their placeholders, each with its type",
        lambda: isinstance(ONE.binds["id_1"].type, Integer),
    ),
    Reliance(
        "bot/database/sql.py",
        "compiled.effective_returning holds the columns that a statement which writes returns",
        lambda: returned_by(GONE.returning(SOME.c.id)) == ["id"] and returned_by(GONE) == [],
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


EXCUSED = r"SLF001|\.http\b|^from discord\.(?:http|gateway|state|shard|webhook|backoff)\b"
"""ruff refuses private attributes of others, unless a comment excuses the line. The rest is not described."""


def lines_with(pattern: str) -> set[tuple[str, str]]:
    """The lines of the bot in which a regular expression is found, each with its module."""
    return {
        (path.relative_to(ROOT / "bot").as_posix().removeprefix("ui/wire/"), line)
        for path in (ROOT / "bot").rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(pattern, line)
    }


def test_few_parts_of_discord_py_are_used_that_nobody_promises_and_each_is_named_here() -> None:
    assert len(PARTS) <= MOST_PARTS
    for part in PARTS:
        assert {module for module, _ in lines_with(part.looks)} == part.modules, part.what
    assert lines_with(EXCUSED) <= set().union(*(lines_with(part.looks) for part in PARTS))


@pytest.mark.parametrize("reliance", RELIANCES, ids=lambda reliance: reliance.what)
async def test_what_is_used_and_not_promised_is_still_there(reliance: Reliance) -> None:
    assert (ROOT / reliance.module).is_file(), f"{reliance.module} is not there: {reliance.what}"
    try:
        holds = reliance.holds()
    except (AttributeError, KeyError, TypeError) as error:
        pytest.fail(f"{reliance.module} relies on this: {reliance.what} ({error})")
    assert holds, f"{reliance.module} relies on this: {reliance.what}"
