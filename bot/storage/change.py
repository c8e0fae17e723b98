"""A change of one duel's row, and the condition under which it is saved."""

from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import Executable

from bot.database import Link
from games.engine import Refused, value


@value
class Guard:
    """Holds a condition that is checked in the transaction that saves a change."""

    people: frozenset[int]
    """No process saves another guarded change of one of these people at the same time."""
    check: Callable[[Link], Awaitable[None]]
    """Raises `Refused` if the change must not be saved."""


@value
class Change:
    statement: Executable
    values: dict[str, Any]
    guard: Guard | None = None
    lasting: bool = True
    """False for what can be found out again after a power failure."""

    @property
    def duel(self) -> int:
        return int(self.values["of_duel"] if "of_duel" in self.values else self.values["id"])

    @property
    def people(self) -> frozenset[int]:
        return frozenset() if self.guard is None else self.guard.people

    async def save(self, connection: Link) -> bool | Refused:
        """Saves the change; False if the row was not in the expected state. A refusal is returned, because
        what is saved in the same transaction does not depend on it."""
        if self.guard is not None:
            try:
                await self.guard.check(connection)
            except Refused as refusal:
                return refusal
        return (await connection.execute(self.statement, self.values)).rowcount == 1
