"""A puzzle at the keyboard: one try, then the solver explains."""

from secrets import randbelow

from games.puzzles.daily import puzzle_of
from games.puzzles.puzzle import Puzzle
from games.terminal.console import Console
from games.terminal.render import INDENT

NUMBERS = 1_000_000
"""Every number gives a puzzle; days have such numbers too."""


def pose(console: Console, number: int | None) -> None:
    """The puzzle with this number, or any."""
    number = randbelow(NUMBERS) if number is None else number
    puzzle = puzzle_of(number)
    console.say(f"{console.bold(puzzle.title)}  Puzzle {number}")
    for line in puzzle.setting:
        console.say(console.wrap(line, INDENT))
    console.say()
    right = _answer(console, puzzle) == puzzle.answer
    console.say()
    console.say("Right!" if right else f"The answer is {puzzle.solution}.")
    for line in puzzle.explanation:
        console.say(console.wrap(line, INDENT))


def _answer(console: Console, puzzle: Puzzle) -> str:
    tokens = [choice.token for choice in puzzle.choices]
    while True:
        token = console.ask(f"{puzzle.question} ({', '.join(tokens)})").lower()
        if token in tokens:
            return token
        console.say(console.wrap(f"Type one of {', '.join(tokens)}."))
