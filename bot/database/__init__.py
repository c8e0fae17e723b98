"""The database: one SQLite file, or a PostgreSQL server."""

from bot.database.base import POSTGRESQL, SQLITE, USUAL_NAME, Database, Unusable
from bot.database.file.backup import back_up
from bot.database.sql import Link
from bot.process.shards import Shards

__all__ = ["POSTGRESQL", "SQLITE", "Database", "Link", "Unusable", "back_up", "open_database"]


async def open_database(
    address: str,
    *,
    exclusive: bool = False,
    shards: Shards | None = None,
    named: str = USUAL_NAME,
) -> Database:
    """Opens `sqlite:///` and a path, or `postgresql://` and a server, and brings its tables up to date.

    Only one process can open an SQLite file. Several can share a server, unless one opens it as `exclusive`;
    each of them runs other `shards`. A host who is told of a problem with a server knows it as `named`.
    """
    if address.startswith(POSTGRESQL):
        from bot.database.postgres.server import PostgresServer  # noqa: PLC0415 - takes memory that the other database does not need

        return await PostgresServer.open(address, exclusive=exclusive, shards=shards, named=named)
    from bot.database.sqlite import SqliteFile  # noqa: PLC0415

    return await SqliteFile.open(address.removeprefix(SQLITE))
