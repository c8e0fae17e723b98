"""Trains a network to play Number Match in a million and a half matches against itself.

Machines add floating-point numbers in different orders. So a newly trained network plays equally well, but
its bytes differ.
"""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from games.numbermatch.solution import SIZES, UNIT
from tools.tables.numbermatch.learn import Training, Weights
from tools.tables.numbermatch.simulate import Floats

MATCHES, ATTACKS = 2048, 6000
"""How many matches are played at once, and for how many attacks. It takes a quarter of an hour."""
FIRST_RATE, LAST_RATE = 1e-3, 3e-5


def build() -> Mapping[str, bytes]:
    training = Training(MATCHES, seed=1)
    for attack in range(ATTACKS):
        training.attack(FIRST_RATE * (1 - attack / ATTACKS) + LAST_RATE)
    return {"network": packed(training.averaged)}


def packed(weights: Weights) -> bytes:
    """The weights in the order in which `games.numbermatch.solution` reads them: by output, not by input."""
    parts = [(each.T if each.ndim == 2 else each).ravel() for each in weights]
    return np.rint(np.concatenate(parts) * UNIT).clip(-32768, 32767).astype("<i2").tobytes()


def unpacked(table: bytes) -> Weights:
    numbers: Floats = np.frombuffer(table, dtype="<i2").astype(np.float32) / np.float32(UNIT)
    weights: Weights = []
    for ins, outs in pairwise(SIZES):
        weights.append(np.ascontiguousarray(numbers[: ins * outs].reshape(outs, ins).T))
        weights.append(numbers[ins * outs : (ins + 1) * outs])
        numbers = numbers[(ins + 1) * outs :]
    return weights
