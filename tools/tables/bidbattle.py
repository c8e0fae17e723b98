"""Solves Bid Battle by backward induction, from the last item to the first.

The matrix of a position holds the chance to win after my bid (the row) and theirs (the column). In every
position one bid of mine guarantees exactly what one bid of theirs limits me to, so nobody needs to mix bids.
`solve` checks this. Of several such bids it takes the one that wins most often against a weak bidder.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from struct import pack
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.bidbattle.rules import ITEMS
from games.bidbattle.solution import Position, final, positions

Grid: TypeAlias = NDArray[np.float64]
Grids: TypeAlias = dict[tuple[int, int], Grid]
Points: TypeAlias = NDArray[np.int64]
NOISE = 1e-9
DIGITS = 12
"""Decimal places to which worths are rounded, so that equal worths are stored as equal numbers."""


@dataclass(frozen=True, slots=True)
class Solution:
    """Numbers by items won and lost, then by my points and theirs.

    A seat that has won nothing still has all its points, which have index 0 then.
    """

    worths: Grids
    bids: Grids
    against_weak: Grids
    """How often these bids win against a weak bidder."""


def build() -> Mapping[str, bytes]:
    return {"bids": packed(solve(positions()))}


def solve(wanted: Iterable[Position]) -> Solution:
    """Solves these positions. All positions that can follow have to be among them."""
    solution = Solution(*(_blank() for _ in range(3)))
    for at in sorted(wanted, key=lambda at: -at.won - at.lost):
        worth, bid, against_weak = _solved(at, solution)
        _write(solution.worths, at, worth)
        _write(solution.bids, at, bid)
        _write(solution.against_weak, at, against_weak)
    return solution


def packed(solution: Solution) -> bytes:
    pairs = [*solution.worths]
    every_worth = np.concatenate([solution.worths[pair].ravel() for pair in pairs])
    every_bid = np.concatenate([solution.bids[pair].ravel() for pair in pairs])
    worths, index = np.unique(every_worth, return_inverse=True)
    body = np.column_stack([every_bid, index]).astype(np.uint8)
    return pack(f"<B{len(worths)}d", len(worths), *worths) + body.tobytes()


def _solved(at: Position, solution: Solution) -> tuple[float, int, float]:
    matrix = _matrix(at, solution.worths)
    low, high = matrix.min(axis=1), matrix.max(axis=0)
    worth = low.max()
    if high.min() > worth + NOISE:
        raise AssertionError(f"no pure equilibrium at {at}")
    hopes = np.where(low > worth - NOISE, _matrix(at, solution.against_weak) @ _weakly(at), -1.0)
    best = int(hopes.argmax())
    return round(float(worth), DIGITS), at.bids[best], float(hopes[best])


def _weakly(at: Position) -> Grid:
    """How often a weak bidder makes each bid.

    Half of the time it is any bid, half of the time one near an equal share of the points for each item left.
    """
    replies = np.array(at.swapped.bids)
    share = max(at.theirs // (len(ITEMS) - at.won - at.lost), replies[0])
    near = 2 * abs(replies - share) <= share
    weights: Grid = 0.5 / len(replies) + 0.5 * near / near.sum()
    return weights


def _matrix(at: Position, known: Grids) -> Grid:
    bids, replies = np.array(at.bids)[:, None], np.array(at.swapped.bids)[None, :]
    won = _look_up(known, at.won + 1, at.lost, at.mine - bids, np.full_like(bids, at.theirs))
    lost = _look_up(known, at.won, at.lost + 1, np.full_like(replies, at.mine), at.theirs - replies)
    matrix: Grid = np.where(bids > replies, won, np.where(bids < replies, lost, (won + lost) / 2))
    return matrix


def _look_up(known: Grids, won: int, lost: int, mine: Points, theirs: Points) -> Grid:
    if won + lost == len(ITEMS):
        return np.full(mine.shape, final(won))
    return known[won, lost][mine if won else 0 * mine, theirs if lost else 0 * theirs]


def _write(known: Grids, at: Position, number: float) -> None:
    known[at.won, at.lost][at.mine if at.won else 0, at.theirs if at.lost else 0] = number


def _blank() -> Grids:
    shapes: dict[tuple[int, int], tuple[int, int]] = {}
    for at in positions():
        shapes[at.won, at.lost] = at.mine + 1 if at.won else 1, at.theirs + 1 if at.lost else 1
    return {pair: np.zeros(shape) for pair, shape in shapes.items()}
