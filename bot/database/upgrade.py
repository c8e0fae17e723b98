"""Whose database this is, which steps of `migrations/` it still needs, and how they are run."""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

PACKAGE = Path(__file__).parents[1]
MIGRATIONS = next(
    folder / "migrations" for folder in (PACKAGE, PACKAGE.parent) if (folder / "migrations").is_dir()
)
"""Inside the package where it was installed, beside it in the repository."""
HEAD = "head"
BASE, TAKEN_OVER, BEFORE = "0014", "0013", "c380a778"
"""The first step makes the tables that step 0013 of that commit had: their database needs only its number."""
VERSION = "alembic_version"
SIGNS = {
    "duels": {"id", "guild", "channel", "game", "edition", "challenger", "challenged", "pace", "secret"},
    "picks": {"duel", "turn", "seat", "token", "at", "closes"},
}
"""Columns that tables of ours have had from the beginning; one of these tables is enough."""
DIGITS = 4
"""Of the numbers of our steps; other programs have other names for theirs."""
NAMED = 3
"""How many of another program's tables a sentence names."""
ON_SERVER = """
SELECT c.relname FROM pg_class c
WHERE c.relkind IN ('r', 'p') AND pg_table_is_visible(c.oid)
AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.objid = c.oid AND e.deptype = 'e')
"""
"""Tables that statements without a schema mean, but none that an extension brought along."""


class Owner(StrEnum):
    OURS = "ours"
    EMPTY = "empty"
    FOREIGN = "foreign"


class Step(NamedTuple):
    number: str
    what: str
    """The first line of its description."""


def whose(connection: Connection) -> Owner:
    """Another program's tables are never touched. Changes nothing."""
    tables = tables_of(connection)
    step = step_of(connection) if VERSION in tables else None
    tables -= {VERSION}
    if step is None:
        return Owner.FOREIGN if tables else Owner.EMPTY
    numbered = len(step) == DIGITS and step.isdecimal()
    signed = not tables or any(
        name in tables and columns <= _columns(connection, name) for name, columns in SIGNS.items()
    )
    return Owner.OURS if numbered and signed else Owner.FOREIGN


def step_of(connection: Connection) -> str | None:
    """The step that a database stands at; None also if there are several, as only others have."""
    if "version_num" not in _columns(connection, VERSION):
        return None
    steps = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION}").scalars().all()  # noqa: S608
    return str(steps[0]) if len(steps) == 1 else None


def tables_of(connection: Connection) -> set[str]:
    if connection.dialect.name == "postgresql":
        return {*connection.exec_driver_sql(ON_SERVER).scalars()}
    return {*inspect(connection).get_table_names()}


def refusal(connection: Connection) -> str | None:
    """Why these tables must not be touched, in a sentence; None if they may be. Changes nothing."""
    match whose(connection):
        case Owner.FOREIGN:
            named = ", ".join(sorted(tables_of(connection))[:NAMED])
            return (
                f"This database belongs to another program (it holds {named}). "
                "Nothing was changed. Give Gauntlet a database of its own."
            )
        case Owner.OURS:
            return _refusal_of(str(step_of(connection)))
    return None


def _refusal_of(step: str) -> str | None:
    if step == TAKEN_OVER or step in {each.number for each in steps()}:
        return None
    if step > TAKEN_OVER:
        return f"A newer Gauntlet made this database (step {step}). Update Gauntlet; nothing was changed."
    return (
        f"A Gauntlet from before the first release made this database (step {step}). Nothing was changed. "
        f"Make a backup, start Gauntlet's commit {BEFORE} on it once, stop that when it is ready, and start "
        "this version again."
    )


def pending_steps(connection: Connection) -> list[Step]:
    """What an upgrade would run, in order; nothing if the database must not be touched. Changes nothing."""
    if refusal(connection) is not None:
        return []
    step = step_of(connection) if whose(connection) is Owner.OURS else None
    if step == TAKEN_OVER:
        step = BASE
    return [each for each in steps() if step is None or each.number > step]


def upgrade(connection: Connection, last: str = HEAD) -> None:
    """Runs all pending steps up to the last one, in the connection's transaction: all of them or none."""
    if VERSION in tables_of(connection):
        taken_over = f"UPDATE {VERSION} SET version_num = '{BASE}' WHERE version_num = '{TAKEN_OVER}'"  # noqa: S608
        connection.exec_driver_sql(taken_over)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, last)


@cache
def steps() -> Sequence[Step]:
    """In the order in which they run."""
    runs = [*ScriptDirectory(str(MIGRATIONS)).walk_revisions()]
    return [Step(each.revision, each.doc.partition("\n")[0]) for each in reversed(runs)]


def _columns(connection: Connection, table: str) -> set[str]:
    seen = inspect(connection)
    return {column["name"] for column in seen.get_columns(table)} if seen.has_table(table) else set()
