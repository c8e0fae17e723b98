"""Everything that belongs to one game: its rules, its look, its guide, its computer players."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias

from games.engine import SEATS, Game, M, S, Seat, V
from games.guide import Guide
from games.levels import LEVELS
from games.match import NO_PICKS, Match
from games.puzzles.puzzle import Setter
from games.review.habits import Habit
from games.review.judge import Judge
from games.rival import Random, Rival
from games.screen import Names, Screen, Table

LEAST_TOLD = 2
"""The last picks that spectators are always told of."""


@dataclass(frozen=True, slots=True)
class Room(Generic[S, M, V]):
    game: Game[S, M, V]
    board: Callable[[V, Table, tuple[str, ...]], Screen]
    """The public screen, from a spectator's view and the news."""
    hand: Callable[[V, Table, tuple[str, ...]], Screen]
    """One seat's private screen, from that seat's view and the news."""
    news: Callable[[V, Table, int], Iterable[str]]
    """What happened from this turn on, in order, a sentence each. All of it: picks, what they did, forced
    draws, a round's result. How the match ended is not among it."""
    guide: Guide
    rivals: Mapping[str, Rival[V, M]] = field(
        default_factory=lambda: {level.key: Random() for level in LEVELS}
    )
    """The computer players of this game, by the keys of their levels, weakest first."""
    strength: Mapping[str, int] = field(default_factory=dict)
    """What each level's rating was measured to be, on a scale where the middle level has 1500."""
    judge: Judge[V, M] | None = None
    """Who reviews its matches."""
    habits: tuple[Habit[V, M], ...] = ()
    """What a review may tell a player to mend."""
    setter: Setter | None = None
    """Who sets its puzzles."""

    asks: bool = False
    """Whether some of its picks are asked about before they count."""
    hides: bool = True
    """Whether something of a match is secret while it lasts. If not, it is played on its board."""

    def rival(self, key: str) -> Rival[V, M]:
        """Duels that began before there were levels have a rival that picks at random."""
        return self.rivals.get(key) or Random()

    def show(self, match: Match[S, M, V], seat: Seat | None, names: Names) -> Screen:
        """What this seat is shown now; None is everybody. Its news is all that happened since the
        reader's own last pick, so that nothing is missed."""
        movers, view = match.movers, match.view(seat)
        table = _table(match, movers, seat, names)
        told = tuple(self.news(view, table, _unseen_since(match, movers, seat)))
        return self.board(view, table, told) if seat is None else self.hand(view, table, told)

    def offered(self, match: Match[S, M, V], seat: Seat) -> Screen:
        """What this seat can pick now: its screen without names and news, which takes less time to make."""
        return self.hand(match.view(seat), _table(match, match.movers, seat, ("", "")), ())

    def told(
        self,
        match: Match[S, M, V],
        turn: int,
        names: Names,
        seat: Seat | None = None,
        *,
        by_name: bool = False,
    ) -> tuple[str, ...]:
        """What happened in the match from this turn on, as this seat may know it. It is spoken to, unless
        all players are to be called by name."""
        table = _table(match, match.movers, None if by_name else seat, names)
        return tuple(self.news(match.view(seat), table, turn))


AnyRoom: TypeAlias = Room[Any, Any, Any]


def _table(match: Match[S, M, V], movers: tuple[Seat, ...], seat: Seat | None, names: Names) -> Table:
    """A match is over as soon as nobody has to move."""
    if not movers:
        outcome = match.outcome
        return Table(names, winner=outcome.winner if outcome else None, reader=seat)
    if match.sealed == NO_PICKS:
        return Table(names, movers, reader=seat)
    waiting = tuple([each for each in movers if match.sealed[each] is None])
    return Table(names, waiting, tuple([each for each in movers if each not in waiting]), reader=seat)


def _unseen_since(match: Match[S, M, V], movers: tuple[Seat, ...], reader: Seat | None) -> int:
    """The turn with which the news of this reader begin: that of their own last pick. Spectators are told
    enough that the next player to pick finds all that happened since their own last pick, and at least the
    last two picks. In the end that is so for both players."""
    if reader is not None:
        return _last_pick(match, reader)
    picks, unheard = 0, {*(movers or SEATS)}
    for turn in range(len(match.turns), 0, -1):
        for seat in SEATS:
            if match.turns[turn - 1][seat] is not None:
                picks += 1
                unheard.discard(seat)
        if picks >= LEAST_TOLD and not unheard:
            return turn
    return 1


def _last_pick(match: Match[S, M, V], seat: Seat) -> int:
    """The last turn that this seat has picked in; the first one if there is none."""
    for turn in range(len(match.turns), 0, -1):
        if match.turns[turn - 1][seat] is not None:
            return turn
    return 1
