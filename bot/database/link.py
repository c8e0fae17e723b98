"""What whoever reads or writes is given: statements in, rows out."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar, TypeVarTuple, overload

from sqlalchemy import Connection, CursorResult, Dialect, Executable
from sqlalchemy.sql.selectable import TypedReturnsRows

T = TypeVar("T")
Row = TypeVarTuple("Row")
Parameters: TypeAlias = Mapping[str, Any] | Sequence[Mapping[str, Any]] | None
BREATH = 0.01
"""Seconds after which whoever reads a lot lets others through."""


class Link(Protocol):
    """Of what SQLAlchemy's asynchronous connection can do, as much as we use."""

    @property
    def dialect(self) -> Dialect: ...

    @overload
    async def execute(
        self, statement: TypedReturnsRows[*Row], parameters: Parameters = None
    ) -> CursorResult[*Row]: ...

    @overload
    async def execute(
        self, statement: Executable, parameters: Parameters = None
    ) -> CursorResult[*tuple[Any, ...]]: ...

    async def run_sync(self, work: Callable[[Connection], T]) -> T: ...


class FileLink:
    """To a file whose statements are run where they are asked for: most take less than a tenth of a
    millisecond, and to wait for a thread takes several times as long. Only a commit waits for the disk."""

    _breathed = 0.0

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.dialect = connection.dialect

    async def execute(self, statement: Any, parameters: Parameters = None) -> CursorResult[*tuple[Any, ...]]:
        await self._breathe()
        return self._connection.execute(statement, parameters)

    async def run_sync(self, work: Callable[[Connection], T]) -> T:
        await self._breathe()
        return work(self._connection)

    async def _breathe(self) -> None:
        now = time.monotonic()
        if now > FileLink._breathed + BREATH:
            FileLink._breathed = now
            await asyncio.sleep(0)
