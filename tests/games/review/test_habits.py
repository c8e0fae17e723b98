"""Advice: every habit comes up in some match, and every sentence reads well for every reader."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest

from games import GAMES
from games.engine import SEATS
from games.review.habits import AnyHabit, AnyLapse, Habit, Lapse, addressed, advise
from games.review.review import review
from games.room import AnyRoom
from tests.support.games.matches import NAMES, played_out

every_game = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
MATCHES = 200


class Whim:
    """A judge with opinions about everything, so that every kind of lapse is found soon."""

    exact = True

    def chance(self, view: object) -> float:  # noqa: ARG002
        return 0.5

    def foreseen(self, view: object, move: object, reply: object) -> float:  # noqa: ARG002
        return 0.5

    def chances(self, view: object, moves: Sequence[object]) -> Mapping[object, float]:
        whims = Random(str(view))
        shades = whims.choice((3, 1000))
        return {move: whims.randrange(shades) / shades for move in moves}


def noting(habit: AnyHabit, number: int, noted: dict[int, list[str]]) -> AnyHabit:
    """The same habit, keeping a copy of what it says."""

    def advice(lapses: Sequence[AnyLapse]) -> str:
        noted.setdefault(number, []).append(habit.advice(lapses))
        return noted[number][-1]

    return Habit(habit.shows, advice)


def advice_in(room: AnyRoom) -> dict[int, list[str]]:
    """What is said about each habit in many matches."""
    noted: dict[int, list[str]] = {}
    habits = tuple(noting(habit, number, noted) for number, habit in enumerate(room.habits))
    whimsical = replace(room, judge=Whim(), habits=habits)
    for number in range(MATCHES):
        review(played_out(room, Random(number)), whimsical, NAMES)
    return noted


@every_game
def test_every_habit_comes_up_and_reads_well(room: AnyRoom) -> None:
    noted = advice_in(room)
    assert sorted(noted) == [*range(len(room.habits))]
    for sentence in {sentence for sentences in noted.values() for sentence in sentences}:
        for reader in (*SEATS, None):
            told = addressed(sentence, 0, NAMES, reader)
            assert re.fullmatch(r"(You|Ann) [^{}]+[^ {}]\.", told)
            assert len(told) <= 200
            assert "  " not in told
            assert ("you" in told.lower()) <= (reader is not None)


@every_game
def test_every_lapse_shows_a_habit(room: AnyRoom) -> None:
    assert room.habits
    whimsical = replace(room, judge=Whim())
    for number in range(MATCHES):
        told = review(played_out(room, Random(number)), whimsical, NAMES)
        for side in told.sides:
            assert "gave most away in turn" not in side.lesson


def test_the_habit_that_cost_most_is_named() -> None:
    habits: tuple[AnyHabit, ...] = (
        Habit(lambda lapse: lapse.view == "rare", lambda _: "rare"),
        Habit(lambda lapse: lapse.view == "often", lambda lapses: f"often, {len(lapses)} times"),
    )
    often = Lapse("often", 1, (2,), 0.2)
    assert advise(habits, [Lapse("rare", 1, (2,), 0.3), often, often]) == "often, 2 times"
    assert advise(habits, [Lapse("rare", 1, (2,), 0.5), often, often]) == "rare"
    assert advise(habits, []) is None


def test_the_reader_is_spoken_to_and_others_are_named() -> None:
    sentence = "{You} left the 2 that {them} needed, and {your} lead, when {you} could keep it."
    assert addressed(sentence, 0, NAMES, 0) == (
        "You left the 2 that Ben needed, and your lead, when you could keep it."
    )
    assert addressed(sentence, 0, NAMES, 1) == (
        "Ann left the 2 that you needed, and their lead, when they could keep it."
    )
    assert addressed(sentence, 1, NAMES, None) == (
        "Ben left the 2 that Ann needed, and their lead, when they could keep it."
    )


def test_a_name_may_look_like_a_blank() -> None:
    assert addressed("{You} won against {them}.", 0, ("{them}", "{0}"), None) == "{them} won against {0}."
