"""Computes the equilibrium of a round by counterfactual regret minimisation (CFR+) over arrays of hands."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from tools.tables.digitduel.tree import Floats, Node, Tree
from tools.tables.digitduel.walk import End, Strategy, Walk


@dataclass
class Solver:
    """Improves the strategies of both seats round by round."""

    tree: Tree
    ends: dict[str, End]
    rounds: int = 0
    regrets: dict[str, list[Floats]] = field(default_factory=dict)
    strategy: dict[str, Floats] = field(default_factory=dict)
    kept: dict[str, Floats] = field(default_factory=dict)
    reached: dict[str, Floats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for node in self.tree.decisions:
            shape = node.publics, node.privates(node.active), node.deck.digits
            self.regrets[node.acts] = [np.zeros(shape), np.zeros(shape)]
            self.strategy[node.acts] = np.full(shape, 0.5)
            self.kept[node.acts] = np.zeros(shape)
            self.reached[node.acts] = np.zeros(shape[:2])

    def run(self, rounds: int) -> None:
        for _ in range(rounds):
            self.rounds += 1
            for seat in (0, 1):
                Walk(self.tree, self.ends, seat, self.strategy, self._learn).value()

    def _learn(self, node: Node, mine: Floats, keeping: Floats, leaving: Floats) -> Floats:
        keep = self.strategy[node.acts]
        worth = keep * keeping + (1.0 - keep) * leaving
        self.kept[node.acts] += self.rounds * mine[:, :, None] * keep
        self.reached[node.acts] += self.rounds * mine
        regrets = self.regrets[node.acts]
        for regret, option in zip(regrets, (keeping, leaving), strict=True):
            np.maximum(regret + option - worth, 0.0, out=regret)
        total = regrets[0] + regrets[1]
        self.strategy[node.acts] = np.where(total > 0, regrets[0] / np.where(total > 0, total, 1.0), 0.5)
        return np.asarray(worth.sum(axis=2))

    @property
    def average(self) -> Strategy:
        """The average strategy, which approaches the equilibrium."""
        return {
            acts: np.where(
                self.reached[acts][:, :, None] > 0,
                kept / np.maximum(self.reached[acts][:, :, None], 1e-300),
                self.strategy[acts],
            )
            for acts, kept in self.kept.items()
        }


def response(tree: Tree, ends: dict[str, End], seat: int, strategy: Strategy) -> float:
    """The worth of a best response by this seat against the other's strategy, from -1 to 1."""
    return Walk(tree, ends, seat, strategy, best, own=False).value()


def best(node: Node, mine: Floats, keeping: Floats, leaving: Floats) -> Floats:  # noqa: ARG001
    return np.asarray(np.maximum(keeping, leaving).sum(axis=2))


def follow(strategy: Strategy) -> Callable[[Node, Floats, Floats, Floats], Floats]:
    """A decision function that plays the strategy."""

    def decide(node: Node, mine: Floats, keeping: Floats, leaving: Floats) -> Floats:  # noqa: ARG001
        keep = strategy[node.acts]
        return np.asarray((keep * keeping + (1.0 - keep) * leaving).sum(axis=2))

    return decide


def exploitability(tree: Tree, ends: dict[str, End], strategy: Strategy) -> float:
    """How much a best response gains in chances to win the round, as a mean over both seats."""
    return (response(tree, ends, 0, strategy) + response(tree, ends, 1, strategy)) / 4
