"""Bid Battle's top level, computed over all positions: its worst case and its chance against random bids."""

from collections.abc import Callable, Iterator
from statistics import fmean

from bench.strength.figures import Figure
from games.bidbattle.rules import ITEMS
from games.bidbattle.solution import Position, final, secure_bid


def figures(_quick: bool) -> Iterator[Figure]:  # noqa: FBT001 - computing everything is quick
    worst = 100 * chance(Position(), min, {})
    yield Figure("the top level against a best response", worst, least=50 - 1e-9, most=50)
    yield Figure("the top level against random bids", 100 * chance(Position(), fmean, {}), least=95)
    yield Figure("the top level against equal shares", 100 * chance(Position(), fmean, {}, equal_share))


def equal_share(at: Position) -> list[int]:
    items = len(ITEMS) - at.won - at.lost
    return [at.theirs // items or min(at.theirs, 1)]


def chance(
    at: Position,
    replying: Callable[[list[float]], float],
    known: dict[Position, float],
    bids: Callable[[Position], list[int]] = lambda at: [*at.swapped.bids],
) -> float:
    """The chance of the table's bids to win. `replying` chooses among the chances after each of `bids`."""
    if at.over:
        return final(at.won)
    if at not in known:
        bid = secure_bid(at)
        after = [at.after(bid, reply) for reply in bids(at)]
        known[at] = replying([fmean(chance(each, replying, known, bids) for each in pair) for pair in after])
    return known[at]
