"""High-Low by backward induction: one small matrix game per position, fewest cards first.

A position's matrix holds what the positions one round later are worth. Its equilibrium is rarely unique, and
a plain one is content to draw level with anybody. So among the best mixes we take, by a second linear
program, the one that wins most often against somebody who plays any card, now and later. That costs nothing:
every best mix secures the same.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from struct import pack
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.highlow.rules import CARDS
from games.highlow.solution import SHARES, Position
from tables.matrix import refine, value_of

Matrix: TypeAlias = NDArray[np.float64]
Vector: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Entry:
    at: Position
    worth: float
    mixes: tuple[Vector, Vector]
    """My best mix and theirs."""
    against_any: tuple[float, float]
    """How often my mixes win against somebody who plays any card, and how often theirs do."""


def build() -> Mapping[str, bytes]:
    return {"mixes": packed(solve(Position(CARDS, CARDS)))}


def solve(start: Position) -> dict[int, Entry]:
    """Every position that can follow, by its key; of a position and its mirror image only one is kept."""
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


def shares(mix: Vector) -> list[int]:
    """Whole numbers in the same proportion, as near as they get, that add up to SHARES."""
    exact = mix / mix.sum() * SHARES
    whole = np.floor(exact).astype(int)
    for place in np.argsort(whole - exact, kind="stable")[: SHARES - int(whole.sum())]:
        whole[place] += 1
    return [int(share) for share in whole]


def canonical(at: Position) -> Position:
    return min(at, at.swapped, key=lambda each: each.key)


def _layers(start: Position) -> Iterator[list[Position]]:
    """The undecided positions round by round, each in the looks in which it is kept."""
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
    return Entry(at, worth, (my_mix, their_mix), against_any)


def _known(at: Position, entries: Mapping[int, Entry]) -> tuple[float, float, float]:
    """What a position is worth, and how often each seat's mixes win it against any card."""
    decided = at.decided
    if decided is not None:
        return decided, decided, 1 - decided
    if at.key in entries:
        entry = entries[at.key]
        return entry.worth, *entry.against_any
    entry = entries[at.swapped.key]
    return 1 - entry.worth, entry.against_any[1], entry.against_any[0]
