"""The emoji that Discord has of this bot, ready to be put into texts and on buttons."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.ui.deck.plain import PLAIN
from bot.ui.wire.sheet import Wire
from games.screen import Choice, Piece

COLOURS = ("blue", "orange")
"""By seat, as the pictures are named."""
SQUARES = (PLAIN["blue"], PLAIN["orange"])


@dataclass(frozen=True, slots=True)
class Emoji:
    id: int
    title: str
    """The name at Discord: the name of the picture and a part of its hash."""


class Deck:
    """Either all pictures can be used or none, so that no message mixes pictures with plain text. While the
    deck is off, every answer is None, and plain text is shown instead."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._buttons: dict[str, Wire] = {}
        self.marks: Mapping[str, str] = PLAIN
        """Small pictures beside texts, or the plain signs for them, by their names."""
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
        self.marks = PLAIN | self._texts
        self.colours = self.marks[COLOURS[0]], self.marks[COLOURS[1]]
        self.drawn, self.keys = {}, {}
