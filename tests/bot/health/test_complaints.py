"""A host is told what to do, and a fault of the bot is not hidden behind a sentence."""

from types import SimpleNamespace
from typing import Any

import aiohttp
import asyncpg
import discord
import pytest

from bot.config import BadConfig
from bot.database import Unusable
from bot.health.complaints import complaint_about


def closed(code: int) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0)


def refused(status: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="no")
    return discord.HTTPException(response, {"code": 50001, "message": "Missing Access"})


def unusable(cause: Exception) -> Unusable:
    """As a database raises it while it handles what the driver said."""
    problem = Unusable("Can't use the database at DATABASE_URL: no.")
    problem.__context__ = cause
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


@pytest.mark.parametrize("fault", [RuntimeError("bug"), KeyError("url"), AssertionError()])
def test_a_fault_of_the_bot_is_none(fault: Exception) -> None:
    assert complaint_about(fault) is None
