"""Solves matrix games: their values, and the best mixes of the player who picks the row.

That player wants the number in the chosen row and column to be high. The other player wants it to be low.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

Matrix: TypeAlias = NDArray[np.float64]
Vector: TypeAlias = NDArray[np.float64]
OPTIONS = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
NOISE = 1e-9


def value_of(matrix: Matrix) -> float:
    """The average that the row's player can guarantee and the other can't reduce."""
    low, high = matrix.min(axis=1).max(), matrix.max(axis=0).min()
    if high - low < NOISE:
        return float(low)
    rows = len(matrix)
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.column_stack([-matrix.T, np.ones(matrix.shape[1])]),
        b_ub=np.zeros(matrix.shape[1]),
        A_eq=np.append(np.ones(rows), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * rows + [(None, None)],
        options=OPTIONS,
    )
    return float(-found.fun)


def refine(matrix: Matrix, value: float, wishes: Vector) -> Vector:
    """The mix of rows that guarantees the value and has the highest sum of `wishes`."""
    if value <= matrix.min() + NOISE:
        return _only(int(wishes.argmax()), len(matrix))
    secure = matrix.min(axis=1) >= value - NOISE
    if value >= matrix.max() - NOISE or secure.all():
        return _only(int(np.where(secure, wishes, -np.inf).argmax()), len(matrix))
    found = linprog(
        -wishes,
        A_ub=-matrix.T,
        b_ub=np.full(matrix.shape[1], NOISE - value),
        A_eq=np.ones((1, len(matrix))),
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * len(matrix),
        options=OPTIONS,
    )
    mix: Vector = np.clip(found.x, 0.0, None)
    mix /= mix.sum()
    return mix


def _only(row: int, rows: int) -> Vector:
    mix: Vector = np.eye(rows)[row]
    return mix
