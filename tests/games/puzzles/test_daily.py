"""The puzzle of the day: one clearly best answer, never the same twice in a year, and not too plain."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable

import pytest

from games import GAMES
from games.bidbattle import solution as bidbattle
from games.highlow import solution as highlow
from games.highlow.setter import HighLowSetter
from games.puzzles.daily import puzzle_of
from games.puzzles.puzzle import Puzzle
from games.ten import solution as ten
from games.ten.rules import State
from tests.support.project import ROOT

YEAR = 366
SET = {room.game.key: room for room in GAMES if room.setter}


@pytest.fixture(scope="module")
def years() -> list[Puzzle]:
    """Three years: every puzzle that there is comes up in them."""
    return [puzzle_of(day) for day in range(739_000, 739_000 + 3 * YEAR)]


def test_no_puzzle_comes_twice_within_a_year(years: list[Puzzle]) -> None:
    last: dict[tuple[str, str], int] = {}
    for day, puzzle in enumerate(years):
        same = (puzzle.game, puzzle.position)
        assert day - last.get(same, -YEAR) >= YEAR
        last[same] = day


def test_a_puzzle_with_hidden_values_says_what_they_can_be_and_when_they_are_opened(
    years: list[Puzzle],
) -> None:
    hidden = [puzzle for puzzle in years if puzzle.game == "bidbattle"]
    assert hidden
    for puzzle in hidden:
        assert "Each item is worth 10 to 30, opened at the end; most value wins." in puzzle.setting
        told = " ".join(puzzle.explanation)
        assert "3 of the 5 items usually have the most value, so you need " in told


def test_the_answer_is_one_of_a_few_choices(years: list[Puzzle]) -> None:
    for puzzle in years:
        tokens = [choice.token for choice in puzzle.choices]
        assert tokens.count(puzzle.answer) == 1
        assert len({*tokens}) == len(tokens)
        assert 3 <= len(tokens) <= 10


def test_the_games_are_mixed(years: list[Puzzle]) -> None:
    days = Counter(puzzle.game for puzzle in years)
    assert {*days} == {*SET}
    assert max(days.values()) <= 0.65 * len(years)


def test_no_place_among_the_choices_is_the_answer_too_often(years: list[Puzzle]) -> None:
    places = Counter(
        [choice.token for choice in puzzle.choices].index(puzzle.answer) / (len(puzzle.choices) - 1)
        for puzzle in years
    )
    assert max(places.values()) < 0.4 * len(years)
    assert places[1.0] < 0.3 * len(years), "the highest is seldom right"


def test_every_text_is_short_enough_to_read(years: list[Puzzle]) -> None:
    for puzzle in years:
        assert len(puzzle.setting) <= 4
        assert len(puzzle.question) <= 80
        assert all(line.endswith(".") for line in (*puzzle.setting, *puzzle.explanation))
        assert all(len(line) <= 200 for line in (*puzzle.setting, *puzzle.explanation))
        assert puzzle.solution.split()[0] in {*puzzle.explanation[0].split(), "None"}


@pytest.mark.parametrize("key", SET)
def test_one_answer_is_clearly_the_best_by_the_solver(years: list[Puzzle], key: str) -> None:
    for puzzle in years:
        if puzzle.game == key:
            worths = WORTHS[key](puzzle)
            best = worths.pop(puzzle.answer)
            assert best >= max(worths.values()) + 0.25


@pytest.mark.parametrize("key", SET)
def test_a_plain_rule_of_thumb_often_fails(years: list[Puzzle], key: str) -> None:
    puzzles = [puzzle for puzzle in years if puzzle.game == key]
    solved = sum(puzzle.answer == THUMBS[key](puzzle) for puzzle in puzzles)
    assert solved < 0.45 * len(puzzles)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _of_highlow(puzzle: Puzzle) -> dict[str, float]:
    """The worst case of each card."""
    mine, theirs, rest = puzzle.position.split(" / ")
    lead, holder = rest.split()
    at = highlow.Position(_numbers(mine), _numbers(theirs), int(lead), highlow.Holder[holder])
    return {str(card): min(highlow.worth(at.after(card, reply)) for reply in at.theirs) for card in at.mine}


def _of_bidbattle(puzzle: Puzzle) -> dict[str, float]:
    """The worst case of each bid on offer."""
    at = bidbattle.Position(*_numbers(puzzle.position))
    return {
        choice.token: min(
            bidbattle.worth_of(at, int(choice.token), reply) for reply in range(1, at.theirs + 1)
        )
        for choice in puzzle.choices
    }


def _of_ten(puzzle: Puzzle) -> dict[str, float]:
    """Which digits win; that none does is right only if so it is."""
    mine, theirs, *pool = _numbers(puzzle.position)
    winning = ten.winning(State((mine, theirs), tuple(pool), 0, ()))
    wins = {str(digit): float(digit in winning) for digit in pool}
    return {**wins, "none": float(not winning)}


def _equal_share(puzzle: Puzzle) -> str:
    won, lost, mine, _ = _numbers(puzzle.position)
    return str(mine // (5 - won - lost))


WORTHS: dict[str, Callable[[Puzzle], dict[str, float]]] = {
    "highlow": _of_highlow,
    "bidbattle": _of_bidbattle,
    "ten": _of_ten,
}
THUMBS: dict[str, Callable[[Puzzle], str]] = {
    "highlow": lambda puzzle: puzzle.choices[-1].token,
    "bidbattle": _equal_share,
    "ten": lambda puzzle: puzzle.choices[-2].token,
}
"""The highest card; an equal share for every item left; the biggest digit."""


def test_the_same_day_has_the_same_puzzle_in_every_process() -> None:
    days = "range(739_900, 739_910)"
    program = f"from games.puzzles.daily import puzzle_of; print([puzzle_of(day) for day in {days}])"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=60, check=True
    )
    assert run.stdout.strip() == str([puzzle_of(day) for day in range(739_900, 739_910)])


def test_a_card_that_falls_is_explained_with_what_happens_then() -> None:
    setter, found = HighLowSetter(), 0
    for place in range(0, setter.places, 97):
        puzzle = setter.puzzle(place)
        for line in puzzle.explanation[1:] if puzzle else ():
            assert re.search(r" (comes|plays the same): (the other scores|you score, but|the tie pays)", line)
            found += 1
    assert found
