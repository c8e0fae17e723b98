"""Whose database is this? Another program's tables are never touched. Changes nothing."""

from enum import StrEnum

from sqlalchemy import Connection

from bot.database.real import columns_of

VERSION = "alembic_version"
SIGNS = (
    {"id", "guild", "channel", "game", "edition", "challenger", "challenged", "pace", "secret", "status"},
    {"duel", "turn", "seat", "token", "at", "closes"},
)
"""Columns that tables of ours have had since the first step; one of these tables is enough."""
STEP = 4
"""The digits of our steps; other programs have other names for theirs."""


class Owner(StrEnum):
    OURS = "ours"
    EMPTY = "empty"
    FOREIGN = "foreign"


def whose(connection: Connection) -> Owner:
    tables = columns_of(connection)
    step = step_of(connection) if "version_num" in tables.pop(VERSION, ()) else None
    if step is None:
        return Owner.FOREIGN if tables else Owner.EMPTY
    numbered = len(step) == STEP and step.isdecimal()
    signed = not tables or any(sign <= columns for sign in SIGNS for columns in tables.values())
    return Owner.OURS if numbered and signed else Owner.FOREIGN


def step_of(connection: Connection) -> str | None:
    """The step that a database stands at; None also if there are several, as only others have."""
    steps = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION}").scalars().all()  # noqa: S608
    return str(steps[0]) if len(steps) == 1 else None


def foreign_tables(connection: Connection) -> list[str]:
    return sorted(columns_of(connection))
