"""A host is told what to do, and a fault of the bot is not hidden behind a sentence."""

import errno
import os
import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import asyncpg
import discord
import pytest

from bot.__main__ import main
from bot.config import BadConfig
from bot.database import Unusable, open_database
from bot.database.file.disk import explained
from bot.health.complaints import complaint_about


def closed(code: int) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0)


def refused(status: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="no")
    return discord.HTTPException(response, {"code": 50001, "message": "Missing Access"})


def unusable(cause: Exception) -> Unusable:
    """As a server's database raises it because of what the driver said."""
    problem = Unusable("Can't use the database at DATABASE_URL: no.")
    problem.__cause__ = cause
    return problem


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (BadConfig("LOG_LEVEL is wrong."), "LOG_LEVEL is wrong."),
        (Unusable("The file is damaged."), "The file is damaged."),
        (discord.LoginFailure("401"), "DISCORD_TOKEN. Copy it again"),
        (closed(4004), "DISCORD_TOKEN. Copy it again"),
        (closed(4010), "SHARD_IDS and SHARD_COUNT. Check them"),
        (closed(4011), "Raise SHARD_COUNT"),
        (closed(4013), "(code 4013). Start the bot again."),
        (refused(403), "(status 403, code 50001). Try again later"),
        (discord.RateLimited(3600.0), "no more requests for 3600 seconds"),
        (aiohttp.ClientConnectionError("host"), "Check the network, and DISCORD_API"),
        (aiohttp.InvalidURL("x"), "Check the network, and DISCORD_API"),
        (
            unusable(asyncpg.InvalidPasswordError("no")),
            "no. Check the user and the password in that address.",
        ),
        (unusable(ConnectionRefusedError("no")), "no. Check the host and the port in that address,"),
        (unusable(ValueError("no")), "DATABASE_URL: no."),
        (asyncpg.ReadOnlySQLTransactionError("no"), "Name the server that can be written to."),
    ],
)
def test_what_a_host_can_change_is_a_sentence(problem: Exception, words: str) -> None:
    said = complaint_about(problem)
    assert said is not None
    assert words in said
    assert said.endswith(".")
    assert "\n" not in said


@pytest.mark.parametrize(
    "problem",
    [asyncpg.InvalidPasswordError("no"), asyncpg.InsufficientPrivilegeError("no"), sqlite3.Error("no")],
)
def test_where_the_host_has_named_the_database_is_said(problem: Exception) -> None:
    said = complaint_about(problem, "DATABASE_DIRECT_URL")
    assert said is not None
    assert "DATABASE_DIRECT_URL" in said
    assert "DATABASE_URL" not in said


@pytest.mark.parametrize("fault", [RuntimeError("bug"), KeyError("url"), AssertionError()])
def test_a_fault_of_the_bot_is_none(fault: Exception) -> None:
    assert complaint_about(fault) is None


async def test_a_second_bot_on_a_file_is_told_of_the_first_and_nothing_else(sqlite: str) -> None:
    first = await open_database(sqlite)
    with pytest.raises(Unusable) as refused:
        await open_database(sqlite)
    await first.close()
    path = sqlite.removeprefix("sqlite:///")
    said = f"Another Gauntlet is running on {path}. Stop it first, or use another file."
    assert complaint_about(refused.value) == said


def locked() -> sqlite3.Error:
    problem = sqlite3.OperationalError("attempt to write a readonly database")
    problem.sqlite_errorcode = sqlite3.SQLITE_READONLY
    return problem


@pytest.mark.parametrize("problem", [PermissionError(errno.EACCES, "no"), locked()])
def test_who_may_not_write_a_file_is_not_told_to_check_a_server(problem: Exception) -> None:
    with pytest.raises(Unusable) as refused, explained("g.db"):
        raise problem
    assert complaint_about(refused.value) == (
        "g.db can't be written. Give it and its folder to the user that runs the bot, and check that the "
        "disk is not mounted read-only."
    )


def test_a_folder_that_is_not_there_is_named_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "none"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "environ", {"DISCORD_TOKEN": "x", "DATABASE_URL": f"sqlite:///{place}/g.db"})
    assert main([]) == 1
    said = f"DATABASE_URL names a file in {place}, which is no folder. Make that folder first.\n"
    assert capsys.readouterr().err == said


async def test_who_names_a_server_that_is_not_there_is_told_to_check_the_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.database.postgres.server.FIRST_PATIENCE", 0.0)
    with pytest.raises(Unusable) as refused:
        await open_database("postgresql://ann@127.0.0.1:1/x")
    said = complaint_about(refused.value)
    assert said is not None
    assert said.endswith(" Check the host and the port in that address, and that the server runs.")
