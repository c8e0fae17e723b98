"""Makes the tables of a new database at once. All steps together make the same ones, but need Alembic."""

from sqlalchemy import Connection, Index
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.database.real import columns_of
from bot.database.schema import metadata
from bot.database.whose import VERSION

VERSION_TABLE = f"""
CREATE TABLE {VERSION} (
    version_num VARCHAR(32) NOT NULL, CONSTRAINT {VERSION}_pkc PRIMARY KEY (version_num)
)
"""


def has_no_tables(connection: Connection) -> bool:
    return not columns_of(connection)


def create(connection: Connection, step: str) -> None:
    """Makes all tables, in the connection's transaction, and notes that they stand at this step."""
    for table in metadata.sorted_tables:
        connection.execute(CreateTable(table))
        for index in sorted(table.indexes, key=_name):
            connection.execute(CreateIndex(index))
    connection.exec_driver_sql(VERSION_TABLE)
    connection.exec_driver_sql(f"INSERT INTO {VERSION} VALUES ('{step}')")  # noqa: S608 - the name of a file


def _name(index: Index) -> str:
    """If two indexes serve a query equally well, SQLite's choice depends on their order."""
    return str(index.name)
