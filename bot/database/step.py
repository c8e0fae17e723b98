"""Which step of the schema a database has, without changing it."""

from functools import cache

from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from bot.database.base import MIGRATIONS, Unusable

VERSION, OURS = "alembic_version", "duels"
"""The tables that every database of Gauntlet has, whatever its step."""


def step_in(connection: Connection) -> str | None:
    """The step of a database of Gauntlet; None if it has no tables. Another program's database is refused."""
    tables = {*inspect(connection).get_table_names()}
    if not tables - {VERSION}:
        return None
    step = None
    if {VERSION, OURS} <= tables:
        step = connection.execute(text(f"SELECT version_num FROM {VERSION}")).scalar()  # noqa: S608
    if step is None:
        raise Unusable("This is not a database of Gauntlet: its tables belong to another program.")
    return str(step)


def require_known(step: str | None) -> None:
    """Refuses the database of a newer version."""
    if step is not None and step not in _known():
        raise Unusable(
            f"A newer Gauntlet made this database (step {step}). Update Gauntlet; nothing was changed."
        )


def require_current(connection: Connection) -> None:
    """Refuses a database from which nothing can be copied as it is: an empty, foreign, older or newer one."""
    step = step_in(connection)
    if step is None:
        raise Unusable("The database to move from is empty. Check its address; nothing was changed.")
    require_known(step)
    if step != _known()[0]:
        raise Unusable(
            f"An older Gauntlet made the database to move from (step {step}). Nothing was changed. Start the "
            "bot on it once, which brings it up to date, stop the bot, and move then."
        )


@cache
def _known() -> tuple[str, ...]:
    """All steps, the newest first."""
    return tuple(step.revision for step in ScriptDirectory(str(MIGRATIONS)).walk_revisions())
