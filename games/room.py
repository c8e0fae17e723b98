"""Everything that belongs to one game: its rules, its look, its guide, its computer players."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias

from games.engine import SEATS, Game, M, S, Seat, V
from games.guide import Guide
from games.levels import LEVELS
from games.match import Match
from games.puzzles.puzzle import Setter
from games.review.habits import Habit
from games.review.judge import Judge
from games.rival import Random, Rival
from games.screen import Names, Screen, Table


@dataclass(frozen=True, slots=True)
class Room(Generic[S, M, V]):
    game: Game[S, M, V]
    board: Callable[[V, Table], Screen]
    """The public screen, from a spectator's view."""
    hand: Callable[[V, Table], Screen]
    """One seat's private screen, from that seat's view."""
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

    def rival(self, key: str) -> Rival[V, M]:
        """Duels that began before there were levels have a rival that picks at random."""
        return self.rivals.get(key) or Random()

    def show(self, match: Match[S, M, V], seat: Seat | None, names: Names) -> Screen:
        """What this seat is shown now; None is everybody."""
        picked = tuple(each for each in SEATS if match.sealed[each] is not None)
        outcome = match.outcome
        table = Table(names, match.waiting, picked, outcome.winner if outcome else None)
        return (self.board if seat is None else self.hand)(match.view(seat), table)


AnyRoom: TypeAlias = Room[Any, Any, Any]
