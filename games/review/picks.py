"""One pick on the scales: what it was worth by what its player could know, and what it gave away."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.engine import Seat, other
from games.match import AnyMatch, Picks
from games.review.habits import AnyLapse, Lapse
from games.review.judge import AnyJudge
from games.room import AnyRoom

ROUNDING = 1e-6
"""Differences below this are none where the game is solved …"""
DOUBT = 0.01
"""… and below this where chances are estimated."""
SWING = 0.05
"""How far the chances must move for a turn to count: less is not worth a word or a chart."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Chances are those of winning the match; labels are what the player saw.

    `among` lists what there was to pick from, unless it was any number up to a limit, and `best` every pick
    that was as good as any; `best_worth` is the chance before the pick. `stake` is what there was to lose:
    the best pick's worth less the worst one's. `after` is the chance this seat saw when the turn was over.
    If the other picked unseen in the same turn, `reply` is what they picked, and `foreseen` the chance when
    both picks were open, before chance had its say.
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
    reply: str = ""
    foreseen: float | None = None
    among: tuple[str, ...] = ()

    @property
    def unpunished(self) -> bool:
        """A clear mistake, and yet the chances did not fall."""
        return self.cost >= SWING and self.after > self.best_worth - ROUNDING

    @property
    def outguessed(self) -> bool:
        """Right, and yet the chances clearly fell by what the other picked unseen."""
        return not self.cost and self.foreseen is not None and self.foreseen < self.worth - SWING

    @property
    def unlucky(self) -> bool:
        """Right, and yet the chances clearly fell by what came out."""
        expected = self.worth if self.foreseen is None else self.foreseen
        return not self.cost and self.after < expected - SWING


def weigh(
    room: AnyRoom,
    judge: AnyJudge,
    match: AnyMatch,
    seat: Seat,
    picks: Picks,
    after: float,
) -> tuple[Pick, AnyLapse | None]:
    """What this seat picks in this turn, and the lapse that it was if it gave anything away."""
    view, moves, token = match.view(seat), match.legal_moves(seat), str(picks[seat])
    worths = judge.chances(view, moves)
    top, doubt = max(worths.values()), ROUNDING if judge.exact else DOUBT
    best = tuple(move for move in moves if worths[move] > top - doubt)
    move, reply = _move(match, seat, token), picks[other(seat)]
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
        reply=_labels(room, match, other(seat))(reply) if reply else "",
        foreseen=judge.foreseen(view, move, _move(match, other(seat), reply)) if reply else None,
        among=() if isinstance(moves, range) else tuple(label(str(each)) for each in moves),
    )
    return pick, Lapse(view, move, best, cost) if cost else None


def _move(match: AnyMatch, seat: Seat, token: str) -> Any:
    return next(move for move in match.legal_moves(seat) if str(move) == token)


def _labels(room: AnyRoom, match: AnyMatch, seat: Seat) -> Callable[[str], str]:
    """What picks are called: numbers as they are, without what a button adds; others as they were offered."""
    screen = room.offered(match, seat)

    def label(token: str) -> str:
        choice = screen.choice(token)
        return choice.label if choice and not token.isdecimal() else token

    return label
