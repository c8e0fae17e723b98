"""Solves High-Low by backward induction: one small matrix game per position, fewest cards first.

The matrix of a position holds the worths of the positions one round later. It often has many equilibria. All
of them guarantee the same worth, but some win little against a weak player. So a second linear program finds,
among the best mixes, the one that wins most often against a player who plays any card, now and later. A third
kind finds what each card costs: see `games.highlow.solution`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from struct import pack
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.highlow.rules import CARDS
from games.highlow.solution import SHARES, Position
from tools.tables.matrix import costs_of, refine, value_of

Matrix: TypeAlias = NDArray[np.float64]
Vector: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Entry:
    """The solution of one position."""

    at: Position
    worth: float
    mixes: tuple[Vector, Vector]
    """My best mix and theirs."""
    costs: tuple[Vector, Vector]
    """What each of my cards gives away, and each of theirs."""
    against_any: tuple[float, float]
    """How often my mixes, and how often theirs, win against a player who plays any card."""


def build() -> Mapping[str, bytes]:
    entries = solve(Position(CARDS, CARDS))
    return {"mixes": packed(entries), "costs": packed_costs(entries)}


def solve(start: Position) -> dict[int, Entry]:
    """Solves every position that can follow, by its key. Swapped seats make no new position."""
    entries: dict[int, Entry] = {}
    for layer in reversed([*_layers(start)]):
        for at in layer:
            entries[at.key] = _entry(at, entries)
    return entries


def packed(entries: Mapping[int, Entry]) -> bytes:
    keys = sorted(entries)
    worths = [entries[key].worth for key in keys]
    weights = [share for key in keys for mix in entries[key].mixes for share in shares(mix)]
    return pack(f"<I{len(keys)}I{len(keys)}f{len(weights)}H", len(keys), *keys, *worths, *weights)


def packed_costs(entries: Mapping[int, Entry]) -> bytes:
    costs = np.concatenate([cost for key in sorted(entries) for cost in entries[key].costs])
    marks = bytes(np.packbits(costs > 0, bitorder="little"))
    parts = np.rint(costs[costs > 0] * SHARES).astype(int)
    return pack("<I", len(marks)) + marks + pack(f"<{len(parts)}H", *parts)


def shares(mix: Vector) -> list[int]:
    """Whole numbers that add up to SHARES, in nearly the same proportions as the mix."""
    exact = mix / mix.sum() * SHARES
    whole = np.floor(exact).astype(int)
    for place in np.argsort(whole - exact, kind="stable")[: SHARES - int(whole.sum())]:
        whole[place] += 1
    return [int(share) for share in whole]


def canonical(at: Position) -> Position:
    """The position or the same with swapped seats, whichever has the smaller key."""
    return min(at, at.swapped, key=lambda each: each.key)


def _layers(start: Position) -> Iterator[list[Position]]:
    """The undecided positions of each round, in canonical form."""
    layer = {start.key: canonical(start)}
    while layer:
        yield [*layer.values()]
        layer = {
            after.key: after
            for at in layer.values()
            for card in at.mine
            for reply in at.theirs
            if (after := canonical(at.after(card, reply))).decided is None
        }


def _entry(at: Position, entries: Mapping[int, Entry]) -> Entry:
    worths, mine, theirs = np.empty((3, len(at.mine), len(at.theirs)))
    for row, card in enumerate(at.mine):
        for column, reply in enumerate(at.theirs):
            worths[row, column], mine[row, column], theirs[row, column] = _known(
                at.after(card, reply), entries
            )
    worth = value_of(worths)
    my_mix = refine(worths, worth, mine.mean(axis=1))
    their_mix = refine(1 - worths.T, 1 - worth, theirs.T.mean(axis=1))
    against_any = float(my_mix @ mine.mean(axis=1)), float(their_mix @ theirs.T.mean(axis=1))
    costs = costs_of(worths, worth), costs_of(1 - worths.T, 1 - worth)
    return Entry(at, worth, (my_mix, their_mix), costs, against_any)


def _known(at: Position, entries: Mapping[int, Entry]) -> tuple[float, float, float]:
    """The worth of a position, and how often each seat's mixes win against a player of any card."""
    decided = at.decided
    if decided is not None:
        return decided, decided, 1 - decided
    if at.key in entries:
        entry = entries[at.key]
        return entry.worth, *entry.against_any
    entry = entries[at.swapped.key]
    return 1 - entry.worth, entry.against_any[1], entry.against_any[0]
