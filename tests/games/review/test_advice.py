"""Advice is true of the match it is said of: every sentence of every habit is read back and checked."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from games import GAMES
from games.engine import SEATS, Seat
from games.match import AnyMatch, Match
from games.review.habits import AnyHabit, AnyLapse, Habit, addressed
from games.review.report import report
from games.review.review import Review, review
from games.room import AnyRoom
from tests.games.review.claims import CLAIMS, Said, is_true
from tests.games.review.rivalries import rivalry
from tests.support.games.matches import NAMES, play, seed, somewhere

every_game = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
MATCHES = {"highlow": 300, "bidbattle": 120, "numbermatch": 40, "digitduel": 40, "ten": 300}


def everything_said(room: AnyRoom, match: AnyMatch) -> tuple[Review, list[tuple[Seat, str]]]:
    """The review of a match, and what each habit would say in it, also those that cost less than another."""
    gathered: list[AnyLapse] = []

    def gather(lapses: Sequence[AnyLapse]) -> str:
        gathered.extend(lapses)
        return "{You}."

    told = review(match, replace(room, habits=(Habit(lambda _: True, gather),)), NAMES)
    said = []
    for seat in SEATS:
        for number, habit in enumerate(room.habits):
            own = [lapse for lapse in gathered if lapse.view.seat == seat]
            if shown := [lapse for lapse in own if _kind(room.habits, lapse) == number]:
                said.append((seat, addressed(habit.advice(shown), seat, NAMES, None)))
    return told, said


def _kind(habits: Sequence[AnyHabit], lapse: AnyLapse) -> int:
    return next(number for number, habit in enumerate(habits) if habit.shows(lapse))


@every_game
def test_every_sentence_of_advice_is_true_of_its_match(room: AnyRoom) -> None:
    random = Random(2)
    for _ in range(MATCHES[room.game.key]):
        match = rivalry(room, random)
        told, said = everything_said(room, match)
        for seat, sentence in said:
            assert is_true(room.game.key, sentence, Said(match, told, seat)), sentence


@every_game
def test_every_lesson_is_true_of_its_match(room: AnyRoom) -> None:
    """Also of a match that is not over."""
    random = Random(4)
    for number in range(MATCHES[room.game.key] // 4):
        match = somewhere(room, random) if number % 3 == 0 else rivalry(room, random)
        told = review(match, room, NAMES)
        for seat, section in zip(SEATS, report(told).players, strict=True):
            (sentence,) = section.lines
            assert is_true(room.game.key, sentence, Said(match, told, seat)), sentence


@every_game
def test_every_habit_has_a_claim_that_is_checked_here(room: AnyRoom) -> None:
    assert len(CLAIMS[room.game.key]) == len(room.habits)


def said_of(room: AnyRoom, *turns: tuple[int, int]) -> list[str]:
    match: AnyMatch = play(Match.start(room.game, seed()), *turns)
    return [sentence for _, sentence in everything_said(room, match)[1]]


def test_nothing_left_to_save_it_for_is_not_said_when_a_sudden_death_may_follow() -> None:
    """Ben, behind by one in round five, saved the 9 and drew level: there was a round left to save it for."""
    room = GAMES[0]
    said = said_of(room, (3, 3), (7, 1), (9, 2), (2, 7), (5, 6))
    assert not any("nothing left to save it for" in sentence for sentence in said)
