"""What every database can do, and how one is brought up to date."""

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

MIGRATIONS = Path(__file__).parent.parent.parent / "migrations"


class Unusable(Exception):  # noqa: N818 - named after what it says of the database
    """A database that can't be used, and a sentence that says why."""


class Database(ABC):
    @abstractmethod
    def transaction(self) -> AbstractAsyncContextManager[Link]:
        """Everything inside happens, or nothing. One at a time in this process."""

    def saving(self) -> AbstractAsyncContextManager[Link]:
        """The same, for nothing but prepared statements, and quicker."""
        return self.transaction()

    @abstractmethod
    def reading(self) -> AbstractAsyncContextManager[Link]: ...

    @abstractmethod
    async def append(self, entries: Sequence[Entry]) -> list[bool]:
        """All in one commit; False for an entry that contradicts what is there already."""

    @asynccontextmanager
    async def reserved(self, _key: int) -> AsyncIterator[None]:
        """No other process has reserved this meanwhile; where there is no other, nothing has to be done."""
        yield

    async def reserve(self, _connection: Link, _key: int) -> bool:
        """The same until the end of a transaction, but without waiting: False when another process has it."""
        return True

    @abstractmethod
    async def close(self) -> None: ...

    @property
    def trouble(self) -> str | None:
        """What is wrong with it at the moment, if anything."""
        return None


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
