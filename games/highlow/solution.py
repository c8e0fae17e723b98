"""High-Low worked out: what a position is worth, how often to play each card and what each one costs.

Only the order of the cards left matters, so 2 and 7 against 5 is the same as 1 and 3 against 2; and a
position seen from the other side is the same position. The tables have an entry for each one that can arise.

The table `mixes`: the number of entries (4 bytes); their keys in rising order (4 bytes each, see
`Position.key`); what each is worth (4-byte floats); then for each in turn two lists of 2-byte weights, one
per card from the lowest up, that add up to 65,535: how often the seat from which the position is seen should
play each card, and how often the other should. Together they are an equilibrium, and among the best mixes
those that do best against somebody who plays any card.

A position often has many best mixes. What a card costs is the worth of the position less what the card makes
against that best mix of the other's which hurts it most. So a card costs nothing just if it belongs to some
best mix, whichever of them the table has. In a won position every mix of the other's is a best one.

The table `costs`: the number of bytes in the marks that follow (4 bytes); a mark, one bit, for each weight of
the table `mixes`, in the same order, that says whether the card costs anything; then these costs (2 bytes
each, in 65,535ths).
"""

from array import array
from bisect import bisect_left
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import accumulate
from struct import unpack_from

from games.cards import without
from games.engine import Seat, other
from games.highlow.rules import CARDS, HIGHER_CARD, ROUNDS, TIE_BREAK, View
from games.solved import table


class Holder(IntEnum):
    """Who would score a tie."""

    NOBODY = 0
    ME = 1
    THEM = 2


SPARE = len(CARDS) - ROUNDS
SHARES = 65_535


@dataclass(frozen=True, slots=True)
class Position:
    """What one seat is facing; all of it is known to both."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    lead: int = 0
    holder: Holder = Holder.NOBODY
    spare: int = SPARE
    """With so many cards left, or fewer, a lead ends the match."""

    @property
    def decided(self) -> float | None:
        """1 or 0 when it is over; an even chance when the lot will decide."""
        if len(self.mine) <= self.spare and self.lead:
            return float(self.lead > 0)
        return None if self.mine else 0.5

    @property
    def swapped(self) -> "Position":
        holder = (Holder.NOBODY, Holder.THEM, Holder.ME)[self.holder]
        return Position(self.theirs, self.mine, -self.lead, holder, self.spare)

    @property
    def key(self) -> int:
        """Two bits for each number that anyone holds, from the lowest up: 1 mine, 2 theirs, 3 both.

        Above them, from bit 18 on, is the lead plus 16, and from bit 23 on the holder.
        """
        numbers = sorted({*self.mine, *self.theirs})
        owners = sum(
            ((number in self.mine) + 2 * (number in self.theirs)) << 2 * place
            for place, number in enumerate(numbers)
        )
        return owners | (self.lead + 16) << 18 | self.holder << 23

    def after(self, card: int, reply: int) -> "Position":
        mine, theirs = without(self.mine, card), without(self.theirs, reply)
        if card == reply:
            gain = (0, TIE_BREAK, -TIE_BREAK)[self.holder]
            return Position(mine, theirs, self.lead + gain, self.holder, self.spare)
        gain = HIGHER_CARD if card > reply else -HIGHER_CARD
        holder = Holder.THEM if card > reply else Holder.ME
        return Position(mine, theirs, self.lead + gain, holder, self.spare)


def position(view: View, seat: Seat) -> Position:
    lead = view.scores[seat] - view.scores[other(seat)]
    return Position(view.hands[seat], view.hands[other(seat)], lead, _holder(view.tie_break, seat))


def _holder(tie_break: Seat | None, seat: Seat) -> Holder:
    if tie_break is None:
        return Holder.NOBODY
    return Holder.ME if tie_break == seat else Holder.THEM


def worth(at: Position) -> float:
    """The chance of winning from here when both play well."""
    decided = at.decided
    if decided is not None:
        return decided
    solved = _solved()
    place = solved.place(at.key)
    if place is not None:
        return solved.worths[place]
    return 1 - solved.worths[_swapped(at)]


def weights(at: Position) -> tuple[int, ...]:
    """How often, of 65,535 times, to play each of my cards, from the lowest up."""
    return unpack_from(f"<{len(at.mine)}H", _solved().content, 2 * _start(at))


def costs(at: Position) -> tuple[float, ...]:
    """How much of the chance to win each of my cards gives away, from the lowest up."""
    first = _start(at) - _solved().starts[0]
    return tuple(_cost(number) for number in range(first, first + len(at.mine)))


def _start(at: Position) -> int:
    """Where the weights of my cards begin, counted in pairs of bytes."""
    solved = _solved()
    place = solved.place(at.key)
    if place is not None:
        return solved.starts[place]
    return solved.starts[_swapped(at)] + len(at.mine)


def _swapped(at: Position) -> int:
    """The place of the same position as the other player sees it: one of the two is in the table."""
    place = _solved().place(at.swapped.key)
    if place is None:
        raise KeyError(at)
    return place


def _cost(number: int) -> float:
    content, marks = table("highlow", "costs"), _marks()
    if not marks >> number & 1:
        return 0.0
    (size,) = unpack_from("<I", content)
    before = (marks & (1 << number) - 1).bit_count()
    (part,) = unpack_from("<H", content, 4 + size + 2 * before)
    return float(part) / SHARES


@cache
def _marks() -> int:
    content = table("highlow", "costs")
    (size,) = unpack_from("<I", content)
    return int.from_bytes(content[4 : 4 + size], "little")


@dataclass(frozen=True, slots=True)
class _Solved:
    content: bytes
    keys: "array[int]"
    """In order. Arrays take a tenth of the memory of tuples and dicts."""
    worths: "array[float]"
    starts: "array[int]"
    """Where the weights of each entry begin, counted in pairs of bytes."""

    def place(self, key: int) -> int | None:
        found = bisect_left(self.keys, key)
        return found if found < len(self.keys) and self.keys[found] == key else None


@cache
def _solved() -> _Solved:
    content = table("highlow", "mixes")
    (count,) = unpack_from("<I", content)
    keys = array("I", unpack_from(f"<{count}I", content, 4))
    worths = array("f", unpack_from(f"<{count}f", content, 4 + 4 * count))
    sizes = (2 * _cards_each(key) for key in keys)
    starts = array("I", accumulate(sizes, initial=2 + 4 * count))
    return _Solved(content, keys, worths, starts)


def _cards_each(key: int) -> int:
    """Every card sets one bit of the owners, and both have equally many."""
    return (key & (1 << 18) - 1).bit_count() // 2
