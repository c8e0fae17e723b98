"""Every shuffle and draw of a match, from a sealed seed that anyone can check afterwards.

All of it can be recomputed in any language from SHA-256 alone. Texts are ASCII, + joins bytes:

    secret      32 random bytes, drawn when the challenge is made and shown when the match is over
    seal        SHA-256(secret + "seal:" + duel id), shown with the challenge: it binds the secret
    key         SHA-256(secret + "key:" + accepted), where `accepted` is the id of the press that began
                the match, after the seal was shown: whoever drew the secret could not choose it
    block i     of the stream named s: SHA-256(key + s + "#" + i), i in decimal, from 0
    words       each block is eight 32-bit numbers, most significant byte first, used in order
    below(n)    take words until one is less than 2^32 - (2^32 mod n); the number is that word mod n
    shuffle     for i from the last place down to the second: swap place i with place below(i + 1),
                places counted from 0

The streams are "seats" (one `below(2)`: the seat of the challenger), "setup" (before the first turn),
"turn 1", "turn 2" and so on; a computer player in seat s picks its turn t from "rival s t".
Every stream starts afresh, so a replay needs no generator's state.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import Literal, TypeAlias, TypeVar

T = TypeVar("T")
SHORT = 8
"""Digits of a seal that stand on a board: enough for the eye to compare."""
WORDS = Struct(">8L")
RANGE = 2**32


@dataclass(frozen=True, slots=True)
class Draw:
    """A number that was asked for, and the one that came."""

    below: int
    got: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Cards in their order before and after."""

    cards: tuple[int, ...]
    got: tuple[int, ...]


Roll: TypeAlias = Draw | Shuffle
"""What was asked of the dice and what they gave: enough to check it without knowing the game."""


@dataclass(frozen=True, slots=True)
class Seed:
    """What a match's dice are made of."""

    secret: bytes
    duel: str
    accepted: str

    @property
    def seal(self) -> str:
        return seal_of(self.secret, self.duel)

    @property
    def short_seal(self) -> str:
        """The beginning of the seal, for a board that shows it from first to last."""
        return short_seal_of(self.secret, self.duel)

    @property
    def key(self) -> bytes:
        return sha256(self.secret + b"key:" + self.accepted.encode("ascii")).digest()


def seal_of(secret: bytes, duel: str) -> str:
    return sha256(secret + b"seal:" + duel.encode("ascii")).hexdigest()


def short_seal_of(secret: bytes, duel: str) -> str:
    return seal_of(secret, duel)[:SHORT]


class Dice:
    """One stream of a seed; nothing is hashed until something is drawn."""

    __slots__ = ("_rolls", "_words")

    def __init__(self, seed: Seed, stream: str, rolls: list[Roll] | None = None) -> None:
        self._words = _words(seed, stream)
        self._rolls = rolls

    def below(self, n: int) -> int:
        number = self._below(n)
        if self._rolls is not None:
            self._rolls.append(Draw(n, number))
        return number

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def lot(self) -> Literal[0, 1]:
        """One of the two seats."""
        return 1 if self.below(2) else 0

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        places = list(cards)
        for i in range(len(places) - 1, 0, -1):
            j = self._below(i + 1)
            places[i], places[j] = places[j], places[i]
        shuffled = tuple(places)
        if self._rolls is not None:
            self._rolls.append(Shuffle(tuple(cards), shuffled))
        return shuffled

    def _below(self, n: int) -> int:
        limit = RANGE - RANGE % n
        for word in self._words:
            if word < limit:
                return word % n
        raise AssertionError("a stream of words has no end")


def _words(seed: Seed, stream: str) -> Iterator[int]:
    head = seed.key + stream.encode("ascii") + b"#"
    for block in count():
        yield from WORDS.unpack(sha256(head + b"%d" % block).digest())
