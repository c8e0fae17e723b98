"""Connections to an SQLite file, and what is done with one of them."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event

T = TypeVar("T")
CONNECTIONS = 2
LONGEST_LOG = 1_000
"""Pages of 4 KiB in the log, after which they are brought into the file. Four times as many saved nothing
that could be measured, and on a slow disk picks would wait for them."""
SYNCED = ("synchronous=FULL", f"wal_autocheckpoint={LONGEST_LOG}")
UNSYNCED = ("synchronous=NORMAL", "wal_autocheckpoint=0")
"""For commits that do not wait for the disk. The next one that does takes their changes along. Only that
brings changes from the log into the file, which waits too."""
PRAGMAS = ("journal_mode=WAL", *SYNCED, "foreign_keys=ON", "secure_delete=ON")
PRIMARY = 0xFF
"""The part of SQLite's error codes that says what has happened; the rest says where."""
PATIENCE, PAUSE = 5.0, 0.02
"""Seconds to wait while another program writes, such as an operator's sqlite3; and between two attempts."""


def new_writer(path: str) -> sqlite3.Connection:
    """A connection that writes without SQLAlchemy. It writes something first: to begin a transaction works on
    a read-only file, too."""
    connection = sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False)
    try:
        _prepare(connection, None)
        connection.execute("BEGIN IMMEDIATE")
        ((number,),) = connection.execute("PRAGMA user_version")
        connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")
        set_pragmas(connection, ("busy_timeout=0",))
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


def new_driver(path: str) -> sqlite3.Connection:
    """A connection that reads without SQLAlchemy, for prepared statements."""
    connection = sqlite3.connect(path, timeout=0, check_same_thread=False)
    _prepare(connection, None)
    return connection


def _prepare(connection: Any, _record: object) -> None:
    """Turns off the driver's own BEGIN, which would leave changes of the schema outside of transactions."""
    connection.isolation_level = None
    set_pragmas(connection, PRAGMAS)


def set_pragmas(connection: Any, pragmas: Sequence[str]) -> None:
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    driver: Any = connection.connection.dbapi_connection
    if not driver.in_transaction:
        connection.exec_driver_sql("BEGIN")


async def begin_writing(driver: sqlite3.Connection) -> None:
    """Begins a write transaction, unless one is open."""

    async def begin() -> None:
        driver.execute("BEGIN IMMEDIATE")

    if not driver.in_transaction:
        await patiently(begin)


async def patiently(write: Callable[[], Awaitable[T]]) -> T:
    """Tries again while another program is writing. This task waits for it; if the driver waited, the whole
    loop would."""
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    while True:
        try:
            return await write()
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode & PRIMARY != sqlite3.SQLITE_BUSY or loop.time() > until:
                raise
        await asyncio.sleep(PAUSE)
