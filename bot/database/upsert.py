"""INSERT … ON CONFLICT for both databases; every upsert of the bot is made here.

SQLAlchemy has one `insert` with `on_conflict_do_…` for each dialect, and none for both. The
clauses that they build have the same visit names and attributes, and both compilers have a method for these
names, so PostgreSQL's `insert` also compiles for SQLite. SQLAlchemy doesn't promise this;
`tests/bot/database/test_upsert.py` checks it.
"""

from sqlalchemy import Table
from sqlalchemy.dialects.postgresql import Insert, insert


def upsert(table: Table) -> Insert:
    """An insert that can be given `on_conflict_do_update` or `on_conflict_do_nothing`, for both databases."""
    return insert(table)
