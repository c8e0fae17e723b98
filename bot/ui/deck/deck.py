"""The bot's own emoji: their pictures, their names at Discord, and the plain signs that stand in for them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TypeAlias

from bot.ui.wire.sheet import Wire
from games.screen import Choice, Piece

PLAIN = {
    "blue": "🟦",
    "orange": "🟧",
    "slot": "⬜",
    "blocked": "🛡️",
    "heart": "❤️",
    "heart_half": "💔",
    "heart_empty": "🤍",
    "pip_blue": "🔵",
    "pip_orange": "🟠",
    "pip_empty": "⚪",
    "hourglass": "⏳",
    "trophy": "🏆",
    "seal": "🔒",
    "bell": "🔔",
    "rival_sprout": "🌱",
    "rival_magpie": "🐦",
    "rival_badger": "🦡",
    "rival_fox": "🦊",
    "rival_oracle": "🔮",
    "gold": "🥇",
    "silver": "🥈",
    "bronze": "🥉",
}
"""Plain signs, by the names of the pictures. Pictures without one, such as the ranks, are left out."""
COLOURS = ("blue", "orange")
"""By seat, as the pictures are named."""
SQUARES = (PLAIN["blue"], PLAIN["orange"])
MEDALS = {1: "gold", 2: "silver", 3: "bronze"}
STEPS = (1350, 1450, 1550, 1650, 1800)
"""The ratings from which on the second to sixth rank is shown; 1500, where everybody starts, is the third."""
_ENDING = ".png"
_FOLDER = files(__package__) / "images"
PICTURES: tuple[str, ...] = tuple(
    sorted(file.name.removesuffix(_ENDING) for file in _FOLDER.iterdir() if file.name.endswith(_ENDING))
)
"""The names of all pictures, as the rest of the bot calls them: `blue_7`, `heart_half`."""
HASH_LENGTH = 6
Sign: TypeAlias = Callable[[str], str]
"""Puts a picture into a text, by its name."""


def png_of(name: str) -> bytes:
    """The PNG of a picture."""
    return (_FOLDER / f"{name}{_ENDING}").read_bytes()


@cache
def emoji_title(name: str) -> str:
    """What an emoji is called at Discord: a name that changes with its picture."""
    return f"{name}_{sha256(png_of(name)).hexdigest()[:HASH_LENGTH]}"


def plain(name: str) -> str:
    return PLAIN.get(name, "")


def face(level: str) -> str:
    """The picture of a computer player, by the key of its level."""
    return f"rival_{level}"


def rank_mark(rating: int) -> str:
    """The mark of a rating: rank_1 for beginners to rank_6."""
    return f"rank_{1 + sum(rating >= step for step in STEPS)}"


@dataclass(frozen=True, slots=True)
class Emoji:
    id: int
    title: str
    """The name at Discord: the name of the picture and a part of its hash."""


class Deck:
    """Either all pictures can be used or none, so that no message mixes pictures with plain text. While the
    deck is off, `text` and `button` answer None, and plain text is shown instead."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._buttons: dict[str, Wire] = {}
        self._marks: Mapping[str, str] = PLAIN
        self.colours = SQUARES
        """The marks of the seats."""
        self.drawn: dict[Piece, str] = {}
        """Pieces as these pictures show them. There are few kinds of those that are kept here."""
        self.keys: dict[Choice, Wire] = {}
        """Choices as buttons of a keypad, without custom ids."""

    @property
    def is_on(self) -> bool:
        return bool(self._texts)

    def text(self, name: str) -> str | None:
        """A picture in a text."""
        return self._texts.get(name)

    def mark(self, name: str) -> str:
        """A picture in a text, or the plain sign for it; empty if there is neither."""
        return self._marks.get(name, "")

    def button(self, name: str) -> Wire | None:
        """A picture as the `emoji` of a button. The value is shared, so it is never changed."""
        return self._buttons.get(name)

    def turn_on(self, emoji: Mapping[str, Emoji]) -> None:
        """By the names of the pictures. What is shown already gets them when it is painted next."""
        self._texts = {name: f"<:{each.title}:{each.id}>" for name, each in emoji.items()}
        self._buttons = {name: {"id": str(each.id), "name": each.title} for name, each in emoji.items()}
        self._begin_anew()

    def turn_off(self) -> None:
        self._texts, self._buttons = {}, {}
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Forgets what was made of other pictures."""
        self._marks = PLAIN | self._texts
        self.colours = self._marks[COLOURS[0]], self._marks[COLOURS[1]]
        self.drawn, self.keys = {}, {}
