"""A small network that learns the worths of Number Match's positions in matches against itself."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from games.numbermatch.solution import SIZES
from tools.tables.numbermatch.features import after, inputs, lacking_of, of_attacker, of_defender
from tools.tables.numbermatch.simulate import CARDS, Floats, Ints, Matches

OPEN, LOST, GONE = 0, 1, 2
"""What happened after a stored position: the match went on, was lost at once, or was already over."""
Weights: TypeAlias = list[Floats]
"""Two arrays for each layer: weights by [input, output] and biases by [output]."""


def fresh_weights(random: np.random.Generator) -> Weights:
    weights = []
    for ins, outs in pairwise(SIZES):
        weights.append((random.standard_normal((ins, outs)) * np.sqrt(2 / ins)).astype(np.float32))
        weights.append(np.zeros(outs, dtype=np.float32))
    return weights


def chances(weights: Weights, rows: Floats) -> Floats:
    return _forward(weights, rows)[-1][:, 0]


def _forward(weights: Weights, rows: Floats) -> list[Floats]:
    """The outputs of every layer. The last one is a chance to win."""
    layers: list[Floats] = [rows]
    for layer in range(0, len(weights), 2):
        sums = layers[-1] @ weights[layer] + weights[layer + 1]
        last = layer + 2 == len(weights)
        layers.append(np.asarray(1 / (1 + np.exp(-sums)) if last else np.maximum(sums, 0), dtype=np.float32))
    return layers


def gradient(weights: Weights, rows: Floats, targets: Floats) -> Weights:
    layers = _forward(weights, rows)
    error: Floats = (layers[-1] - targets[:, None]) / np.float32(len(rows))
    slopes: Weights = []
    for layer in range(len(weights) - 2, -1, -2):
        below = layers[layer // 2]
        slopes = [below.T @ error, error.sum(axis=0), *slopes]
        error = (error @ weights[layer].T) * (below > 0)
    return slopes


def worth(weights: Weights, matches: Matches) -> Floats:
    """The attacker's chance to win with each card, by [match, card]; -inf for cards that are not in hand."""
    known = of_attacker(matches)
    match, card = np.nonzero(known.hand)
    rows = known.take(match)
    lack = lacking_of(rows)[np.arange(len(card)), card]
    hit = after(rows, card, blocked=False)
    won = hit.lives[:, 1] <= 0
    struck = np.where(won, 1.0, chances(weights, inputs(hit)))
    blocked = chances(weights, inputs(after(rows, card, blocked=True)))
    table = np.full(known.hand.shape, -np.inf, dtype=np.float32)
    table[match, card] = lack * struck + (1 - lack) * np.where(lack < 1, blocked, 0.0)
    return table


@dataclass
class Adam:
    """Improves weights by gradient descent with the method Adam."""

    weights: Weights
    steps: int = 0
    means: Weights = field(init=False)
    squares: Weights = field(init=False)

    def __post_init__(self) -> None:
        self.means = [np.zeros_like(each) for each in self.weights]
        self.squares = [np.zeros_like(each) for each in self.weights]

    def step(self, slopes: Weights, rate: float) -> None:
        self.steps += 1
        scale = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        _drift(self.means, slopes, 0.1)
        _drift(self.squares, [slope * slope for slope in slopes], 0.001)
        for weight, mean, square in zip(self.weights, self.means, self.squares, strict=True):
            np.subtract(weight, (scale * mean / (np.sqrt(square) + 1e-8)).astype(np.float32), out=weight)


def _drift(averages: Weights, towards: Weights, pace: float) -> None:
    for average, value in zip(averages, towards, strict=True):
        np.add(average, (pace * (value - average)).astype(np.float32), out=average)


@dataclass
class Training:
    """Plays matches of the network against itself and lets it learn from them."""

    number: int
    seed: int
    random: np.random.Generator = field(init=False)
    weights: Weights = field(init=False)
    averaged: Weights = field(init=False)
    """The weights, averaged over time. They are steadier, and they are the result."""

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(self.seed)
        self.weights = fresh_weights(self.random)
        self.averaged = [each.copy() for each in self.weights]
        self.adam = Adam(self.weights)
        self.matches = Matches.deal(self.number, self.random)
        self.stored: list[tuple[Floats, Ints]] = []

    def attack(self, rate: float, exploration: float = 0.05) -> None:
        """Makes one attack in every match and learns from the positions two attacks ago."""
        table = worth(self.weights, self.matches)
        best = table.max(axis=1)
        self._learn(best, rate)
        cards = table.argmax(axis=1)
        explores = self.random.random(self.number) < exploration
        noise = np.where(self.matches.hands[:, 0] > 0, self.random.random((self.number, CARDS)), -1)
        cards = np.where(explores, noise.argmax(axis=1), cards)
        self._play(cards)

    def _learn(self, best: Floats, rate: float) -> None:
        """Moves the worths of the positions two attacks ago towards those of now, or 0 after a loss."""
        if len(self.stored) < 2:
            return
        rows, standing = self.stored.pop(0)
        use = np.flatnonzero(standing != GONE)
        targets = np.where(standing == LOST, 0.0, np.tile(best, 2)).astype(np.float32)
        self.adam.step(gradient(self.weights, rows[use], targets[use]), rate)
        _drift(self.averaged, self.weights, 0.002)

    def _play(self, cards: Ints) -> None:
        known = of_attacker(self.matches)
        blocked = self.matches.hands[np.arange(self.number), 1, cards] > 0
        hit, stopped = after(known, cards, blocked=False), after(known, cards, blocked=True)
        before = np.where(blocked[:, None], inputs(stopped), inputs(hit))
        won = self.matches.attack(cards, self.random)
        waiting = inputs(of_defender(self.matches))
        if self.stored:
            standing = self.stored[-1][1]
            standing[np.tile(won, 2) & (standing == OPEN)] = LOST
        self.stored.append((np.concatenate((before, waiting)), np.tile(np.where(won, GONE, OPEN), 2)))
        self.matches.put(won, Matches.deal(int(won.sum()), self.random))
