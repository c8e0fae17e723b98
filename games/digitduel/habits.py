"""Habits that cost rounds in Digit Duel."""

from collections.abc import Sequence
from typing import TypeAlias

from games.digitduel.rounds import Move
from games.digitduel.rules import HAND_SIZE, View
from games.engine import SEATS, other
from games.review.habits import Habit, Lapse
from games.screen import a, listed

Deed: TypeAlias = Lapse[View, Move]


def _digit(lapse: Deed) -> int:
    return lapse.view.drawn or 0


def _own(lapse: Deed) -> int:
    return len(lapse.view.hands[lapse.view.seat or 0])


def _theirs(lapse: Deed) -> int:
    return len(lapse.view.hands[other(SEATS[lapse.view.seat or 0])])


def _filled_their_hand(lapse: Deed) -> bool:
    return lapse.move is Move.GIVE and _theirs(lapse) == HAND_SIZE - 1


def _gave(lapse: Deed) -> bool:
    return lapse.move is Move.GIVE


def _threw(lapse: Deed) -> bool:
    return lapse.move is Move.THROW


def _kept_instead_of_throwing(lapse: Deed) -> bool:
    return Move.THROW in lapse.best


def _filled_own_hand(lapse: Deed) -> bool:
    return _own(lapse) == HAND_SIZE - 1


def _about_filling_their_hand(lapses: Sequence[Deed]) -> str:
    return f"{{You}} filled the other hand by giving {_digits(lapses)}, better kept."


def _about_giving(lapses: Sequence[Deed]) -> str:
    return f"{{You}} gave away {_digits(lapses)}, better kept."


def _about_throwing(lapses: Sequence[Deed]) -> str:
    return f"{{You}} threw away {_digits(lapses)}, good enough to keep."


def _about_not_throwing(lapses: Sequence[Deed]) -> str:
    return f"{{You}} settled for {a(_digit(lapses[0]))} when {{you}} could throw it away and draw again."


def _about_filling_own_hand(lapses: Sequence[Deed]) -> str:
    return f"{{You}} filled {{your}} hand with {_digits(lapses)}, better given away."


def _about_keeping(lapses: Sequence[Deed]) -> str:
    return f"{{You}} kept {_digits(lapses)}, better given away while there was time."


def _digits(lapses: Sequence[Deed]) -> str:
    """The digits in order, each once."""
    return listed([a(digit) for digit in sorted({_digit(lapse) for lapse in lapses})])


HABITS: tuple[Habit[View, Move], ...] = (
    Habit(_filled_their_hand, _about_filling_their_hand),
    Habit(_gave, _about_giving),
    Habit(_threw, _about_throwing),
    Habit(_kept_instead_of_throwing, _about_not_throwing),
    Habit(_filled_own_hand, _about_filling_own_hand),
    Habit(lambda _: True, _about_keeping),
)
