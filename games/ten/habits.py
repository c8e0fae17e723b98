"""Habits that lose Battle to Ten."""

from collections.abc import Sequence
from typing import TypeAlias

from games.engine import other
from games.review.habits import Habit, Lapse
from games.screen import a, either
from games.ten.rules import TARGET, View

TenLapse: TypeAlias = Lapse[View, int]


def _total(lapse: TenLapse) -> int:
    return lapse.view.totals[lapse.view.active]


def _needed(lapse: TenLapse) -> int:
    """What the other player was short of ten by."""
    return TARGET - lapse.view.totals[other(lapse.view.active)]


def _went_over(lapse: TenLapse) -> bool:
    return _total(lapse) + lapse.move > TARGET


def _missed_ten(lapse: TenLapse) -> bool:
    return TARGET - _total(lapse) in lapse.view.pool


def _left_their_ten(lapse: TenLapse) -> bool:
    return _needed(lapse) in lapse.view.pool and lapse.move != _needed(lapse)


def _opened_high(lapse: TenLapse) -> bool:
    return not lapse.view.takes


def _too_big(lapse: TenLapse) -> bool:
    return lapse.move > max(lapse.best)


def _about_going_over(lapses: Sequence[TenLapse]) -> str:
    worst = lapses[0]
    return f"{{You}} took {a(worst.move)} at {_total(worst)}, and more than {TARGET} loses at once."


def _about_missing_ten(lapses: Sequence[TenLapse]) -> str:
    worst = lapses[0]
    return f"{{You}} took {a(worst.move)} when {a(TARGET - _total(worst))} would have made exactly {TARGET}."


def _about_leaving_their_ten(lapses: Sequence[TenLapse]) -> str:
    return f"{{You}} left the {_needed(lapses[0])} that {{them}} needed for {TARGET}."


def _about_opening(lapses: Sequence[TenLapse]) -> str:
    worst = lapses[0]
    return (
        f"{{You}} opened with {a(worst.move)}. Only {either(worst.best)} win from the start: try these first."
    )


def _about_big_digits(lapses: Sequence[TenLapse]) -> str:
    worst = lapses[0]
    return f"{{You}} went up to {_total(worst) + worst.move} too soon; {either(worst.best)} kept the win."


def _about_the_wrong_digit(lapses: Sequence[TenLapse]) -> str:
    worst = lapses[0]
    return f"{{You}} took {a(worst.move)} at {_total(worst)}; {either(worst.best)} kept the win."


HABITS: tuple[Habit[View, int], ...] = (
    Habit(_went_over, _about_going_over),
    Habit(_missed_ten, _about_missing_ten),
    Habit(_left_their_ten, _about_leaving_their_ten),
    Habit(_opened_high, _about_opening),
    Habit(_too_big, _about_big_digits),
    Habit(lambda _: True, _about_the_wrong_digit),
)
