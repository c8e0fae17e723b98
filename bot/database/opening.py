"""Which kind of database an address means."""

from bot.database.base import Database
from bot.database.postgres import POSTGRESQL, PostgresServer
from bot.database.sqlite import SQLITE, SqliteFile


async def open_database(address: str, *, alone: bool = False) -> Database:
    """`sqlite:///` and a path, or `postgresql://` and a server; its tables are brought up to date first.

    An SQLite file always belongs to one process alone; a server does so when that is asked for.
    """
    if address.startswith(POSTGRESQL):
        return await PostgresServer.open(address, alone=alone)
    return await SqliteFile.open(address.removeprefix(SQLITE))
