"""At which step the tables are, whether they are as they should be, and what an upgrade would do."""

from collections.abc import Sequence

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from bot.database.base import MIGRATIONS
from bot.database.schema import metadata
from bot.doctor.finding import Finding, bad, look, ok

VERSION, UPGRADE, SCHEMA = "version", "upgrade", "schema"
NAMED = 3
"""How many differences are named."""


def of_tables(connection: Connection) -> list[Finding]:
    step = current_step(connection)
    if step is None and inspect(connection).get_table_names():
        sentence = "The database belongs to another program. Give Gauntlet one of its own in DATABASE_URL."
        return [bad(VERSION, sentence)]
    if step is not None and step not in dict(steps()):
        sentence = f"A newer Gauntlet made this database (step {step}). Update Gauntlet before you start it."
        return [bad(VERSION, sentence)]
    pending = pending_steps(step)
    version = ok(VERSION, f"The database is at step {step}." if step else "The database is still empty.")
    return [version, of_upgrade(pending), *([] if pending else [of_schema(differences(connection))])]


def of_upgrade(pending: Sequence[tuple[str, str]]) -> Finding:
    if not pending:
        return ok(UPGRADE, "To start this version changes no table.")
    named = "; ".join(f"{number} ({what})" for number, what in pending)
    return look(UPGRADE, f"To start this version runs the steps {named}. Make a backup first.")


def of_schema(found: Sequence[str]) -> Finding:
    if not found:
        return ok(SCHEMA, "All tables are as this version expects them.")
    more = f", and {len(found) - NAMED} more" if len(found) > NAMED else ""
    return bad(SCHEMA, f"The tables differ: {'; '.join(found[:NAMED])}{more}. Bring back a backup.")


def steps() -> list[tuple[str, str]]:
    """The number and the title of every step that this version knows, the oldest first."""
    found = ScriptDirectory(str(MIGRATIONS)).walk_revisions()
    return [(each.revision, (each.doc or "").splitlines()[0].rstrip(".")) for each in reversed([*found])]


def current_step(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def pending_steps(step: str | None) -> list[tuple[str, str]]:
    known = steps()
    done = 0 if step is None else [number for number, _ in known].index(step) + 1
    return known[done:]


def differences(connection: Connection) -> list[str]:
    """Tables and columns that are missing."""
    looking = inspect(connection)
    there = {*looking.get_table_names()}
    missing = [
        f"the table {table.name} is missing" for table in metadata.sorted_tables if table.name not in there
    ]
    for table in metadata.sorted_tables:
        if table.name in there:
            found = {column["name"] for column in looking.get_columns(table.name)}
            missing += [
                f"{table.name}.{each.name} is missing" for each in table.columns if each.name not in found
            ]
    return missing
