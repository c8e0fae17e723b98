"""Habits that lose Battle to Ten."""

from collections.abc import Sequence
from typing import TypeAlias

from games.coach import Habit, Lapse
from games.engine import other
from games.screen import a
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


def _too_small(lapse: TenLapse) -> bool:
    return lapse.move < min(lapse.best)


def _about_going_over(lapses: Sequence[TenLapse]) -> str:
    worst = lapses[0]
    return f"{{You}} took {a(worst.move)} at {_total(worst)}, and more than {TARGET} loses at once."


def _about_missing_ten(lapses: Sequence[TenLapse]) -> str:
    worst = lapses[0]
    return f"{{You}} took {a(worst.move)} when {a(TARGET - _total(worst))} would have made exactly {TARGET}."


def _about_leaving_their_ten(lapses: Sequence[TenLapse]) -> str:
    worst = lapses[0]
    return (
        f"{{You}} left {{them}} the {_needed(worst)} that {TARGET - _needed(worst)} needs for {TARGET}: "
        f"taking {_either(worst.best)} was the way out."
    )


def _about_opening(lapses: Sequence[TenLapse]) -> str:
    worst = lapses[0]
    return f"{{You}} opened with {a(worst.move)}, and only {_either(worst.best)} win from the start."


def _about_big_digits(lapses: Sequence[TenLapse]) -> str:
    worst = lapses[0]
    return (
        f"{{You}} hurried: {a(worst.move)} on top of {_total(worst)} left {{your}} total short of room, "
        f"and {_either(worst.best)} kept the win."
    )


def _about_small_digits(lapses: Sequence[TenLapse]) -> str:
    worst = lapses[0]
    return (
        f"{{You}} crept up with {a(worst.move)} at {_total(worst)} and gave {{them}} time; "
        f"{_either(worst.best)} kept the win."
    )


def _about_the_wrong_gap(lapses: Sequence[TenLapse]) -> str:
    worst = lapses[0]
    return (
        f"{{You}} took {a(worst.move)} at {_total(worst)} and left {{them}} the better digits; "
        f"{_either(worst.best)} kept the win."
    )


def _either(digits: Sequence[int]) -> str:
    *most, last = map(str, digits)
    return f"{', '.join(most)} or {last}" if most else f"the {last}"


HABITS: tuple[Habit[View, int], ...] = (
    Habit(_went_over, _about_going_over),
    Habit(_missed_ten, _about_missing_ten),
    Habit(_left_their_ten, _about_leaving_their_ten),
    Habit(_opened_high, _about_opening),
    Habit(_too_big, _about_big_digits),
    Habit(_too_small, _about_small_digits),
    Habit(lambda _: True, _about_the_wrong_gap),
)
