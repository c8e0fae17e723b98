"""What every database can do, and how its tables are brought up to date."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TypeVar

from sqlalchemy import Connection, Executable

from bot.database.compare import differences
from bot.database.sql import NOTHING, Link, Rows, Values
from bot.database.upgrade import Owner, pending_steps, refusal, step_of, upgrade, whose

T = TypeVar("T")
SQLITE = "sqlite:///"
POSTGRESQL = "postgresql://"
"""How the address of each kind of database begins."""
USUAL_NAME = "the database at DATABASE_URL"
"""What a host is told of the database of the bot, unless it has another name for that host."""
REPORTED = 3
"""How many differences a sentence names."""


class Unusable(Exception):  # noqa: N818 - named after what it says of the database
    """The database can't be used; the message is a sentence that says why."""


class Database(ABC):
    @abstractmethod
    async def execute(self, statement: Executable, values: Values = NOTHING, *, lasting: bool = True) -> Rows:
        """Executes one statement alone: a question, or a change that commits itself. A power failure may undo
        a change that is not `lasting`, unless a later one is; the end of the process does not."""

    @abstractmethod
    def reading(self) -> AbstractAsyncContextManager[Link]:
        """For several questions."""

    def reading_beside(self) -> AbstractAsyncContextManager[Link]:
        """For questions that may take long. Others are not kept waiting."""
        return self.reading()

    @abstractmethod
    def writing(
        self, people: Collection[int] = (), *, lasting: bool = True, in_line: bool = True
    ) -> AbstractAsyncContextManager[Link]:
        """Everything inside happens, or nothing. It begins when no other process holds one of these people,
        and holds them until it ends. A process has one such transaction at a time, and those that are not
        `in_line`."""

    @abstractmethod
    async def repeated(self, work: Callable[[], Awaitable[T]], *, if_lost: bool = False) -> T:
        """Does work in transactions of its own, and repeats it if the database undid it because of others.
        With `if_lost`, work that may be done twice is also repeated if the database was out of reach."""

    @asynccontextmanager
    async def reserved(self, _key: int) -> AsyncIterator[None]:
        """Holds a lock on `key` against other processes; SQLite has only one, so this does nothing."""
        yield

    @asynccontextmanager
    async def reserving(self, _key: int) -> AsyncIterator[Link | None]:
        """`writing` with that lock, without waiting for it: None if another process has it. It need not be
        lasting."""
        async with self.writing(lasting=False) as connection:
            yield connection

    async def forget_deleted(self) -> None:
        """Sees to it that what was deleted stands in no file any more; a server does that by itself."""
        return

    async def take_turn(self, _number: int, _seconds: float) -> None:
        """Waits until no other process has this turn, and keeps it from them for as many seconds after that.
        SQLite has only one process, so this does nothing."""
        return

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
    """Brings the tables up to date, in the connection's transaction, and makes sure that they are."""
    refuse(connection)
    if pending_steps(connection):
        upgrade(connection)
    if found := differences(connection):
        raise Unusable(_unexpected(found))


def refuse(connection: Connection) -> None:
    """Raises an error if the database is another program's, or a newer version's. Changes nothing."""
    if sentence := refusal(connection):
        raise Unusable(sentence)


def require_current(connection: Connection) -> None:
    """Refuses a database from which nothing can be copied as it is: an empty, foreign, older or newer one."""
    refuse(connection)
    if whose(connection) is Owner.EMPTY:
        raise Unusable("The database to move from is empty. Check its address; nothing was changed.")
    if pending_steps(connection):
        raise Unusable(
            f"An older Gauntlet made the database to move from (step {step_of(connection)}). Nothing was "
            "changed. Start the bot on it once, which brings it up to date, stop the bot, and move then."
        )


def _unexpected(found: Sequence[str]) -> str:
    more = f"; and {len(found) - REPORTED} more" if len(found) > REPORTED else ""
    return (
        f"The tables are not as this version needs them: {'; '.join(found[:REPORTED])}{more}. "
        "Nothing was changed. Put back a backup from before they were changed, or report this as an error. "
        "Tables and indexes that you added yourself may stay."
    )
