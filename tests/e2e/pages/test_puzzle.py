"""/puzzle: one position a day, answered in private, shared without spoiling it."""

import pytest

from bot.duels.pace import DAY
from games.puzzles.daily import puzzle_of
from games.puzzles.puzzle import Puzzle
from tests.support.evening import Evening, labels, mentioned, panel_of, private_text, without_times

pytestmark = pytest.mark.also_late


def puzzle_today(evening: Evening) -> Puzzle:
    return puzzle_of(evening.bot.services.puzzles.today.toordinal())


def mistake_in(puzzle: Puzzle) -> str:
    return next(choice.label for choice in puzzle.choices if choice.token != puzzle.answer)


async def test_a_puzzle_is_solved_explained_and_shared(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    puzzle = puzzle_today(evening)
    question = private_text(await ann.slash("puzzle"))
    assert puzzle.question in question
    assert all(line in question for line in puzzle.setting)
    assert not any(line in question for line in puzzle.explanation)
    assert labels(panel_of(ann)) == [*(choice.label for choice in puzzle.choices), "Rules"]
    await ann.press(puzzle.solution, on=panel_of(ann))
    answer = panel_of(ann).text
    assert f"Right: {puzzle.solution}" in answer
    assert all(line in answer for line in puzzle.explanation)
    assert "Solved here today by Ann." in answer
    assert "Your streak: 1 day." in answer
    await ann.press("Share", on=panel_of(ann))
    line = await bob.wait_for("🧩")
    assert line.text == f"🧩 Ann solved today's puzzle, {puzzle.title}"
    assert mentioned(line) == set()
    assert labels(panel_of(ann)) == ["Rules"], "it is shared once"
    assert f"Right: {puzzle.solution}" in panel_of(ann).text
    assert puzzle.question in private_text(await bob.press("Try it", on=line))


async def test_what_is_shared_from_an_older_copy_is_refused(evening: Evening) -> None:
    ann = evening.person("Ann")
    puzzle = puzzle_today(evening)
    await ann.slash("puzzle")
    await ann.press(puzzle.solution, on=panel_of(ann))
    older = panel_of(ann)
    await ann.slash("puzzle")
    await ann.press("Share", on=panel_of(ann))
    assert private_text(await ann.press("Share", on=older)) == "You have shared today's puzzle already."


async def test_the_rules_of_its_game_open_beside_a_puzzle(evening: Evening) -> None:
    ann = evening.person("Ann")
    puzzle = puzzle_today(evening)
    asked = (await ann.slash("puzzle")).message
    rules = private_text(await ann.press("Rules", on=panel_of(ann)))
    assert f"### {puzzle.title}" in rules
    assert "Your goal" in rules
    assert asked is not None
    assert next(seen for seen in ann.sees().messages if seen.id == asked.id).text == asked.text


async def test_a_mistake_is_explained_and_there_is_no_second_try(evening: Evening) -> None:
    ann = evening.person("Ann")
    puzzle = puzzle_today(evening)
    await ann.slash("puzzle")
    spare = panel_of(ann)
    await ann.slash("puzzle")
    wrong = mistake_in(puzzle)
    await ann.press(wrong, on=panel_of(ann))
    assert f"You chose {wrong}. The answer is {puzzle.solution}." in panel_of(ann).text
    assert "Nobody here has solved it today." in panel_of(ann).text
    reply = await ann.press(puzzle.solution, on=spare)
    assert reply.message is not None
    assert "You have had your one try today." in reply.message.text
    assert "You chose" in reply.message.text
    assert "You chose" in private_text(await ann.slash("puzzle"))


async def test_yesterdays_buttons_point_to_todays_puzzle_also_after_a_restart(evening: Evening) -> None:
    ann = evening.person("Ann")
    puzzle = puzzle_today(evening)
    await ann.slash("puzzle")
    yesterday = panel_of(ann)
    await evening.reopen(after=DAY)
    answer = private_text(await ann.press(puzzle.solution, on=yesterday))
    assert answer == "That puzzle's day is over. Use /puzzle for today's."
    today = puzzle_today(evening)
    await ann.slash("puzzle")
    await evening.reopen()
    await ann.press(today.solution, on=panel_of(ann))
    assert "Right" in panel_of(ann).text
    assert "comes in a while" in without_times(panel_of(ann).text)
