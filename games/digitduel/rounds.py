"""A round of Digit Duel: what was done with each digit drawn, and the hands and numbers this makes."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache
from typing import TypeAlias

from games.engine import Seat, other, value

Hands: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]


class Move(StrEnum):
    KEEP = "keep"
    GIVE = "give"
    THROW = "throw"


@value
class Act:
    """What a seat did with the digit it drew; in a view the digit is None for those who may not see it."""

    seat: Seat
    move: Move
    digit: int | None

    @property
    def receiver(self) -> Seat | None:
        if self.move is Move.THROW:
            return None
        return self.seat if self.move is Move.KEEP else other(self.seat)


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
        return _hand(self.acts, 0), _hand(self.acts, 1)

    @property
    def throw(self) -> Act | None:
        """The one digit that was thrown away; in a view only its thrower sees it until the match is over."""
        return next((each for each in self.acts if each.move is Move.THROW), None)

    @property
    def level(self) -> bool:
        return number_of(self.hands[0]) == number_of(self.hands[1])


def number_of(hand: Sequence[int]) -> str:
    """The highest number these digits can form: 0, 0, 5 is 500, and only 000 begins with a zero."""
    return "".join(str(digit) for digit in sorted(hand, reverse=True))


def wins(rounds: Iterable[Round]) -> tuple[int, int]:
    winners = [past.winner for past in rounds]
    return winners.count(0), winners.count(1)


def next_number(rounds: Iterable[Round]) -> int:
    """The round to be played after these; a level one is played again under its number."""
    return 1 + sum(wins(rounds))


def _hand(acts: Iterable[Act], seat: Seat) -> tuple[int, ...]:
    """What a seat kept and was given, in the order it came."""
    return tuple(each.digit for each in acts if each.receiver == seat and each.digit is not None)
