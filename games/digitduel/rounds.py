"""A round of Digit Duel: what was done with each digit drawn, and the hands and numbers this makes."""

from collections.abc import Iterable
from dataclasses import field
from enum import StrEnum
from functools import cache, lru_cache
from typing import TypeAlias

from games.engine import Seat, other, value

Hands: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]


class Move(StrEnum):
    KEEP = "keep"
    GIVE = "give"
    THROW = "throw"


KEEP, GIVE, THROW = Move.KEEP, Move.GIVE, Move.THROW


@value
class Act:
    """What a seat did with the digit it drew; in a view the digit is None for those who may not see it."""

    seat: Seat
    move: Move
    digit: int | None
    receiver: Seat | None = field(init=False, repr=False, compare=False)
    """Whose digit it is now; nobody's if it was thrown away. It follows from the rest, and is asked often."""

    def __post_init__(self) -> None:
        kept_or_given = self.seat if self.move is KEEP else other(self.seat)
        object.__setattr__(self, "receiver", None if self.move is THROW else kept_or_given)


@cache
def act(seat: Seat, move: Move, digit: int | None) -> Act:
    """One object for all equal acts: there are 66 kinds, and a long match has seventy-two."""
    return Act(seat, move, digit)


@value
class Round:
    """A round that is over, hands open. A level round has no winner, unless the lot gave it one."""

    number: int
    acts: tuple[Act, ...]
    winner: Seat | None

    @property
    def starter(self) -> Seat:
        return self.acts[0].seat

    @property
    def hands(self) -> Hands:
        first, second = digits_of(self.acts)
        return _known(first), _known(second)

    @property
    def throw(self) -> Act | None:
        """The one digit that was thrown away; in a view only its thrower sees it until the match is over."""
        for each in self.acts:
            if each.move is THROW:
                return each
        return None

    @property
    def level(self) -> bool:
        first, second = self.hands
        return number_of(first) == number_of(second)


@lru_cache(maxsize=1024)
def number_of(hand: tuple[int, ...]) -> str:
    """The highest number these digits can form: 0, 0, 5 is 500, and only 000 begins with a zero."""
    return "".join(str(digit) for digit in sorted(hand, reverse=True))


def wins(rounds: Iterable[Round]) -> tuple[int, int]:
    winners = [past.winner for past in rounds]
    return winners.count(0), winners.count(1)


def next_number(rounds: Iterable[Round]) -> int:
    """The round to be played after these; a level one is played again under its number."""
    return 1 + sum(wins(rounds))


def digits_of(acts: Iterable[Act]) -> tuple[list[int | None], list[int | None]]:
    """What each seat kept and was given, in the order it came; None for what is hidden."""
    digits: tuple[list[int | None], list[int | None]] = [], []
    for each in acts:
        receiver = each.receiver
        if receiver is not None:
            digits[receiver].append(each.digit)
    return digits


def _known(digits: Iterable[int | None]) -> tuple[int, ...]:
    return tuple([digit for digit in digits if digit is not None])
