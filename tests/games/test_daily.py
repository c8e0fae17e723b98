"""The puzzle of the day: one clearly best answer, never the same twice in a year, and not too plain."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from games import GAMES
from games.daily import puzzle_of
from games.puzzle import Puzzle

ROOT = Path(__file__).parents[2]
YEAR = 366
STARTS = (0, 719_163, 739_939, 741_000, 999_999)
SET = {room.game.key: room for room in GAMES if room.setter}


@pytest.fixture(scope="module", params=STARTS)
def year(request: pytest.FixtureRequest) -> list[Puzzle]:
    """Every day of a year and a little more."""
    return [puzzle_of(day) for day in range(request.param, request.param + YEAR + 20)]


def test_no_puzzle_comes_twice_within_a_year(year: list[Puzzle]) -> None:
    last: dict[tuple[str, str], int] = {}
    for day, puzzle in enumerate(year):
        same = (puzzle.game, puzzle.position)
        assert day - last.get(same, -YEAR) >= YEAR
        last[same] = day


def test_the_answer_is_one_of_a_few_choices(year: list[Puzzle]) -> None:
    for puzzle in year:
        tokens = [choice.token for choice in puzzle.choices]
        assert tokens.count(puzzle.answer) == 1
        assert len({*tokens}) == len(tokens)
        assert 3 <= len(tokens) <= 10


def test_the_games_are_mixed(year: list[Puzzle]) -> None:
    days = Counter(puzzle.game for puzzle in year)
    assert {*days} == {*SET}
    assert max(days.values()) <= 0.65 * len(year)


def test_no_place_among_the_choices_is_the_answer_too_often(year: list[Puzzle]) -> None:
    places = Counter(
        [choice.token for choice in puzzle.choices].index(puzzle.answer) / (len(puzzle.choices) - 1)
        for puzzle in year
    )
    assert max(places.values()) < 0.4 * len(year)
    assert places[1.0] < 0.3 * len(year), "the highest is seldom right"


def test_every_text_is_short_enough_to_read(year: list[Puzzle]) -> None:
    for puzzle in year:
        assert len(puzzle.setting) <= 4
        assert len(puzzle.question) <= 80
        assert all(line.endswith(".") for line in (*puzzle.setting, *puzzle.explanation))
        assert all(len(line) <= 200 for line in (*puzzle.setting, *puzzle.explanation))
        assert puzzle.solution.split()[0] in {*puzzle.explanation[0].split(), "None"}


def test_the_same_day_has_the_same_puzzle_in_every_process() -> None:
    program = "from games.daily import puzzle_of; print([puzzle_of(day) for day in range(739_900, 739_910)])"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=60, check=True
    )
    assert run.stdout.strip() == str([puzzle_of(day) for day in range(739_900, 739_910)])
