"""A position with a question that has one clearly best answer, and who sets such puzzles for a game."""

from dataclasses import dataclass
from typing import Protocol

from games.screen import Choice


@dataclass(frozen=True, slots=True)
class Puzzle:
    """`setting` is what a person has to know, line by line; `explanation` is told after the answer."""

    game: str
    title: str
    setting: tuple[str, ...]
    question: str
    choices: tuple[Choice, ...]
    answer: str
    """The token of the best choice."""
    explanation: tuple[str, ...]
    position: str
    """Two puzzles are the same if their positions are."""

    @property
    def solution(self) -> str:
        """The label of the best choice."""
        return next(choice.label for choice in self.choices if choice.token == self.answer)


class Setter(Protocol):
    """Knows places to look for puzzles, numbered from 0; no two places hold the same position."""

    @property
    def share(self) -> int:
        """On how many days of a cycle it is this game's turn."""

    @property
    def places(self) -> int: ...

    @property
    def span(self) -> int:
        """How many places to search for one puzzle, so that there is always one among them."""

    def puzzle(self, place: int) -> Puzzle | None:
        """None where the position has no clearly best pick, or where it is too plain."""
