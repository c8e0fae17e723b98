"""Bid Battle worked out: what a position is worth and a bid that nobody can punish, read from a table.

Nobody knows a value before the end, so items are alike until then and only their number counts: three beat
two in 92.8 % of all draws, four always beat one. Every position has a bid that secures its worth whatever the
other bids. Where several do, the table has the one that wins most often against weak bidders.

The table `bids`: the number of different worths (1 byte) and these worths (8-byte floats); then two bytes for
each position, see `Position.place`: the bid, and which of the worths.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from struct import unpack_from

from games.bidbattle.rules import HIGHEST_VALUE, ITEMS, LOWEST_VALUE, POINTS, View
from games.engine import Seat, other
from games.solved import table

NOISE = 1e-9


@dataclass(frozen=True, slots=True)
class Position:
    """What one seat is facing: items won by each, points left to each."""

    won: int = 0
    lost: int = 0
    mine: int = POINTS
    theirs: int = POINTS

    @property
    def over(self) -> bool:
        return self.won + self.lost == len(ITEMS)

    @property
    def swapped(self) -> "Position":
        return Position(self.lost, self.won, self.theirs, self.mine)

    @property
    def bids(self) -> range:
        """A player without points isn't asked and counts as bidding 0."""
        return range(1, self.mine + 1) if self.mine else range(1)

    @property
    def place(self) -> int:
        """Where the table has it: by items, then by my points, then by theirs.

        Whoever has won nothing still has all points, and everybody else has spent some.
        """
        mine = self.mine if self.won else 0
        theirs = self.theirs if self.lost else 0
        return starts()[self.won, self.lost] + mine * _choices(self.lost) + theirs

    def after(self, bid: int, reply: int) -> tuple["Position", ...]:
        """What can follow, all equally likely: equal bids go to the lot."""
        won = Position(self.won + 1, self.lost, self.mine - bid, self.theirs)
        lost = Position(self.won, self.lost + 1, self.mine, self.theirs - reply)
        return (won, lost) if bid == reply else (won,) if bid > reply else (lost,)


def position(view: View, seat: Seat) -> Position:
    won = sum(auction.winner == seat for auction in view.auctions)
    return Position(won, len(view.auctions) - won, view.points[seat], view.points[other(seat)])


def worth(at: Position) -> float:
    """The chance of winning from here when both play well."""
    if at.over:
        return final(at.won)
    content = table("bidbattle", "bids")
    return _worths()[content[_body() + 2 * at.place + 1]]


def secure_bid(at: Position) -> int:
    return table("bidbattle", "bids")[_body() + 2 * at.place]


def worth_of(at: Position, bid: int, reply: int) -> float:
    prices = _prices(at)
    if bid == reply:
        return (prices.won[bid] + prices.lost[bid]) / 2
    return prices.won[bid] if bid > reply else prices.lost[reply]


def secure_bids(at: Position) -> tuple[int, ...]:
    """Every bid after which no reply brings the chance below what the position is worth."""
    least = worth(at) - NOISE
    return tuple(bid for bid in at.bids if worst(at, bid, at.swapped.bids) > least)


def worst(at: Position, bid: int, replies: Sequence[int]) -> float:
    """The least that one of these replies, given in order, leaves to this bid.

    Three stand for all: lower ones are alike, and of the higher ones the cheapest hurts most.
    """
    higher = bisect(replies, bid)
    telling = {0, max(0, higher - 1), min(higher, len(replies) - 1)}
    return min(worth_of(at, bid, replies[place]) for place in telling)


@dataclass(frozen=True, slots=True)
class _Prices:
    """What winning the item is worth at each price, and what losing it is worth at each price of theirs."""

    won: Mapping[int, float]
    lost: Mapping[int, float]


@lru_cache(maxsize=256)
def _prices(at: Position) -> _Prices:
    return _Prices(
        {price: worth(Position(at.won + 1, at.lost, at.mine - price, at.theirs)) for price in at.bids},
        {
            price: worth(Position(at.won, at.lost + 1, at.mine, at.theirs - price))
            for price in at.swapped.bids
        },
    )


@cache
def final(won: int) -> float:
    """How often so many items are worth more than the others, over all draws of values with an odd sum."""
    draws = product(_sums(won).items(), _sums(len(ITEMS) - won).items())
    odd = [(mine > theirs, ways * more) for (mine, ways), (theirs, more) in draws if (mine + theirs) % 2]
    return sum(ways for more, ways in odd if more) / sum(ways for _, ways in odd)


def positions() -> Iterator[Position]:
    """All that can arise before the end, as the table has them."""
    for won, lost in starts():
        for mine, theirs in product(range(_choices(won)), range(_choices(lost))):
            yield Position(won, lost, mine if won else POINTS, theirs if lost else POINTS)


@cache
def starts() -> dict[tuple[int, int], int]:
    """Where the positions with so many items won and lost begin."""
    pairs = [(won, lost) for won, lost in product(range(len(ITEMS)), repeat=2) if won + lost < len(ITEMS)]
    sizes = [_choices(won) * _choices(lost) for won, lost in pairs]
    return {pair: sum(sizes[:at]) for at, pair in enumerate(pairs)}


def _choices(won: int) -> int:
    """How many points somebody with so many items can have left: all of them, or some."""
    return POINTS if won else 1


def _sums(items: int) -> Counter[int]:
    """In how many ways so many items give each sum."""
    sums = Counter({0: 1})
    for _ in range(items):
        more: Counter[int] = Counter()
        for total, value in product(sums, range(LOWEST_VALUE, HIGHEST_VALUE + 1)):
            more[total + value] += sums[total]
        sums = more
    return sums


def _body() -> int:
    """Where the table's positions begin."""
    return 1 + 8 * table("bidbattle", "bids")[0]


@cache
def _worths() -> tuple[float, ...]:
    content = table("bidbattle", "bids")
    return unpack_from(f"<{content[0]}d", content, 1)
