"""Compresses the strategy of the whole tree into small tables, which `games.digitduel.solution` describes.

The table of what to keep ignores the order of events and which of the own digits the other seat has seen. Its
entries are means over all of these cases, weighted by how often they happen.
"""

from collections.abc import Mapping
from functools import cache

import numpy as np

from games.digitduel.solution import ENTRIES, GIVEN, STEPS, keep_entry, ranks, starts
from tools.tables.digitduel.solve import follow
from tools.tables.digitduel.tree import HAND, Floats, Indices, Node, Tree, counts, given
from tools.tables.digitduel.walk import End, Strategy, Walk, sure_ends

OFF_THE_PATH = 1e-3
"""The weight of hands that the strategy itself never reaches."""


def thresholds(tree: Tree, strategy: Strategy) -> bytes:
    """Computes the table `keep`."""
    kept, total = np.zeros((ENTRIES, tree.deck.digits)), np.zeros((ENTRIES, tree.deck.digits))

    def collect(node: Node, mine: Floats, keeping: Floats, leaving: Floats) -> Floats:
        weight = np.abs(keeping) * (mine[:, :, None] + OFF_THE_PATH)
        places = keep_entries(node).ravel()
        np.add.at(kept, places, (weight * strategy[node.acts]).reshape(len(places), -1))
        np.add.at(total, places, weight.reshape(len(places), -1))
        return follow(strategy)(node, mine, keeping, leaving)

    for seat in (0, 1):
        Walk(tree, sure_ends(tree), seat, strategy, collect).value()
    share = np.where(total > 0, kept / np.where(total > 0, total, 1), 0.5)
    return bytes(np.rint(share.sum(axis=1) * STEPS).astype(np.uint8))


def unfolded(tree: Tree, table: bytes) -> Strategy:
    """The strategy of the table `keep`, written out for every hand at every node."""
    keeps = np.frombuffer(table, dtype=np.uint8).astype(np.float64) / STEPS
    digits = tree.deck.digits
    chances = np.clip(keeps[:, None] - (digits - 1 - np.arange(digits))[None, :], 0.0, 1.0)
    return {node.acts: chances[keep_entries(node)] for node in tree.decisions}


def values(tree: Tree, strategy: Strategy, ends: Mapping[str, End]) -> bytes:
    """Computes the table `values`."""
    worth, sure = _worths(tree, strategy, ends), _worths(tree, strategy, sure_ends(tree))
    parts = [
        np.where(sure[place] > 0, worth[place] / np.where(sure[place] > 0, sure[place], 1), 0.0).ravel()
        for place in starts()
    ]
    return np.rint((np.concatenate(parts) + 1) / 2 * 65535).astype("<u2").tobytes()


def _worths(tree: Tree, strategy: Strategy, ends: Mapping[str, End]) -> dict[tuple[int, str], Floats]:
    """The worth of each hand by seat and node, times the chance that the hand can be reached."""
    found: dict[tuple[int, str], Floats] = {}

    def collect(node: Node, worth: Floats, seat: int) -> None:
        if (seat, node.acts) in starts():
            found[seat, node.acts] = worth

    for seat in (0, 1):
        Walk(tree, ends, seat, strategy, follow(strategy), seen=collect).value()
    return found


def keep_entries(node: Node) -> Indices:
    """The index in the table `keep` for each [digits given, hand]."""
    seat, digits = node.active, node.deck.digits
    dealt = given(node)
    base = (HAND + 1) ** np.arange(digits)
    own = (dealt[seat] @ base)[:, None] + (counts(digits, node.kept[seat]) @ base)[None, :]
    gave = (dealt[1 - seat] @ base)[:, None]
    known, places = _codes(digits)
    own_rank, gave_rank = (places[np.searchsorted(known, codes)] for codes in (own, gave))
    return keep_entry(seat, 0, 0, node.kept[1 - seat]) + own_rank * GIVEN + gave_rank


@cache
def _codes(digits: int) -> tuple[Indices, Indices]:
    """Every multiset as a number, in rising order, and its rank."""
    found = sorted(
        (sum((HAND + 1) ** digit for digit in hand), rank)
        for hand, rank in ranks().items()
        if all(digit < digits for digit in hand)
    )
    return np.array([code for code, _ in found]), np.array([rank for _, rank in found])
