"""What a picture shows, as data and in words; `charts.py` draws it in another process."""

from dataclasses import dataclass
from typing import TypeAlias

WIDTH, HEIGHT = 800, 400
BACKGROUND, INK, FAINT = "#232428", "#f2f3f5", "#4a4d55"
"""The picture has a background of its own, so it reads the same on light and dark screens."""


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of a line in a picture, and the square that stands for it in a text."""

    code: str
    square: str


COLOURS = (
    Colour("#55acee", "🟦"),
    Colour("#f4900c", "🟧"),
    Colour("#78b159", "🟩"),
    Colour("#aa8ed6", "🟪"),
    Colour("#fdcb58", "🟨"),
    Colour("#ee7a86", "🟥"),
)


def colour(number: int) -> Colour:
    return COLOURS[number % len(COLOURS)]


@dataclass(frozen=True, slots=True)
class RatingLine:
    """The course of one rating; a point is a number of rated duels and the rating after them."""

    label: str
    colour: int
    points: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class RatingPicture:
    lines: tuple[RatingLine, ...]

    def words(self) -> str:
        """Describes the picture for people who can't see it."""
        return " ".join(["The course of the ratings.", *map(_told, self.lines)])


@dataclass(frozen=True, slots=True)
class ChancePicture:
    """Shows winning chances: `chances` are those of seat 0, from before the first turn to after the last;
    `turning` is the index of the turning point among them, and `unit` what a turn is called, such as
    "round"."""

    chances: tuple[float, ...]
    turning: int | None = None
    unit: str = "turn"

    def words(self, first: str, second: str) -> str:
        """Describes the picture for people who can't see it; `first` is the player on seat 0."""
        told = [f"Winning chances over the match: {first} began at {_percent(self.chances[0])}"]
        if self.turning is not None and self.turning > 0:
            before, after = self.chances[self.turning - 1], self.chances[self.turning]
            told.append(f"went from {_percent(before)} to {_percent(after)} at {self.unit} {self.turning}")
        told.append(f"ended at {_percent(self.chances[-1])}")
        return f"{', '.join(told)}; the rest are the chances of {second}."


Picture: TypeAlias = RatingPicture | ChancePicture


def _told(line: RatingLine) -> str:
    ratings = [round(rating) for _, rating in line.points]
    if len(ratings) == 1:
        return f"{line.label}: {ratings[0]}."
    ends = f"from {ratings[0]} to {ratings[-1]}"
    return f"{line.label}: {ends}, lowest {min(ratings)}, highest {max(ratings)}."


def _percent(chance: float) -> str:
    return f"{round(chance * 100)} %"
