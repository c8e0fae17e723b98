"""Looks at a PostgreSQL server in transactions that can't write."""

import asyncio
import time
from functools import partial
from statistics import median
from typing import Any

import asyncpg
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.database import Unusable
from bot.database.postgres.address import read
from bot.database.postgres.connection import LOST
from bot.database.postgres.pooler import refuse_pooler
from bot.doctor.finding import Finding, bad, look, ok, size
from bot.doctor.tables import has_steps_to_run, of_tables
from bot.health.complaints import DATABASE_URL, may_not, of_database, only_reads

DATABASE, INTEGRITY, DISK, COMMITS = "database", "integrity", "disk", "commits"
PATIENCE = 5.0
TRIES = 5
SLOW = 0.05
"""Seconds for a question and its answer; every pick takes a few of them."""
NO_SCHEMA = (
    "The server at {} has no schema in which this user may keep tables. Make the schema that search_path "
    "names, or correct search_path."
)
READ_ONLY = "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean"
MAY_CREATE = "SELECT has_schema_privilege(current_schema(), 'CREATE')"


async def of_server(address: str, setting: str = DATABASE_URL) -> list[Finding]:
    """`setting` is the variable that names the server."""
    engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: _connect(address))
    try:
        await refuse_pooler(partial(_connect, address, statement_cache_size=0))
        return await _look_into(engine.execution_options(postgresql_readonly=True), setting)
    except Unusable as problem:
        return [bad(DATABASE, str(problem))]
    except (*LOST, asyncpg.PostgresError, DBAPIError) as problem:
        return [bad(DATABASE, of_database(problem, setting))]
    finally:
        await engine.dispose()


async def _connect(address: str, **options: int) -> asyncpg.Connection:
    arguments = read(address).arguments | {"timeout": PATIENCE, "command_timeout": PATIENCE} | options
    return await asyncpg.connect(**arguments)


async def _look_into(engine: AsyncEngine, setting: str) -> list[Finding]:
    async with engine.connect() as connection:
        schema = await _answer(connection, "SELECT current_schema()")
        if schema is None:
            return [bad(DATABASE, NO_SCHEMA.format(setting))]
        checksums = await _answer(connection, "SHOW data_checksums")
        length = await _answer(connection, "SELECT pg_database_size(current_database())")
        tables = await connection.run_sync(of_tables)
        unsafe = [
            name
            for name in ("fsync", "synchronous_commit")
            if await _answer(connection, f"SHOW {name}") == "off"
        ]
        return [
            *await _of_rights(connection, schema, setting),
            of_checksums(on=checksums == "on"),
            *tables,
            ok(DISK, f"The database has {size(length)}; how much room is left only the server's host knows."),
            of_commits(await _round_trip(connection), unsafe),
        ]


async def _of_rights(connection: AsyncConnection, schema: str, setting: str) -> list[Finding]:
    """What would keep the bot from writing, if anything; this connection never writes."""
    if await _answer(connection, READ_ONLY):
        return [bad(DATABASE, only_reads(setting))]
    if await connection.run_sync(has_steps_to_run) and not await _answer(connection, MAY_CREATE):
        return [bad(DATABASE, may_not(setting, f"it can't make tables in the schema {schema}"))]
    return []


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


async def _answer(connection: AsyncConnection, question: str) -> Any:
    return (await connection.execute(text(question))).scalar_one()
