"""Plays thousands of matches of Number Match at once in arrays, for training and for measurements."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

CARDS = 9
LIFE, COPIES, HAND = 20, 4, 5
AT_ONCE = 4000
"""Matches that are played at once."""
Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float32]


@dataclass
class Matches:
    """One row per match. Role 0 is the attacker, role 1 the defender."""

    lives: Ints
    """The life points of each role, by [match, role]."""
    hands: Ints
    """How many of each card a role holds, by [match, role, card]."""
    deck: Ints
    discards: Ints
    fresh: Ints
    """How many cards a role has drawn at most since it was seen to lack a card, by [match, role, card]."""
    last: Ints
    """The last card that a role attacked with, or 0, by [match, role]."""

    @classmethod
    def deal(cls, number: int, random: np.random.Generator) -> "Matches":
        matches = cls(
            np.full((number, 2), LIFE),
            np.zeros((number, 2, CARDS), dtype=np.int64),
            np.full((number, CARDS), COPIES),
            np.zeros((number, CARDS), dtype=np.int64),
            np.full((number, 2, CARDS), HAND),
            np.zeros((number, 2), dtype=np.int64),
        )
        everyone = np.ones(number, dtype=bool)
        for role in (0, 1):
            for _ in range(HAND):
                matches.draw(everyone, role, random)
        return matches

    def draw(self, who: NDArray[np.bool_], role: int, random: np.random.Generator) -> None:
        empty = who & (self.deck.sum(axis=1) == 0)
        self.deck[empty], self.discards[empty] = self.discards[empty], 0
        rows = np.flatnonzero(who)
        heaps = self.deck[rows].cumsum(axis=1)
        place = random.integers(0, heaps[:, -1])
        card = (heaps <= place[:, None]).sum(axis=1)
        self.deck[rows, card] -= 1
        self.hands[rows, role, card] += 1

    def attack(self, cards: Ints, random: np.random.Generator) -> NDArray[np.bool_]:
        """Attacks with these cards, refills the hands and swaps roles. Returns which matches are won."""
        rows = np.arange(len(cards))
        blocked = self.hands[rows, 1, cards] > 0
        self.hands[rows, 0, cards] -= 1
        self.hands[rows, 1, cards] -= blocked
        self.discards[rows, cards] += 1 + blocked
        self.lives[:, 1] -= np.where(blocked, 0, cards + 1)
        self.fresh[:, 0] = np.minimum(HAND, self.fresh[:, 0] + 1)
        self.fresh[:, 1] = np.minimum(HAND, self.fresh[:, 1] + blocked[:, None])
        self.fresh[rows[~blocked], 1, cards[~blocked]] = 0
        self.last[:, 0] = cards + 1
        won: NDArray[np.bool_] = self.lives[:, 1] <= 0
        self.draw(~won, 0, random)
        self.draw(~won & blocked, 1, random)
        for pair in (self.lives, self.hands, self.fresh, self.last):
            pair[:] = pair[:, ::-1].copy()
        return won

    def take(self, rows: NDArray[np.bool_]) -> "Matches":
        return Matches(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))

    def put(self, rows: NDArray[np.bool_], matches: "Matches") -> None:
        for name in self.__dataclass_fields__:
            getattr(self, name)[rows] = getattr(matches, name)


Policy: TypeAlias = Callable[[Matches, np.random.Generator], Ints]
"""Chooses the attackers' cards."""


def duel(first: Policy, second: Policy, number: int, seed: int) -> float:
    """How often the first policy wins. Each policy attacks first in half of the matches."""
    random = np.random.default_rng(seed)
    wins, played = 0, 0
    while played < number:
        some = min(AT_ONCE, (number - played) // 2 or 1)
        wins += _wins(first, second, some, random) + some - _wins(second, first, some, random)
        played += 2 * some
    return wins / played


def _wins(first: Policy, second: Policy, number: int, random: np.random.Generator) -> int:
    """How many matches the policy wins that attacks first."""
    matches, wins, attacks = Matches.deal(number, random), 0, 0
    while len(matches.lives):
        policy = second if attacks % 2 else first
        won = matches.attack(policy(matches, random), random)
        wins += 0 if attacks % 2 else int(won.sum())
        matches, attacks = matches.take(~won), attacks + 1
    return wins


def unseen(matches: Matches) -> Ints:
    """The cards that the attacker can't see: all but those in their own hand and the discards."""
    return np.asarray(COPIES - matches.hands[:, 0] - matches.discards)


def lacking(hidden: Ints, total: Ints, cards: Ints) -> Floats:
    """The chance that none of `cards` cards out of `total` unseen ones is one of the `hidden`."""
    chance = np.ones(np.broadcast_shapes(hidden.shape, total.shape, cards.shape), dtype=np.float32)
    for drawn in range(HAND):
        factor = np.maximum(0, total - hidden - drawn) / np.maximum(1, total - drawn)
        chance *= np.where(drawn < cards, factor, 1.0).astype(np.float32)
    return chance


def choose(worth: Floats, matches: Matches) -> Ints:
    """The card in hand that is worth most."""
    return np.asarray(np.where(matches.hands[:, 0] > 0, worth, -np.inf).argmax(axis=1))


def at_random(matches: Matches, random: np.random.Generator) -> Ints:
    """Any number in hand, all equally likely."""
    return choose(random.random((len(matches.lives), CARDS)).astype(np.float32), matches)


def highest(matches: Matches, random: np.random.Generator) -> Ints:  # noqa: ARG001
    return choose(np.broadcast_to(np.arange(CARDS, dtype=np.float32), (len(matches.lives), CARDS)), matches)


def by_formula(matches: Matches, random: np.random.Generator) -> Ints:  # noqa: ARG001
    """The best simple rule that is known: damage now, minus a part of what a last copy would block."""
    hidden = unseen(matches)
    total = hidden.sum(axis=1, keepdims=True)
    chance = lacking(hidden, total, np.full_like(hidden, HAND))
    lack = np.where(matches.fresh[:, 1] == 0, 1.0, chance)
    card = np.arange(1, CARDS + 1)
    life = matches.lives[:, 1:]
    harm = lack * np.where(card >= life, life + 3, card)
    return choose(harm - 0.35 * card * (1 - chance) * (matches.hands[:, 0] == 1), matches)
