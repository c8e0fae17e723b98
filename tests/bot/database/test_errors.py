"""What an error of a database tells whoever reads the log."""

import sqlite3

import asyncpg
import pytest
from sqlalchemy import insert
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.database import open_database
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
    async with database.transaction() as connection:
        with pytest.raises(IntegrityError) as wrapped:
            await connection.execute(insert(duels).values(id=duel.id, secret=duel.secret))
    await storage.close()
    await database.close()
    for error in (raised.value, wrapped.value):
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
    wrapped = Exception("as SQLAlchemy hands it on")
    wrapped.__cause__ = cause
    assert is_lost(DBAPIError(str(insert(duels)), None, wrapped)) is lost
