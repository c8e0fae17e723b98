"""Connections to an SQLite file, and what is done with one of them."""

import asyncio
import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event

CONNECTIONS = 2
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")
UNSYNCED = ("synchronous=NORMAL", "wal_autocheckpoint=0")
"""For commits that do not wait for the disk. The next one of another connection takes their changes along.
Only the others bring changes from the log into the file, which waits too."""
PATIENCE, PAUSE = 5.0, 0.02
"""Seconds to wait while another program writes, such as an operator's sqlite3; and between two attempts."""


def connect(path: str) -> sqlite3.Connection:
    """Opens a connection and writes something: to begin a transaction works on a read-only file, too."""
    connection = sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False)
    try:
        _prepare(connection, None)
        connection.execute("BEGIN IMMEDIATE")
        ((number,),) = connection.execute("PRAGMA user_version")
        connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def new_engine(path: str) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=path),
        connect_args={"check_same_thread": False, "timeout": 0},
        poolclass=QueuePool,
        pool_size=CONNECTIONS,
        max_overflow=-1,  # waiting for a connection would stop the loop
        hide_parameters=True,  # they contain seeds, and errors are logged
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def write_something(connection: Connection) -> None:
    """Writes a page as it is: a number that we don't use gets the value that it has."""
    number = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    connection.exec_driver_sql(f"PRAGMA user_version = {number}")


def empty_log(driver: sqlite3.Connection) -> bool:
    (is_busy, _, _) = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not is_busy


def new_driver(path: str, more: Sequence[str] = ()) -> sqlite3.Connection:
    """A connection without SQLAlchemy, for prepared statements. A thread may commit what it has written."""
    connection = sqlite3.connect(path, timeout=0, check_same_thread=False)
    _prepare(connection, None)
    _set(connection, more)
    return connection


def _prepare(connection: Any, _record: object) -> None:
    """Turns off the driver's own BEGIN, which would leave changes of the schema outside of transactions."""
    connection.isolation_level = None
    _set(connection, PRAGMAS)


def _set(connection: Any, pragmas: Sequence[str]) -> None:
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    driver: Any = connection.connection.dbapi_connection
    if not driver.in_transaction:
        connection.exec_driver_sql("BEGIN")


async def begin_writing(driver: sqlite3.Connection) -> None:
    """Begins a write transaction. If another program is writing, this task waits; if the driver waited, the
    whole loop would."""
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    while not driver.in_transaction:
        try:
            driver.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY or loop.time() > until:
                raise
            await asyncio.sleep(PAUSE)
