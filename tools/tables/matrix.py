"""Solves matrix games: their values, the best mixes of the player who picks the row, and what each row costs.

That player wants the number in the chosen row and column to be high. The other player wants it to be low.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

Matrix: TypeAlias = NDArray[np.float64]
Vector: TypeAlias = NDArray[np.float64]
OPTIONS = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
NOISE = 1e-9
LEAST_COST = 1e-4
"""Less than this is the noise of a linear program: real costs are a thousandth or more."""


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


def costs_of(matrix: Matrix, value: float) -> Vector:
    """By row: how far below the value it falls against that best mix of the other's which hurts it most.

    Zero says that the row belongs to some best mix.
    """
    matrix = _undominated(matrix)
    costs: Vector = value - np.array([_least(matrix, value, row) for row in matrix])
    costs[costs < LEAST_COST] = 0.0
    return costs


def _least(matrix: Matrix, value: float, row: Vector) -> float:
    """The least that any mix of columns which keeps every row down to the value makes of this row."""
    safe = matrix.max(axis=0) <= value + NOISE
    if safe.all() or row.min() >= value - NOISE:
        return float(row.min())
    found = linprog(
        row,
        A_ub=matrix,
        b_ub=np.full(len(matrix), value + NOISE),
        A_eq=np.ones((1, len(row))),
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * len(row),
        options=OPTIONS,
    )
    return float(found.fun)


def _undominated(matrix: Matrix) -> Matrix:
    """Without the columns that are nowhere lower than another, which serve the other player better."""
    kept: list[int] = []
    for column in range(matrix.shape[1]):
        if not _dominated(matrix, column, kept):
            kept = [each for each in kept if not _dominated(matrix, each, [column])] + [column]
    return matrix[:, kept]


def _dominated(matrix: Matrix, column: int, others: Sequence[int]) -> bool:
    return any((matrix[:, each] <= matrix[:, column] + NOISE).all() for each in others)


def _only(row: int, rows: int) -> Vector:
    mix: Vector = np.eye(rows)[row]
    return mix
