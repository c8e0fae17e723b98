"""What the other may hide in a round of Digit Duel, judged by what they gave and what they kept."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.digitduel.rounds import Act, Move
from games.digitduel.rules import HAND_SIZE
from games.digitduel.solution import DIGITS, Situation, given_by, keeps
from games.engine import Seat, other

COPIES = 4
SLIP = 0.001
"""How often the opposite of what the table says is expected: so nothing is ruled out."""


@dataclass(frozen=True, slots=True)
class World:
    """One way things may be."""

    weight: float
    """How likely, compared with the others."""
    hand: tuple[int, ...]
    """All digits of the other, sorted."""
    code: int
    left: tuple[int, ...]
    """How many of each digit are still in the deck."""

    def without(self, digit: int) -> tuple[int, ...]:
        """What is left once this digit was drawn; nobody draws what isn't there."""
        return (*self.left[:digit], max(0, self.left[digit] - 1), *self.left[digit + 1 :])


def code_of(digits: Iterable[int]) -> int:
    """Of two hands of one size, the higher has the higher code; and codes add up like hands."""
    return sum((HAND_SIZE + 1) ** digit for digit in digits)


def worlds(acts: Sequence[Act], seat: Seat, starter: Seat) -> tuple[World, ...]:
    """All that these acts, as the seat saw them, leave possible."""
    return tuple(_worlds(acts, seat, starter))


def _worlds(acts: Sequence[Act], seat: Seat, starter: Seat) -> Iterator[World]:
    gave = given_by(acts, seat)
    seen = Counter(each.digit for each in acts)
    for hidden, belief in _beliefs(acts, seat, starter).items():
        weight, left = belief, [COPIES - seen[digit] for digit in range(DIGITS)]
        for digit in hidden:
            weight *= left[digit]
            left[digit] -= 1
        if weight:
            hand = tuple(sorted((*gave, *hidden)))
            yield World(weight, hand, code_of(hand), tuple(left))


def _beliefs(acts: Sequence[Act], seat: Seat, starter: Seat) -> Mapping[tuple[int, ...], float]:
    """How likely each hidden hand makes what they did; the cards are not yet counted."""
    beliefs: Mapping[tuple[int, ...], float] = {(): 1.0}
    for at, act in enumerate(acts):
        if act.seat != seat:
            beliefs = _updated(beliefs, act, acts[:at], starter)
    return beliefs


def _updated(
    beliefs: Mapping[tuple[int, ...], float], act: Act, before: Sequence[Act], starter: Seat
) -> Mapping[tuple[int, ...], float]:
    """The beliefs about whoever did this, after it."""
    me = other(act.seat)
    given, gave = given_by(before, me), given_by(before, act.seat)
    hidden = sum(each.seat == me and each.move is Move.KEEP for each in before)
    after: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for kept, belief in beliefs.items():
        theirs = Situation(int(act.seat != starter), tuple(sorted((*given, *kept))), gave, hidden)
        for digit, likely in _deeds(theirs, act):
            now = tuple(sorted((*kept, digit))) if act.move is Move.KEEP else kept
            after[now] += belief * likely
    return after


def _deeds(theirs: Situation, act: Act) -> Iterator[tuple[int, float]]:
    """The digits the act may have been about, with how likely each makes it."""
    for digit in range(DIGITS) if act.digit is None else (act.digit,):
        keep = SLIP + (1 - 2 * SLIP) * keeps(theirs, digit)
        yield digit, keep if act.move is Move.KEEP else 1 - keep
