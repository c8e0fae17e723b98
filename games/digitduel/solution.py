"""What was computed about a round of Digit Duel, and how to look it up: `tables/digitduel` computes it.

Both tables tell situations of a seat apart by: start the round or not, the own digits, the digits given to
the other, and how many digits the other keeps hidden.

keep    One byte for each situation with a decision: how many of the ten digits are kept, in steps of 1/25.
        85 means 3.4: keep 9, 8 and 7 always, and 6 in four cases of ten.
values  Two bytes for each situation before a digit is drawn, by whichever seat: the chance to win the round.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from games.digitduel.rounds import Act, Move
from games.digitduel.rules import HAND_SIZE, View
from games.engine import Seat, other
from games.tables import table

DIGITS = 10
STEPS = 25
STARTER_WINS = 0.6146
"""A round, if both play well; a level one counts as what its replay is worth."""

PAIRS, HANDS = 66, 286
"""Multisets of up to two digits, and of up to three."""
GIVEN_STARTS = (0, 286, 352, 363)
GIVEN = 364
"""What can have been given to a hand with 0, 1, 2 or 3 hidden digits: the rest of it at most."""
OPEN_STARTS = (0, 66, 77)
OPEN = 78
"""The same when that hand isn't full yet."""
ENTRIES = 2 * PAIRS * GIVEN
VALUES = 2 * (PAIRS * GIVEN + (HANDS - PAIRS) * OPEN)


@dataclass(frozen=True, slots=True)
class Situation:
    """What a seat goes by; the digits are sorted."""

    role: int
    """0 starts the round, 1 doesn't."""
    own: tuple[int, ...]
    gave: tuple[int, ...]
    hidden: int
    """How many digits the other has kept."""

    def with_own(self, digit: int) -> "Situation":
        return Situation(self.role, tuple(sorted((*self.own, digit))), self.gave, self.hidden)

    def having_given(self, digit: int) -> "Situation":
        return Situation(self.role, self.own, tuple(sorted((*self.gave, digit))), self.hidden)

    @property
    def theirs(self) -> int:
        return len(self.gave) + self.hidden


def situation(view: View, seat: Seat) -> Situation:
    """The own hand must be in the view."""
    own = tuple(sorted(digit for digit in view.hands[seat] if digit is not None))
    theirs = view.hands[other(seat)]
    gave = given_by(view.acts, seat)
    return Situation(int(view.starter != seat), own, gave, len(theirs) - len(gave))


def given_by(acts: Iterable[Act], seat: Seat) -> tuple[int, ...]:
    return tuple(
        sorted(
            each.digit
            for each in acts
            if each.seat == seat and each.move is Move.GIVE and each.digit is not None
        )
    )


def keeps(now: Situation, digit: int) -> float:
    """How often this digit is kept."""
    place = keep_entry(now.role, ranks()[now.own], ranks()[now.gave], now.hidden)
    share = table("digitduel", "keep")[place] / STEPS
    return min(1.0, max(0.0, share - (DIGITS - 1 - digit)))


def value(now: Situation) -> float:
    """The chance to win the round, before anybody draws the next digit."""
    place = 2 * value_entry(now.role, ranks()[now.own], ranks()[now.gave], now.hidden)
    return int.from_bytes(table("digitduel", "values")[place : place + 2], "little") / 65535


def keep_entry(role: int, own: int, gave: int, hidden: int) -> int:
    return (role * PAIRS + own) * GIVEN + GIVEN_STARTS[hidden] + gave


def value_entry(role: int, own: int, gave: int, hidden: int) -> int:
    start = role * (VALUES // 2)
    if own < PAIRS:
        return start + own * GIVEN + GIVEN_STARTS[hidden] + gave
    return start + PAIRS * GIVEN + (own - PAIRS) * OPEN + OPEN_STARTS[hidden] + gave


@cache
def ranks() -> dict[tuple[int, ...], int]:
    """Every multiset of up to three digits, small ones first."""
    hands = (hand for size in range(HAND_SIZE + 1) for hand in multisets(size))
    return {hand: rank for rank, hand in enumerate(hands)}


def multisets(size: int) -> Sequence[tuple[int, ...]]:
    return tuple(combinations_with_replacement(range(DIGITS), size))
