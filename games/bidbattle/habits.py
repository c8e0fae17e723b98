"""Habits that cost items in Bid Battle."""

from collections.abc import Sequence
from typing import TypeAlias

from games.bidbattle.rules import ITEMS, View
from games.engine import SEATS, Seat, other
from games.review.habits import Habit, Lapse
from games.screen import counted

Bid: TypeAlias = Lapse[View, int]

MOST = len(ITEMS) // 2 + 1
"""More than half of the items: nearly always enough to win."""
SHARES = {
    2: "Two more items make a majority, and each may cost half",
    3: "Three items make a majority, and each may cost a third",
}
"""By how many items are still needed: what that says about a price."""


def _seat(lapse: Bid) -> Seat:
    return SEATS[lapse.view.seat or 0]


def _item(lapse: Bid) -> str:
    return ITEMS[len(lapse.view.auctions)]


def _points(lapse: Bid) -> int:
    return lapse.view.points[_seat(lapse)]


def _their_points(lapse: Bid) -> int:
    return lapse.view.points[other(_seat(lapse))]


def _won(lapse: Bid, seat: Seat) -> int:
    return sum(auction.winner == seat for auction in lapse.view.auctions)


def _too_low(lapse: Bid) -> bool:
    return lapse.move < min(lapse.best)


def _too_high(lapse: Bid) -> bool:
    return lapse.move > max(lapse.best)


def _beyond_their_means(lapse: Bid) -> bool:
    return _too_high(lapse) and _their_points(lapse) + 1 in lapse.best


def _saved_for_nothing(lapse: Bid) -> bool:
    return _too_low(lapse) and len(lapse.view.auctions) == len(ITEMS) - 1


def _one_short(lapse: Bid) -> bool:
    return _too_low(lapse) and _won(lapse, _seat(lapse)) == MOST - 1


def _let_them_through(lapse: Bid) -> bool:
    return _too_low(lapse) and _won(lapse, other(_seat(lapse))) == MOST - 1


def _about_their_means(lapses: Sequence[Bid]) -> str:
    worst = lapses[0]
    theirs = _their_points(worst)
    return (
        f"{{You}} bid {worst.move} for item {_item(worst)} when {{them}} had {counted(theirs, 'point')}: "
        f"{theirs + 1} was enough."
    )


def _about_saving(lapses: Sequence[Bid]) -> str:
    return f"{{You}} kept points for after the last item, where they buy nothing: {_example(lapses[0])}"


def _about_the_deciding_item(lapses: Sequence[Bid]) -> str:
    return f"{{You}} needed one more item for a majority and bid too little for it: {_example(lapses[0])}"


def _about_letting_them_through(lapses: Sequence[Bid]) -> str:
    return f"{{You}} bid too little when {{them}} needed only one more item: {_example(lapses[0])}"


def _about_low_bids(lapses: Sequence[Bid]) -> str:
    return f"{{You}} bid too low: {_example(lapses[0])}"


def _about_high_bids(lapses: Sequence[Bid]) -> str:
    return f"{{You}} bid too high: {_example(lapses[0])}"


def _about_stray_bids(lapses: Sequence[Bid]) -> str:
    return f"{{You}} missed the right price: {_example(lapses[0])}"


def _example(lapse: Bid) -> str:
    """With the reason, where an equal share for every item that is still needed is among the best bids."""
    made = f"{lapse.move} of {counted(_points(lapse), 'point')} for item {_item(lapse)}"
    needed = MOST - _won(lapse, _seat(lapse))
    share = _points(lapse) // needed if needed in SHARES else 0
    if share in lapse.best:
        return f"{made}. {SHARES[needed]}, so {share} was right."
    better = min(lapse.best, key=lambda bid: abs(bid - lapse.move))
    return f"{made}, when {better} was right."


HABITS: tuple[Habit[View, int], ...] = (
    Habit(_beyond_their_means, _about_their_means),
    Habit(_saved_for_nothing, _about_saving),
    Habit(_one_short, _about_the_deciding_item),
    Habit(_let_them_through, _about_letting_them_through),
    Habit(_too_low, _about_low_bids),
    Habit(_too_high, _about_high_bids),
    Habit(lambda _: True, _about_stray_bids),
)
