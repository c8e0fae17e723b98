"""One pick on the scales: what it was worth by what its player could know, and what it gave away."""

from collections.abc import Callable
from dataclasses import dataclass

from games.engine import Seat
from games.match import AnyMatch
from games.review.habits import AnyLapse, Lapse
from games.review.judge import AnyJudge
from games.room import AnyRoom

ROUNDING = 1e-6
"""Differences below this are none where the game is solved …"""
DOUBT = 0.01
"""… and below this where chances are estimated."""
CLEARLY = 0.1
"""How far the chances must fall for a right pick to be called unlucky, or rise for a mistake to be lucky."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Chances are those of winning the match; labels are what the player saw.

    `best` lists every pick that was as good as any; `best_worth` is the chance before the pick. `stake` is
    what there was to lose: the best pick's worth less the worst one's. `after` is the chance this seat saw
    when the turn was over.
    """

    turn: int
    seat: Seat
    token: str
    label: str
    options: int
    best: tuple[str, ...]
    best_worth: float
    worth: float
    cost: float
    stake: float
    after: float

    @property
    def unlucky(self) -> bool:
        """Right, and yet the chances clearly fell by what came out."""
        return not self.cost and self.options > 1 and self.after < self.worth - CLEARLY

    @property
    def lucky(self) -> bool:
        """A mistake, and yet the chances clearly rose by what came out."""
        return self.cost > 0 and self.after > self.best_worth + CLEARLY


def weigh(
    room: AnyRoom, judge: AnyJudge, match: AnyMatch, seat: Seat, token: str, after: float
) -> tuple[Pick, AnyLapse | None]:
    """The pick that this seat now makes, and the lapse that it was if it gave anything away."""
    view, moves = match.view(seat), match.legal_moves(seat)
    worths = judge.chances(view, moves)
    top, doubt = max(worths.values()), ROUNDING if judge.exact else DOUBT
    best = tuple(move for move in moves if worths[move] > top - doubt)
    move = next(move for move in moves if str(move) == token)
    cost = 0.0 if move in best else top - worths[move]
    label = _labels(room, match, seat)
    pick = Pick(
        turn=match.turn,
        seat=seat,
        token=token,
        label=label(token),
        options=len(moves),
        best=tuple(label(str(each)) for each in best),
        best_worth=top,
        worth=worths[move],
        cost=cost,
        stake=0.0 if len(best) == len(moves) else top - min(worths.values()),
        after=after,
    )
    return pick, Lapse(view, move, best, cost) if cost else None


def _labels(room: AnyRoom, match: AnyMatch, seat: Seat) -> Callable[[str], str]:
    """What picks are called: numbers as they are, without what a button adds; others as they were offered."""
    screen = room.show(match, seat, ("", ""))

    def label(token: str) -> str:
        choice = screen.choice(token)
        return choice.label if choice and not token.isdecimal() else token

    return label
