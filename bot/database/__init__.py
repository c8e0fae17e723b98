"""Where everything is kept: one SQLite file, or a PostgreSQL server."""

from bot.database.base import Database, Unusable
from bot.database.link import Link
from bot.database.opening import open_database
from bot.database.sqlite import SQLITE, back_up

__all__ = ["SQLITE", "Database", "Link", "Unusable", "back_up", "open_database"]
