"""Looks at an SQLite file through a connection that can't write."""

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import TypeVar
from urllib.parse import quote

from sqlalchemy import Connection, NullPool, create_engine
from sqlalchemy.exc import DBAPIError

T = TypeVar("T")


def look(path: str, work: Callable[[Connection], T]) -> T:
    """What `work` finds in the file, which has to be there. Not even its kind of journal is changed.
    An error is the driver's own."""
    connect = partial(sqlite3.connect, f"file:{quote(path)}?mode=ro", uri=True)
    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)
    try:
        with engine.connect() as connection:
            return work(connection)
    except DBAPIError as problem:
        raise problem.orig or problem from None
