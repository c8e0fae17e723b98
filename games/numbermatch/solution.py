"""A small network that has learned what a position of Number Match is worth: `tables/numbermatch` teaches it.

The table `network` holds, layer by layer, the weights of each output and after them the layer's biases, as
two-byte integers of 1/8192 each. Hidden layers drop what is negative; the last output goes through the
logistic function and is the chance to win, when the other attacks next.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import exp
from operator import mul
from struct import iter_unpack
from typing import TypeAlias

from games.numbermatch.knowledge import CARDS, Known
from games.numbermatch.rules import COPIES, HAND_SIZE, LIFE
from games.solved import table

SIZES = (5 * len(CARDS) + 2 * LIFE + 4, 64, 32, 1)
LIVES = range(5 * len(CARDS), 5 * len(CARDS) + 2 * LIFE)
"""Where the lives are among the inputs."""
UNIT = 8192
Layer: TypeAlias = tuple[tuple[tuple[float, ...], ...], tuple[float, ...]]
"""The weights of each output, and the biases."""


def worths(now: Known, cards: Sequence[int]) -> Mapping[int, float]:
    """The attacker's chance with each of these cards."""
    return {card: _worth(now, card) for card in cards}


def _worth(now: Known, card: int) -> float:
    lacks = now.lacks(card)
    struck = now.after(card, blocked=False)
    chance = lacks * (1.0 if struck.them.life <= 0 else waiting(struck)) if lacks else 0.0
    if lacks < 1:
        chance += (1 - lacks) * waiting(now.after(card, blocked=True))
    return chance


def waiting(now: Known) -> float:
    """The chance of whoever knows this, when the other attacks next."""
    first = _first_rows(), _first_biases(now.me.life, now.them.life)
    _, second, (rows, biases) = _layers()
    outputs = _passed_on(second, _passed_on(first, [*_cards(now), *_rest(now)]))
    return 1 / (1 + exp(-sum(map(mul, rows[0], outputs), biases[0])))


def _passed_on(layer: Layer, values: Sequence[float]) -> list[float]:
    totals = [sum(map(mul, row, values), bias) for row, bias in zip(*layer, strict=True)]
    return [total if total > 0 else 0.0 for total in totals]


def inputs(now: Known) -> list[float]:
    """What the network looks at, each number between 0 and 1."""
    lives = now.me.life, now.them.life
    return [*_cards(now), *(float(life > step) for life in lives for step in range(LIFE)), *_rest(now)]


def _cards(now: Known) -> list[float]:
    return [
        *(number / COPIES for number in now.hand),
        *(float(number > 0) for number in now.hand),
        *(number / COPIES for number in now.unseen),
        *(1 - now.lacks(card) for card in CARDS),
        *(number / HAND_SIZE for number in now.me.fresh),
    ]


def _rest(now: Known) -> list[float]:
    return [
        now.me.last / len(CARDS),
        now.them.last / len(CARDS),
        sum(now.unseen) / (COPIES * len(CARDS)),
        sum(now.hand) / HAND_SIZE,
    ]


@cache
def _first_rows() -> tuple[tuple[float, ...], ...]:
    """The first layer without the lives, which are nearly half of it and change little."""
    return tuple((*row[: LIVES.start], *row[LIVES.stop :]) for row in _layers()[0][0])


@cache
def _first_biases(mine: int, theirs: int) -> tuple[float, ...]:
    """What the lives add up to, with the biases."""
    rows, biases = _layers()[0]
    at = LIVES.start
    return tuple(
        bias + sum(row[at : at + mine]) + sum(row[at + LIFE : at + LIFE + theirs])
        for row, bias in zip(rows, biases, strict=True)
    )


@cache
def _layers() -> tuple[Layer, ...]:
    weights = (number / UNIT for (number,) in iter_unpack("<h", table("numbermatch", "network")))
    layers = []
    for ins, outs in pairwise(SIZES):
        rows = tuple(tuple(next(weights) for _ in range(ins)) for _ in range(outs))
        layers.append((rows, tuple(next(weights) for _ in range(outs))))
    return tuple(layers)
