"""From the strategy of the whole tree to the small tables that are kept: see `games.digitduel.solution`.

They forget in which order things happened and which of the own digits the other has seen: what stands in them
is the mean over all that they don't tell apart, each as often as it comes up.
"""

from collections.abc import Mapping
from functools import cache

import numpy as np

from games.digitduel.solution import ENTRIES, STEPS, VALUES, keep_entry, ranks, value_entry
from tables.digitduel.solve import follow
from tables.digitduel.tree import HAND, Floats, Indices, Node, Tree, counts, given
from tables.digitduel.walk import End, Strategy, Walk, sure_ends

OFF_THE_PATH = 1e-3
"""How much a hand counts that the strategy itself never comes to hold."""


def thresholds(tree: Tree, strategy: Strategy) -> bytes:
    """The table `keep`."""
    kept, total = np.zeros((ENTRIES, tree.deck.digits)), np.zeros((ENTRIES, tree.deck.digits))

    def note(node: Node, mine: Floats, keeping: Floats, leaving: Floats) -> Floats:
        weight = np.abs(keeping) * (mine[:, :, None] + OFF_THE_PATH)
        places = keep_entries(node).ravel()
        np.add.at(kept, places, (weight * strategy[node.acts]).reshape(len(places), -1))
        np.add.at(total, places, weight.reshape(len(places), -1))
        return follow(strategy)(node, mine, keeping, leaving)

    for seat in (0, 1):
        Walk(tree, sure_ends(tree), seat, strategy, note).value()
    share = np.where(total > 0, kept / np.where(total > 0, total, 1), 0.5)
    return np.rint(share.sum(axis=1) * STEPS).astype(np.uint8).tobytes()


def unfolded(tree: Tree, table: bytes) -> Strategy:
    """What the table `keep` plays, written out for every hand at every node."""
    keeps = np.frombuffer(table, dtype=np.uint8).astype(np.float64) / STEPS
    digits = tree.deck.digits
    chances = np.clip(keeps[:, None] - (digits - 1 - np.arange(digits))[None, :], 0.0, 1.0)
    return {node.acts: chances[keep_entries(node)] for node in tree.decisions}


def values(tree: Tree, strategy: Strategy, ends: Mapping[str, End]) -> bytes:
    """The table `values`."""
    sums = [_sums(tree, strategy, each) for each in (ends, sure_ends(tree))]
    mean = np.where(sums[1] > 0, sums[0] / np.where(sums[1] > 0, sums[1], 1), 0.0)
    return np.rint((mean + 1) / 2 * 65535).astype("<u2").tobytes()


def _sums(tree: Tree, strategy: Strategy, ends: Mapping[str, End]) -> Floats:
    """For every situation, what all hands in it are worth together, each as often as it comes up."""
    sums = np.zeros(VALUES)

    def note(node: Node, mine: Floats, worth: Floats, seat: int) -> None:
        if not node.over and node.thrower is None:
            weight = (mine + OFF_THE_PATH) * worth
            np.add.at(sums, value_entries(node, seat).ravel(), weight.ravel())

    for seat in (0, 1):
        Walk(tree, ends, seat, strategy, follow(strategy), seen=note).value()
    return sums


def keep_entries(node: Node) -> Indices:
    """[digits given, hand]: the place of each in the table `keep`."""
    own, gave = _situations(node, node.active)
    return np.asarray(keep_entry(node.active, own, gave, node.kept[1 - node.active]))


def value_entries(node: Node, seat: int) -> Indices:
    own, gave = _situations(node, seat)
    place = np.vectorize(value_entry, otypes=[np.int64])
    return np.asarray(place(seat, own, gave, node.kept[1 - seat]))


def _situations(node: Node, seat: int) -> tuple[Indices, Indices]:
    """The ranks of the seat's digits and of those it gave, by [digits given, hand]."""
    digits = node.deck.digits
    dealt = given(node)
    base = (HAND + 1) ** np.arange(digits)
    own = (dealt[seat] @ base)[:, None] + (counts(digits, node.kept[seat]) @ base)[None, :]
    gave = (dealt[1 - seat] @ base)[:, None] + np.zeros_like(own)
    known, places = _codes(digits)
    return places[np.searchsorted(known, own)], places[np.searchsorted(known, gave)]


@cache
def _codes(digits: int) -> tuple[Indices, Indices]:
    """Every multiset as a number, in rising order, and its rank."""
    found = sorted(
        (sum((HAND + 1) ** digit for digit in hand), rank)
        for hand, rank in ranks().items()
        if all(digit < digits for digit in hand)
    )
    return np.array([code for code, _ in found]), np.array([rank for _, rank in found])
