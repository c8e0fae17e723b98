"""Computes the inputs of Number Match's network in arrays, as `games.numbermatch.solution` does for one."""

from dataclasses import dataclass

import numpy as np

from tools.tables.numbermatch.simulate import CARDS, COPIES, HAND, LIFE, Floats, Ints, Matches, lacking


@dataclass
class Known:
    """What one player knows, one row per position. The other player's hand is full, their own may not be."""

    hand: Ints
    unseen: Ints
    lives: Ints
    """Life points, by [row, mine or theirs]."""
    fresh: Ints
    """Cards drawn since a lack was seen, by [row, mine or theirs, card]."""
    last: Ints

    def take(self, rows: Ints) -> "Known":
        return Known(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))


def inputs(known: Known) -> Floats:
    total = known.unseen.sum(axis=1, keepdims=True)
    lack = lacking_of(known)
    steps = np.arange(LIFE)
    return np.concatenate(
        (
            known.hand / COPIES,
            known.hand > 0,
            known.unseen / COPIES,
            1 - lack,
            known.fresh[:, 0] / HAND,
            known.lives[:, :1] > steps,
            known.lives[:, 1:] > steps,
            known.last / CARDS,
            total / (COPIES * CARDS),
            known.hand.sum(axis=1, keepdims=True) / HAND,
        ),
        axis=1,
        dtype=np.float32,
    )


def lacking_of(known: Known) -> Floats:
    """The chance that the other lacks each card. Those they held when they lacked it don't count."""
    total = known.unseen.sum(axis=1, keepdims=True)
    fresh = known.fresh[:, 1]
    return lacking(known.unseen, total - (HAND - fresh), fresh)


def of_attacker(matches: Matches) -> Known:
    unseen = COPIES - matches.hands[:, 0] - matches.discards
    return Known(
        matches.hands[:, 0].copy(), unseen, matches.lives.copy(), matches.fresh.copy(), matches.last.copy()
    )


def of_defender(matches: Matches) -> Known:
    unseen = COPIES - matches.hands[:, 1] - matches.discards
    swapped = (each[:, ::-1].copy() for each in (matches.lives, matches.fresh, matches.last))
    return Known(matches.hands[:, 1].copy(), unseen, *swapped)


def after(known: Known, card: Ints, *, blocked: bool) -> Known:
    """What is known after an attack with this card in each row, before anybody draws."""
    rows = np.arange(len(card))
    hand, unseen, lives = known.hand.copy(), known.unseen.copy(), known.lives.copy()
    fresh, last = known.fresh.copy(), known.last.copy()
    hand[rows, card] -= 1
    fresh[:, 0] = np.minimum(HAND, fresh[:, 0] + 1)
    last[:, 0] = card + 1
    if blocked:
        unseen[rows, card] -= 1
        fresh[:, 1] = np.minimum(HAND, fresh[:, 1] + 1)
    else:
        lives[:, 1] -= card + 1
        fresh[rows, 1, card] = 0
    return Known(hand, unseen, lives, fresh, last)
