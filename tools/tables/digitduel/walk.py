"""Computes the worth of every hand at every node of a round, for given strategies of both seats."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from tools.tables.digitduel.tree import HAND, Floats, Node, Tree, counts, given, joined, origins

Strategy: TypeAlias = Mapping[str, Floats]
"""The chance to keep a digit at each node with a decision, by [digits given, own hand, digit drawn]."""

Decide: TypeAlias = Callable[[Node, Floats, Floats, Floats], Floats]
"""Computes the worth of a decision, by [digits given, hand].

Its arguments are a node, the own reach by [digits given, hand], and the worths of keeping and of not keeping
by [digits given, hand, digit].
"""


@dataclass(frozen=True)
class End:
    """The results at a node where the round is over, times the chance of these cards."""

    payoff: Floats
    """The result for seat 0, by [digits given, hand of seat 0, hand of seat 1]."""
    left: Floats
    """Cards of a digit that the thrower has not seen, by [digits given, thrower's hand, digit]."""
    shared: bool = False
    """Does seat 1 get the same result as seat 0, instead of the opposite?"""


def ends(tree: Tree, tie: float) -> dict[str, End]:
    """The results at all ends. `tie` is the worth of a level round to its starter, from -1 to 1."""
    return {node.acts: _end(node, tie) for node in tree.nodes.values() if node.over}


def sure_ends(tree: Tree) -> dict[str, End]:
    """Ends that pay 1 to both seats. The worth of a hand is then the chance that it is reached."""
    won = ends(tree, 1.0)
    return {acts: End(np.abs(end.payoff), end.left, shared=True) for acts, end in won.items()}


def _end(node: Node, tie: float) -> End:
    digits, copies = node.deck.digits, np.array(node.deck.copies)
    hands = [counts(digits, node.kept[seat]) for seat in (0, 1)]
    base = (HAND + 1) ** np.arange(digits)
    dealt = given(node)
    scores = [(dealt[seat] @ base)[:, None] + (hands[seat] @ base)[None, :] for seat in (0, 1)]
    margin = scores[0][:, :, None] - scores[1][:, None, :]
    payoff = np.where(margin == 0, tie, np.sign(margin))
    public = dealt[0] + dealt[1]
    for digit in range(digits):
        taken = public[:, None, None, digit] + hands[0][None, :, None, digit] + hands[1][None, None, :, digit]
        payoff *= _falling(copies[digit], 2 * HAND)[taken]
    drawn = 2 * HAND + (node.thrower is not None)
    payoff /= np.prod(copies.sum() - np.arange(drawn))
    seat = node.thrower or 0
    left = copies - public[:, None, :] - hands[seat][None, :, :]
    return End(payoff, left.astype(np.float64))


def _falling(copies: int, most: int) -> Floats:
    """In how many ways 0, 1, … cards of one digit can be drawn in order."""
    ways = np.cumprod(np.maximum(0, copies - np.arange(most)))
    return np.concatenate(([1.0], ways))


@dataclass
class Walk:
    """One pass over the tree for one seat."""

    tree: Tree
    ends: Mapping[str, End]
    seat: int
    strategy: Strategy
    """The strategy of both seats; if `own` is False, only the other seat follows it."""
    decide: Decide
    own: bool = True
    seen: Callable[[Node, Floats, int], None] | None = None
    """Is called with every node, its worths and the seat."""

    def value(self) -> float:
        start = np.ones((1, 1))
        return float(self._worth(self.tree.root, start, start)[0, 0])

    def _worth(self, node: Node, mine: Floats, theirs: Floats) -> Floats:
        """The worth of a node to each hand of the seat, weighted with the other's reach and the cards."""
        if node.over:
            worth = self._result(node, theirs)
        elif node.active == self.seat:
            worth = self._own_turn(node, mine, theirs)
        else:
            worth = self._other_turn(node, mine, theirs)
        if self.seen:
            self.seen(node, worth, self.seat)
        return worth

    def _own_turn(self, node: Node, mine: Floats, theirs: Floats) -> Floats:
        keep: Floats = self._keeping(node, mine) if self.own else np.ones((*mine.shape, node.deck.digits))
        worth = self._worth(self.tree.child(node, "K"), kept(node, mine, keep), theirs)
        keeping = _pick(node, worth)
        if node.moves == "K":
            return np.asarray(keeping.sum(axis=2))
        away = mine[:, :, None] * (1.0 - keep if self.own else keep)
        leave = self._giving if node.moves[1] == "G" else self._throwing
        return self.decide(node, mine, keeping, leave(node, away, theirs))

    def _giving(self, node: Node, away: Floats, theirs: Floats) -> Floats:
        digits = node.deck.digits
        child = self.tree.child(node, "G")
        worth = self._worth(child, passed(node, away), np.repeat(theirs, digits, axis=0))
        return np.asarray(worth.reshape(node.publics, digits, -1).transpose(0, 2, 1))

    def _throwing(self, node: Node, away: Floats, theirs: Floats) -> Floats:
        child = self.tree.child(node, "T")
        worth = self._worth(child, away.reshape(node.publics, -1), theirs)
        return np.asarray(worth.reshape(away.shape))

    def _other_turn(self, node: Node, mine: Floats, theirs: Floats) -> Floats:
        digits = node.deck.digits
        keep = self._keeping(node, theirs)
        worth = self._worth(self.tree.child(node, "K"), mine, kept(node, theirs, keep))
        if node.moves == "K":
            return worth
        move = node.moves[1]
        away = theirs[:, :, None] * (1.0 - keep)
        child = self.tree.child(node, move)
        if move == "T":
            return worth + self._worth(child, mine, away.reshape(node.publics, -1))
        leaving = self._worth(child, np.repeat(mine, digits, axis=0), passed(node, away))
        return np.asarray(worth + leaving.reshape(node.publics, digits, -1).sum(axis=1))

    def _keeping(self, node: Node, reach: Floats) -> Floats:
        if node.moves == "K":
            return np.ones((*reach.shape, node.deck.digits))
        return self.strategy[node.acts]

    def _result(self, node: Node, theirs: Floats) -> Floats:
        end = self.ends[node.acts]
        payoff = end.payoff if self.seat == 0 else end.payoff.transpose(0, 2, 1) * (1 if end.shared else -1)
        if node.thrower is None:
            return np.asarray((payoff @ theirs[:, :, None])[:, :, 0])
        digits = node.deck.digits
        hidden = counts(digits, node.kept[1 - node.thrower]).astype(np.float64)
        if node.thrower == self.seat:
            both = np.concatenate((theirs[:, :, None], theirs[:, :, None] * hidden), axis=2)
            sums = payoff @ both
            return np.asarray((end.left * sums[:, :, :1] - sums[:, :, 1:]).reshape(node.publics, -1))
        thrown = theirs.reshape(node.publics, -1, digits)
        weight = (thrown * end.left).sum(axis=2, keepdims=True)
        sums = payoff @ np.concatenate((weight, thrown), axis=2)
        return np.asarray(sums[:, :, 0] - (sums[:, :, 1:] * hidden).sum(axis=2))


def kept(node: Node, reach: Floats, keep: Floats) -> Floats:
    """The reach of the hands after a digit was kept."""
    digits = node.deck.digits
    size = node.kept[node.active]
    places, real = origins(digits, size)
    if node.thrower == node.active:
        parts = reach.reshape(node.publics, -1, digits).transpose(0, 2, 1)
        flows = np.repeat(parts.reshape(node.publics * digits, -1), digits, axis=1)
        grown = (flows[:, places] * real).sum(axis=2)
        return np.asarray(
            grown.reshape(node.publics, digits, -1).transpose(0, 2, 1).reshape(node.publics, -1)
        )
    flows = (reach[:, :, None] * keep).reshape(node.publics, -1)
    return np.asarray((flows[:, places] * real).sum(axis=2))


def passed(node: Node, away: Floats) -> Floats:
    """The reach after a digit was given, which makes it public."""
    return np.ascontiguousarray(away.transpose(0, 2, 1)).reshape(node.publics * node.deck.digits, -1)


def _pick(node: Node, worth: Floats) -> Floats:
    """The worth of keeping each digit to each hand, which is the worth of the larger hand."""
    digits = node.deck.digits
    larger = joined(digits, node.kept[node.active])
    if node.thrower != node.active:
        return np.asarray(worth[:, larger])
    parts = worth.reshape(node.publics, -1, digits)
    grown = parts[:, larger, :].transpose(0, 1, 3, 2)
    return np.asarray(grown.reshape(node.publics, -1, digits))
