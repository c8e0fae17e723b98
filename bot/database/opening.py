"""Which kind of database an address means."""

from bot.database.base import Database
from bot.database.postgres import POSTGRESQL, PostgresServer
from bot.database.sqlite import SQLITE, SqliteFile


async def open_database(address: str) -> Database:
    """`sqlite:///` and a path, or `postgresql://` and a server; its tables are brought up to date first."""
    if address.startswith(POSTGRESQL):
        return await PostgresServer.open(address)
    return await SqliteFile.open(address.removeprefix(SQLITE))
