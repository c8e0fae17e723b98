"""What every database can do, and how its tables are brought up to date."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.database.link import Link
from bot.storage.entries import Entry

SQLITE = "sqlite:///"
POSTGRESQL = "postgresql://"
"""How the address of each kind of database begins."""
PACKAGE = Path(__file__).parents[1]
MIGRATIONS = next(
    folder / "migrations" for folder in (PACKAGE, PACKAGE.parent) if (folder / "migrations").is_dir()
)
"""Inside the package where it was installed, beside it in the repository."""


class Unusable(Exception):  # noqa: N818 - named after what it says of the database
    """The database can't be used; the message is a sentence that says why."""


class Database(ABC):
    @abstractmethod
    def transaction(self) -> AbstractAsyncContextManager[Link]:
        """Everything inside happens, or nothing. This process has one transaction at a time."""

    def saving(self) -> AbstractAsyncContextManager[Link]:
        """A faster transaction, in which only prepared statements can be executed."""
        return self.transaction()

    @abstractmethod
    def reading(self) -> AbstractAsyncContextManager[Link]: ...

    def reading_beside(self) -> AbstractAsyncContextManager[Link]:
        """For reads that can be big: the loop goes on with other tasks while the database works on them."""
        return self.reading()

    @abstractmethod
    async def append(self, entries: Sequence[Entry]) -> list[bool]:
        """Saves all entries in one commit; False for an entry that contradicts what is already saved."""

    @asynccontextmanager
    async def reserved(self, _key: int) -> AsyncIterator[None]:
        """Holds a lock on `key` against other processes; SQLite has only one, so this does nothing."""
        yield

    async def reserve(self, _connection: Link, _key: int) -> bool:
        """Takes that lock until the transaction ends, without waiting: False if another process has it."""
        return True

    @abstractmethod
    async def close(self) -> None: ...

    @property
    def trouble(self) -> str | None:
        """What is wrong with the database at the moment, if anything."""
        return None

    async def probe(self) -> str | None:
        """Finds out within a few seconds whether the database can be used now: what is wrong, if anything."""
        return self.trouble


def migrate(connection: Connection) -> None:
    steps = _steps()
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in {step.revision for step in steps.walk_revisions()}:
        raise Unusable(
            f"A newer Gauntlet made this database (step {current}). Update Gauntlet; nothing was changed."
        )
    if current != steps.get_current_head():
        config = AlembicConfig()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@cache
def _steps() -> ScriptDirectory:
    """Read once: to look at a database that is up to date then takes no time."""
    return ScriptDirectory(str(MIGRATIONS))
