"""Looks at a PostgreSQL server in a transaction that can't write."""

import time
from functools import partial
from statistics import median
from typing import Any

from sqlalchemy import Connection, text

from bot.database import Unusable
from bot.database.postgres.connection import REFUSED
from bot.database.postgres.tables import look_at_tables
from bot.doctor.finding import Finding, bad, ok, size, warn
from bot.doctor.tables import has_steps_to_run, of_tables
from bot.health.complaints import DATABASE_URL, may_not, of_database, only_reads

DATABASE, INTEGRITY, DISK, COMMITS = "database", "integrity", "disk", "commits"
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
    try:
        return await look_at_tables(address, partial(_look_into, setting=setting))
    except Unusable as problem:
        return [bad(DATABASE, str(problem))]
    except REFUSED as problem:
        return [bad(DATABASE, of_database(problem, setting))]


def _look_into(connection: Connection, setting: str) -> list[Finding]:
    schema = _answer(connection, "SELECT current_schema()")
    if schema is None:
        return [bad(DATABASE, NO_SCHEMA.format(setting))]
    checksums = _answer(connection, "SHOW data_checksums")
    length = _answer(connection, "SELECT pg_database_size(current_database())")
    unsafe = [
        name for name in ("fsync", "synchronous_commit") if _answer(connection, f"SHOW {name}") == "off"
    ]
    return [
        *_of_rights(connection, schema, setting),
        of_checksums(on=checksums == "on"),
        *of_tables(connection),
        ok(DISK, f"The database has {size(length)}; how much room is left only the server's host knows."),
        of_commits(_round_trip(connection), unsafe),
    ]


def _of_rights(connection: Connection, schema: str, setting: str) -> list[Finding]:
    """What would keep the bot from writing, if anything; this connection never writes."""
    if _answer(connection, READ_ONLY):
        return [bad(DATABASE, only_reads(setting))]
    if has_steps_to_run(connection) and not _answer(connection, MAY_CREATE):
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
        return warn(COMMITS, f"{sentence} Run the bot closer to it.")
    return ok(COMMITS, sentence)


def _round_trip(connection: Connection) -> float:
    times = []
    for _ in range(TRIES):
        began = time.perf_counter()
        connection.execute(text("SELECT 1"))
        times.append(time.perf_counter() - began)
    return median(times)


def _answer(connection: Connection, question: str) -> Any:
    return connection.execute(text(question)).scalar_one()
