"""Habits that cost points in High-Low Battle."""

from collections.abc import Sequence
from typing import TypeAlias

from games.engine import SEATS, other
from games.highlow.rules import TIE_BREAK, View
from games.highlow.solution import position
from games.review.habits import Habit, Lapse
from games.screen import a, either, listed

Card: TypeAlias = Lapse[View, int]


def _theirs(lapse: Card) -> tuple[int, ...]:
    return lapse.view.hands[_rival(lapse)]


def _rival(lapse: Card) -> int:
    return other(SEATS[lapse.view.seat or 0])


def _highest(lapse: Card) -> int:
    return lapse.view.hands[lapse.view.seat or 0][-1]


def _round(lapse: Card) -> int:
    return len(lapse.view.rounds) + 1


def _risked_a_tie(lapse: Card) -> bool:
    theirs = _theirs(lapse)
    return (
        lapse.view.tie_break == _rival(lapse)
        and lapse.move in theirs
        and not any(card in theirs for card in lapse.best)
    )


def _forgot_the_tie(lapse: Card) -> bool:
    theirs = _theirs(lapse)
    return (
        lapse.view.tie_break == lapse.view.seat
        and lapse.move not in theirs
        and all(card in theirs for card in lapse.best)
    )


def _saved_for_nothing(lapse: Card) -> bool:
    return lapse.move < min(lapse.best) and _highest(lapse) in lapse.best and _is_last(lapse)


def _is_last(lapse: Card) -> bool:
    """Does this round end the match, whatever is played?"""
    at = position(lapse.view, SEATS[lapse.view.seat or 0])
    return all(at.after(card, reply).decided is not None for card in at.mine for reply in at.theirs)


def _held_back(lapse: Card) -> bool:
    return lapse.move < min(lapse.best)


def _gave_up_a_card(lapse: Card) -> bool:
    return lapse.move > max(lapse.best) and lapse.move < max(_theirs(lapse))


def _overspent(lapse: Card) -> bool:
    return lapse.move > max(lapse.best)


def _about_risky_ties(lapses: Sequence[Card]) -> str:
    when = f"while a tie was worth {TIE_BREAK} points to {{them}}"
    return f"{{You}} played {_cards(lapses)}, which {{them}} could match, {when}."


def _about_forgotten_ties(lapses: Sequence[Card]) -> str:
    worst = lapses[0]
    return (
        f"{{You}} wasted a chance of a tie worth {TIE_BREAK} points in round {_round(worst)}: "
        f"{{them}} could not match the {worst.move}, and {_better(worst)} was better."
    )


def _about_saving(lapses: Sequence[Card]) -> str:
    worst = lapses[0]
    return (
        f"{{You}} saved the {_highest(worst)} in round {_round(worst)}, "
        "when there was nothing left to save it for."
    )


def _about_holding_back(lapses: Sequence[Card]) -> str:
    return f"{{You}} held back: {_example(lapses)}."


def _about_giving_up(lapses: Sequence[Card]) -> str:
    where = "rounds" if len(lapses) > 1 else "a round"
    return f"{{You}} gave up {_cards(lapses)} in {where} {{you}} could not be sure to win."


def _about_overspending(lapses: Sequence[Card]) -> str:
    return f"{{You}} spent too high a card on one round: {_example(lapses)}."


def _about_other_cards(lapses: Sequence[Card]) -> str:
    """Both lower and higher cards were better."""
    return f"{{You}} had better cards on either side: {_example(lapses)}."


def _cards(lapses: Sequence[Card]) -> str:
    return listed([a(lapse.move) for lapse in sorted(lapses, key=lambda lapse: lapse.move)])


def _example(lapses: Sequence[Card]) -> str:
    worst = lapses[0]
    return f"{a(worst.move)} in round {_round(worst)}, when {_better(worst)} was better"


def _better(lapse: Card) -> str:
    """The best cards, or the three of them that are nearest to the one that was played."""
    nearest = sorted(lapse.best, key=lambda card: abs(card - lapse.move))[:3]
    return either(sorted(nearest))


HABITS: tuple[Habit[View, int], ...] = (
    Habit(_risked_a_tie, _about_risky_ties),
    Habit(_forgot_the_tie, _about_forgotten_ties),
    Habit(_saved_for_nothing, _about_saving),
    Habit(_held_back, _about_holding_back),
    Habit(_gave_up_a_card, _about_giving_up),
    Habit(_overspent, _about_overspending),
    Habit(lambda _: True, _about_other_cards),
)
