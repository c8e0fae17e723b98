"""The public tree of one round of Digit Duel, with every private hand of both seats in arrays.

A node stands for one sequence of keeping, giving and throwing away, for all possible digits. The digits given
are public: they form the first axis of every array at the node, in the order they were given. The digits that
a seat kept are private: a multiset, which forms the second axis (together with the digit that the seat threw
away, if it did). The order in which digits were kept does not matter.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

HAND = 3
Floats: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Deck:
    """How many cards of each digit a round begins with."""

    copies: tuple[int, ...] = (4,) * 10

    @property
    def digits(self) -> int:
        return len(self.copies)


@dataclass(frozen=True)
class Node:
    """One point in a round, without the digits."""

    deck: Deck
    acts: str
    """What was done, in order: K (kept), G (given) or T (thrown away)."""
    active: int
    kept: tuple[int, int] = (0, 0)
    receivers: tuple[int, ...] = ()
    """The seats that received the digits given, in order."""
    thrower: int | None = None

    def held(self, seat: int) -> int:
        return self.kept[seat] + self.receivers.count(seat)

    @property
    def over(self) -> bool:
        return self.held(0) == self.held(1) == HAND

    @property
    def moves(self) -> str:
        """What the active seat may do with the digit it has drawn."""
        if self.held(1 - self.active) < HAND:
            return "KG"
        return "K" if self.thrower is not None else "KT"

    @property
    def publics(self) -> int:
        return int(self.deck.digits ** len(self.receivers))

    def privates(self, seat: int) -> int:
        hands = len(multisets(self.deck.digits, self.kept[seat]))
        return hands * self.deck.digits if seat == self.thrower else hands

    def after(self, move: str) -> "Node":
        kept, receivers, thrower, seat = self.kept, self.receivers, self.thrower, self.active
        if move == "K":
            kept = (kept[0] + 1, kept[1]) if seat == 0 else (kept[0], kept[1] + 1)
        elif move == "G":
            receivers = (*receivers, 1 - seat)
        else:
            thrower = seat
        node = Node(self.deck, self.acts + move, seat, kept, receivers, thrower)
        goes_on = node.held(1 - seat) == HAND
        return node if goes_on else Node(self.deck, node.acts, 1 - seat, kept, receivers, thrower)


@dataclass
class Tree:
    deck: Deck
    root: Node = field(init=False)
    nodes: dict[str, Node] = field(init=False)

    def __post_init__(self) -> None:
        self.root = Node(self.deck, "", 0)
        self.nodes = {node.acts: node for node in _below(self.root)}

    def child(self, node: Node, move: str) -> Node:
        return self.nodes[node.acts + move]

    @property
    def decisions(self) -> list[Node]:
        return [node for node in self.nodes.values() if not node.over and len(node.moves) == 2]


def _below(node: Node) -> Iterator[Node]:
    yield node
    if not node.over:
        for move in node.moves:
            yield from _below(node.after(move))


@cache
def multisets(digits: int, size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations_with_replacement(range(digits), size))


@cache
def counts(digits: int, size: int) -> Indices:
    """How often each digit is in each multiset of this size."""
    table = np.zeros((len(multisets(digits, size)), digits), dtype=np.int64)
    for row, hand in enumerate(multisets(digits, size)):
        for digit in hand:
            table[row, digit] += 1
    return table


@cache
def joined(digits: int, size: int) -> Indices:
    """For [hand, digit], the index of the hand with this digit added."""
    at = {hand: place for place, hand in enumerate(multisets(digits, size + 1))}
    rows = [
        [at[tuple(sorted((*hand, digit)))] for digit in range(digits)] for hand in multisets(digits, size)
    ]
    return np.array(rows, dtype=np.int64)


@cache
def origins(digits: int, size: int) -> tuple[Indices, Floats]:
    """The flat indices in [hand, digit] that lead to each hand that is one digit larger.

    The second array is 0 where an index only fills the row.
    """
    found: list[list[int]] = [[] for _ in multisets(digits, size + 1)]
    for place, hand in enumerate(joined(digits, size).ravel()):
        found[hand].append(place)
    width = max(map(len, found))
    places = np.array([each + [0] * (width - len(each)) for each in found], dtype=np.int64)
    real = np.array([[1.0] * len(each) + [0.0] * (width - len(each)) for each in found])
    return places, real


def given(node: Node) -> tuple[Indices, Indices]:
    """How often each digit was given to each seat, for each sequence of digits given."""
    digits = node.deck.digits
    tables = np.zeros((2, node.publics, digits), dtype=np.int64)
    rest = np.arange(node.publics)
    for receiver in reversed(node.receivers):
        tables[receiver, np.arange(node.publics), rest % digits] += 1
        rest //= digits
    return tables[0], tables[1]
