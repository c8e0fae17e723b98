"""Which steps of `migrations/` a database still needs, and how they are run."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection

from bot.database.whose import STEP, Owner, foreign_tables, step_of, whose

PACKAGE = Path(__file__).parents[1]
MIGRATIONS = next(
    folder / "migrations" for folder in (PACKAGE, PACKAGE.parent) if (folder / "migrations").is_dir()
)
"""Inside the package where it was installed, beside it in the repository."""
HEAD = "head"
NAMED = 3
"""How many of another program's tables a sentence names."""


class Step(NamedTuple):
    number: str
    what: str
    """The first line of its description."""


def refusal(connection: Connection) -> str | None:
    """Why these tables must not be touched, in a sentence; None if they may be. Changes nothing."""
    match whose(connection):
        case Owner.FOREIGN:
            named = ", ".join(foreign_tables(connection)[:NAMED])
            return (
                f"This database belongs to another program (it holds {named}). "
                "Nothing was changed. Give Gauntlet a database of its own."
            )
        case Owner.OURS if (step := step_of(connection)) not in _numbers():
            return f"A newer Gauntlet made this database (step {step}). Update Gauntlet; nothing was changed."
    return None


def pending_steps(connection: Connection) -> list[Step]:
    """What an upgrade would run, in order; nothing if the database must not be touched. Changes nothing."""
    owner = whose(connection)
    step = step_of(connection) if owner is Owner.OURS else None
    if owner is Owner.FOREIGN or (step is not None and step not in _numbers()):
        return []
    return [each for each in _steps() if step is None or each.number > step]


def upgrade(connection: Connection, last: str = HEAD) -> None:
    """Runs all pending steps up to the last one, in the connection's transaction: all of them or none."""
    from alembic import command  # noqa: PLC0415 - takes memory that most starts do not need
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, last)


@cache
def _steps() -> tuple[Step, ...]:
    """Read once, in the order in which they run: the number of a step is how its file's name begins."""
    files = sorted((MIGRATIONS / "versions").glob(f"{'[0-9]' * STEP}_*.py"))
    return tuple(Step(file.name[:STEP], _first_line(file)) for file in files)


def _first_line(file: Path) -> str:
    """Of the description at the head of a step's file."""
    with file.open(encoding="utf-8") as text:
        return text.readline().strip().strip('"')


def _numbers() -> set[str]:
    return {each.number for each in _steps()}
