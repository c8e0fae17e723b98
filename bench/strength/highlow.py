"""High-Low's top level, computed over all positions: its worst case and its chance against random picks."""

from collections.abc import Callable, Iterator
from statistics import fmean

from bench.strength.figures import Figure
from games.highlow.rules import CARDS
from games.highlow.solution import SHARES, Position, weights


def figures(_quick: bool) -> Iterator[Figure]:  # noqa: FBT001 - computing everything is quick
    start = Position(CARDS, CARDS)
    yield Figure(
        "the top level against a best response", 100 * chance(start, min, {}), least=49.99, most=50.01
    )
    yield Figure("the top level against random picks", 100 * chance(start, fmean, {}), least=90)


def chance(at: Position, replying: Callable[[list[float]], float], known: dict[int, float]) -> float:
    """The chance of the table's mixes to win. `replying` chooses among the chances after each reply."""
    decided = at.decided
    if decided is not None:
        return decided
    key = at.key
    if key not in known:
        mix = [(card, share / SHARES) for card, share in zip(at.mine, weights(at), strict=True) if share]
        known[key] = replying(
            [
                sum(share * chance(at.after(card, reply), replying, known) for card, share in mix)
                for reply in at.theirs
            ]
        )
    return known[key]
