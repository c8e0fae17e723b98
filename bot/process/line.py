"""A line before a place with room for a few: who enters next, and who is sent away if too many wait.

Servers that wait take turns; within a server, first come is first served. Nobody's second request enters
before somebody's first, and nobody's first is sent away while somebody's second waits.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from typing import TypeAlias

URGENT = -1
"""The rank of those who can't wait at all: before everybody's first."""


@dataclass(slots=True, eq=False)
class Turn:
    """Holds the place of one who waits."""

    server: int
    person: int | None
    rank: int
    """How many requests of the same person were waiting when this one came."""
    number: int
    """It grows in the order in which they came."""
    since: float
    call: "asyncio.Future[bool]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    """True when it is their turn, False when they are sent away."""


Round: TypeAlias = dict[int, dict[Turn, None]]
"""The people of one rank who wait, by server, in the order in which they came. The first server is next."""


class Line:
    def __init__(
        self,
        at_once: int,
        share: int | None = None,
        per_turn: int | None = None,
        patience: float | None = None,
        *,
        together: int | None = None,
        most_waiting: int | None = None,
        longest_wait: float | None = None,
    ) -> None:
        """Makes an empty line. `share` is how many of one server are inside at most, `per_turn` how many of
        one server enter in one turn of the loop, so that tasks of other servers come in between, and
        `together` how many of all. If more than `most_waiting` wait, or one for more than `longest_wait`
        seconds, one is sent away for each that comes."""
        self._at_once = at_once
        self._share = share or at_once
        self._per_turn = per_turn or at_once
        self._patience = patience
        self._together = self._usual = together or at_once
        self._most_waiting = most_waiting
        self._longest_wait = longest_wait
        self._count = 0
        self._inside: Counter[int] = Counter()
        self._entered: Counter[int] = Counter()
        """How many of each server have entered in this turn of the loop."""
        self._entered_together = 0
        self._rounds: dict[int, Round] = {}
        """The people who wait, by rank."""
        self._waiting: dict[Turn, None] = {}
        self._numbers = count()
        self._servers: Counter[int] = Counter()
        self._people: Counter[int] = Counter()
        """How many of each server, and of each person, wait."""

    def __len__(self) -> int:
        """Counts those who wait."""
        return len(self._waiting)

    @property
    def is_empty(self) -> bool:
        """Says whether nobody waits and nobody is inside."""
        return not self._waiting and not self._count

    async def enter(
        self, server: int, patience: float | None = None, person: int | None = None, *, urgent: bool = False
    ) -> bool:
        """Returns when it is this one's turn; False if it took too long, or if too many wait. After True,
        `leave` must follow."""
        if self._is_open and server not in self._servers and self._has_room(server):
            self._let_in(server)
            return True
        rank = URGENT if urgent else 0 if person is None else self._people[person]
        turn = Turn(server, person, rank, next(self._numbers), asyncio.get_running_loop().time())
        self._add(turn)
        if self._is_too_long(turn.since):
            self._send_one_away()
        patience = self._patience if patience is None else patience
        try:
            if patience is None:
                return await turn.call
            async with asyncio.timeout(patience):
                return await turn.call
        except (TimeoutError, asyncio.CancelledError) as reason:
            self._give_up(turn)
            if isinstance(reason, TimeoutError):
                return False
            raise

    def leave(self, server: int) -> None:
        self._count -= 1
        count_down(self._inside, server)
        self._let_next_in()

    def slow_down(self, together: int) -> None:
        """Lets fewer enter in one turn of the loop, for now."""
        self._together = min(together, self._usual)

    def hurry(self) -> None:
        """Lets as many enter in one turn of the loop as usual."""
        self._together = self._usual
        self._let_next_in()

    def _is_too_long(self, now: float) -> bool:
        if self._most_waiting is not None and len(self._waiting) > self._most_waiting:
            return True
        return self._longest_wait is not None and now - next(iter(self._waiting)).since > self._longest_wait

    def _send_one_away(self) -> None:
        """Sends away the newest of those with the most requests, in the server where most of them wait."""
        rounds = self._rounds[max(self._rounds)].values()
        _, _, turn = max((len(turns), (newest := next(reversed(turns))).number, newest) for turns in rounds)
        self._remove(turn)
        turn.call.set_result(False)

    def _has_room(self, server: int) -> bool:
        """Says whether one of this server may enter, if there is room at all."""
        return self._inside.get(server, 0) < self._share and self._entered.get(server, 0) < self._per_turn

    @property
    def _is_open(self) -> bool:
        return self._count < self._at_once and self._entered_together < self._together

    def _let_in(self, server: int) -> None:
        self._count += 1
        self._inside[server] += 1
        if not self._entered:
            asyncio.get_running_loop().call_soon(self._begin_turn)
        self._entered[server] += 1
        self._entered_together += 1

    def _begin_turn(self) -> None:
        self._entered.clear()
        self._entered_together = 0
        self._let_next_in()

    def _let_next_in(self) -> None:
        """Goes round the servers that wait, one from each, for as long as there is room."""
        while self._is_open and (turn := self._next()) is not None:
            self._remove(turn)
            if not turn.call.done():
                self._let_in(turn.server)
                turn.call.set_result(True)

    def _next(self) -> Turn | None:
        if not any(map(self._has_room, self._servers)):
            return None  # somebody who presses again and again has a round for each press
        for rank in sorted(self._rounds) if len(self._rounds) > 1 else self._rounds:
            servers = self._rounds[rank]
            server = next(filter(self._has_room, servers), None)
            if server is not None:
                return next(iter(servers[server]))
        return None

    def _add(self, turn: Turn) -> None:
        self._waiting[turn] = None
        self._servers[turn.server] += 1
        if turn.person is not None:
            self._people[turn.person] += 1
        self._rounds.setdefault(turn.rank, {}).setdefault(turn.server, {})[turn] = None

    def _remove(self, turn: Turn) -> None:
        """Takes one out of the line. Their server goes to the end of the round."""
        del self._waiting[turn]
        count_down(self._servers, turn.server)
        if turn.person is not None:
            count_down(self._people, turn.person)
        servers = self._rounds[turn.rank]
        others = servers.pop(turn.server)
        del others[turn]
        if others:
            servers[turn.server] = others
        elif not servers:
            del self._rounds[turn.rank]

    def _give_up(self, turn: Turn) -> None:
        """Frees the place of one who does not want it any more, in the line or inside."""
        if turn in self._waiting:
            self._remove(turn)
        elif turn.call.done() and not turn.call.cancelled() and turn.call.result():
            self.leave(turn.server)


def count_down(counter: Counter[int], key: int) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
