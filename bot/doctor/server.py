"""Looks at a PostgreSQL server in transactions that can't write."""

import asyncio
import time
from statistics import median

import asyncpg
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.database.postgres.address import read
from bot.doctor.finding import Finding, bad, look, ok, size
from bot.doctor.tables import of_tables

DATABASE, INTEGRITY, DISK, COMMITS = "database", "integrity", "disk", "commits"
PATIENCE = 5.0
TRIES = 5
SLOW = 0.05
"""Seconds for a question and its answer; every pick takes a few of them."""


async def of_server(address: str) -> list[Finding]:
    engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: _connect(address))
    try:
        return await _look_into(engine.execution_options(postgresql_readonly=True))
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, DBAPIError) as problem:
        reason = (str(problem) or type(problem).__name__).splitlines()[0].rstrip(".")
        return [bad(DATABASE, f"The server at DATABASE_URL can't be used: {reason}.")]
    finally:
        await engine.dispose()


async def _connect(address: str) -> asyncpg.Connection:
    arguments = read(address).arguments | {"timeout": PATIENCE, "command_timeout": PATIENCE}
    return await asyncpg.connect(**arguments)


async def _look_into(engine: AsyncEngine) -> list[Finding]:
    async with engine.connect() as connection:
        checksums = await _setting(connection, "data_checksums")
        length = (await connection.execute(text("SELECT pg_database_size(current_database())"))).scalar_one()
        tables = await connection.run_sync(of_tables)
        unsafe = [
            name for name in ("fsync", "synchronous_commit") if await _setting(connection, name) == "off"
        ]
        return [
            of_checksums(on=checksums == "on"),
            *tables,
            ok(DISK, f"The database has {size(length)}; how much room is left only the server's host knows."),
            of_commits(await _round_trip(connection), unsafe),
        ]


def of_checksums(*, on: bool) -> Finding:
    if on:
        return ok(INTEGRITY, "The server checks every page that it reads.")
    return ok(INTEGRITY, "The server keeps no checksums of its pages; `pg_checksums --enable` adds them.")


def of_commits(round_trip: float, unsafe: list[str]) -> Finding:
    if unsafe:
        named = " and ".join(unsafe)
        return bad(COMMITS, f"The server loses confirmed picks when it crashes: set {named} to on.")
    sentence = f"A question takes {1000 * round_trip:.1f} ms to the server and back."
    if round_trip > SLOW:
        return look(COMMITS, f"{sentence} Run the bot closer to it.")
    return ok(COMMITS, sentence)


async def _round_trip(connection: AsyncConnection) -> float:
    times = []
    for _ in range(TRIES):
        began = time.perf_counter()
        await connection.execute(text("SELECT 1"))
        times.append(time.perf_counter() - began)
        await asyncio.sleep(0)
    return median(times)


async def _setting(connection: AsyncConnection, name: str) -> str:
    return str((await connection.execute(text(f"SHOW {name}"))).scalar_one())
