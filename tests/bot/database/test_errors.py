"""What an error of a database tells whoever reads the log."""

import sqlite3
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import insert

from bot.__main__ import run
from bot.cli import carry_out, parser
from bot.config import Config
from bot.database import Unusable, open_database
from bot.database.move import move
from bot.database.postgres.connection import is_lost
from bot.database.schema import duels
from bot.storage.storage import Storage
from tests.support.arenas import open_rig


async def test_an_error_names_no_seed(address: str) -> None:
    rig = await open_rig(address)
    duel = await rig.duel()
    await rig.close()
    database = await open_database(address)
    storage = Storage(database)
    with pytest.raises((sqlite3.IntegrityError, asyncpg.UniqueViolationError)) as raised:
        await storage.add(duel)
    with pytest.raises((sqlite3.IntegrityError, asyncpg.NotNullViolationError)) as other:
        await database.execute(insert(duels).values(id=duel.id, secret=duel.secret))
    await storage.close()
    await database.close()
    for error in (raised.value, other.value):
        assert repr(duel.secret)[2:-1] not in str(error)
        assert duel.secret.hex() not in str(error)


@pytest.mark.parametrize(
    ("cause", "lost"),
    [
        (asyncpg.CannotConnectNowError("starting up"), True),
        (asyncpg.UniqueViolationError("twice"), False),
        (asyncpg.DeadlockDetectedError("both wait"), False),
    ],
)
def test_a_server_that_is_starting_up_is_waited_for(cause: Exception, *, lost: bool) -> None:
    assert is_lost(cause) is lost


@pytest.fixture
def nowhere(postgresql: str) -> str:
    """The address of a database that does not exist."""
    return postgresql.replace("/test", "/nowhere")


async def test_each_of_two_databases_is_named_by_what_it_is_for(
    nowhere: str, sqlite: str, tmp_path: Path
) -> None:
    with pytest.raises(Unusable, match=r"^Can't use the database to move from: .* does not exist\.$"):
        await move(nowhere, f"sqlite:///{tmp_path}/to.db")
    with pytest.raises(Unusable, match=r"^Can't use the database to move to: .* does not exist\.$"):
        await move(sqlite, nowhere)


VARIABLES = pytest.mark.parametrize(
    ("others", "named"),
    [
        ({}, "DATABASE_URL"),
        ({"DATABASE_DIRECT_URL": " "}, "DATABASE_URL"),
        ({"DATABASE_DIRECT_URL": "", "DATABASE_URL": "postgres://pooler/db"}, "DATABASE_DIRECT_URL"),
    ],
)


@VARIABLES
async def test_a_bot_names_the_variable_whose_address_it_uses(
    nowhere: str, others: dict[str, str], named: str
) -> None:
    config = Config.from_env({"DISCORD_TOKEN": "t"} | others | {named: nowhere})
    with pytest.raises(Unusable, match=f"^Can't use the database at {named}: "):
        await run(config)


@VARIABLES
def test_a_command_names_the_variable_whose_address_it_uses(
    nowhere: str, others: dict[str, str], named: str
) -> None:
    with pytest.raises(Unusable, match=f"^Can't use the database at {named}: "):
        carry_out(parser("gauntlet").parse_args(["recount"]), others | {named: nowhere})


async def test_what_a_server_said_is_the_cause_of_the_sentence(nowhere: str) -> None:
    """So that a host can be told what to do about it."""
    with pytest.raises(Unusable) as problem:
        await open_database(nowhere)
    assert isinstance(problem.value.__cause__, asyncpg.InvalidCatalogNameError)
