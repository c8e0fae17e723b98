"""Habits that cost life in Number Match Duel."""

from collections.abc import Sequence
from typing import TypeAlias

from games.engine import SEATS, other
from games.numbermatch.knowledge import known
from games.numbermatch.rules import View
from games.review.habits import Habit, Lapse
from games.screen import a, either

Attacking: TypeAlias = Lapse[View, int]


def _hand(lapse: Attacking) -> tuple[int, ...]:
    return lapse.view.hands[lapse.view.seat or 0] or ()


def _their_life(lapse: Attacking) -> int:
    return lapse.view.lives[other(SEATS[lapse.view.seat or 0])]


def _number(lapse: Attacking) -> int:
    return len(lapse.view.attacks) + 1


def _missed_the_end(lapse: Attacking) -> bool:
    return lapse.move < _their_life(lapse) <= min(lapse.best)


def _broke_a_shield(lapse: Attacking) -> bool:
    """Attacked with a lone card where a lower one of a pair would have kept its number to block with."""
    hand = _hand(lapse)
    lone = hand.count(lapse.move) == 1 and all(hand.count(card) > 1 for card in lapse.best)
    return lone and _greedy(lapse)


def _timid(lapse: Attacking) -> bool:
    return lapse.move < min(lapse.best)


def _greedy(lapse: Attacking) -> bool:
    return lapse.move > max(lapse.best)


def _likely_to_be_blocked(lapse: Attacking) -> bool:
    """Harder than what was best, and also less likely to hit."""
    now = known(lapse.view, lapse.view.seat or 0)
    return _greedy(lapse) and now.lacks(lapse.move) < min(now.lacks(card) for card in lapse.best)


def _about_missing_the_end(lapses: Sequence[Attacking]) -> str:
    worst = lapses[0]
    return (
        f"{{You}} attacked with {a(worst.move)} when {either(worst.best)} could have taken the last "
        f"{_their_life(worst)} life."
    )


def _about_broken_shields(lapses: Sequence[Attacking]) -> str:
    worst = lapses[0]
    return (
        f"{{You}} attacked with {{your}} only {worst.move}, which alone could block {a(worst.move)}; "
        f"a spare {either(worst.best)} was better."
    )


def _about_timidity(lapses: Sequence[Attacking]) -> str:
    return f"{{You}} attacked too softly: {_example(lapses[0])}."


def _about_blocked_attacks(lapses: Sequence[Attacking]) -> str:
    return f"{{You}} went for damage rather than a likely hit: {_example(lapses[0])}."


def _about_greed(lapses: Sequence[Attacking]) -> str:
    return f"{{You}} parted too soon with a high card: {_example(lapses[0])}."


def _about_the_middle(lapses: Sequence[Attacking]) -> str:
    return f"{{You}} attacked with a card better kept: {_example(lapses[0])}."


def _example(lapse: Attacking) -> str:
    return f"{a(lapse.move)} in attack {_number(lapse)}, when {either(lapse.best)} was better"


HABITS: tuple[Habit[View, int], ...] = (
    Habit(_missed_the_end, _about_missing_the_end),
    Habit(_broke_a_shield, _about_broken_shields),
    Habit(_timid, _about_timidity),
    Habit(_likely_to_be_blocked, _about_blocked_attacks),
    Habit(_greedy, _about_greed),
    Habit(lambda _: True, _about_the_middle),
)
