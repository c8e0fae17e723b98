"""Saves spectators' votes before anybody is told of them. Votes that arrive together share one commit."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.database import Database, Link
from bot.database.schema import votes
from bot.database.upsert import upsert
from bot.duels.duel import Tally
from bot.storage.batch import Batch
from bot.storage.queries import TALLY
from games.engine import SEATS, Seat


@dataclass(frozen=True, slots=True)
class Vote:
    duel: int
    person: int
    seat: Seat


class VoteStore:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._batch = Batch(self._commit)
        self.close = self._batch.close

    async def cast(self, vote: Vote) -> Tally:
        """Saves a vote, which replaces the person's earlier one, and returns the duel's tally."""
        return await self._batch.add(vote)

    async def _commit(self, cast: Sequence[Vote]) -> list[Tally]:
        """Writes only the last of several votes of a person: one statement can't change a row twice."""
        last = {(vote.duel, vote.person): vote.seat for vote in cast}
        rows = [{"duel": duel, "person": person, "seat": seat} for (duel, person), seat in last.items()]
        statement = upsert(votes)
        statement = statement.on_conflict_do_update(
            index_elements=[votes.c.duel, votes.c.person], set_={"seat": statement.excluded.seat}
        )
        async with self._database.writing() as connection:
            await connection.execute(statement, rows)
            tallies = {duel: await tally_of(connection, duel) for duel in {vote.duel for vote in cast}}
        return [tallies[vote.duel] for vote in cast]


async def tally_of(connection: Link, duel: int) -> Tally:
    rows = await connection.execute(TALLY, {"of_duel": duel})
    counted: dict[int, int] = {row[0]: row[1] for row in rows}
    first, second = (counted.get(seat, 0) for seat in SEATS)
    return first, second
