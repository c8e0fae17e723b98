"""The emoji that Discord has of this bot, ready to be put into texts and on buttons."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from bot.ui.wire.sheet import Wire

K = TypeVar("K", bound=Hashable)
MOST_DRAWN = 1000


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
        self._drawn: dict[Hashable, str] = {}

    @property
    def is_on(self) -> bool:
        return bool(self._texts)

    def text(self, name: str) -> str | None:
        """A picture in a text."""
        return self._texts.get(name)

    def button(self, name: str) -> Wire | None:
        """A picture as the `emoji` of a button. The value is shared, so it is never changed."""
        return self._buttons.get(name)

    def drawn(self, draw: Callable[[K, "Deck"], str], what: K) -> str:
        """What `draw` makes of this, which is kept as long as the pictures stay the same. It is for what many
        boards show, such as cards: there are few kinds of them, and more than some are not kept."""
        key = draw, what
        text = self._drawn.get(key)
        if text is None:
            text = draw(what, self)
            if len(self._drawn) < MOST_DRAWN:
                self._drawn[key] = text
        return text

    def turn_on(self, emoji: Mapping[str, Emoji]) -> None:
        """By the names of the pictures. What is shown already gets them when it is painted next."""
        self._drawn = {}
        self._texts = {name: f"<:{each.title}:{each.id}>" for name, each in emoji.items()}
        self._buttons = {name: {"id": str(each.id), "name": each.title} for name, each in emoji.items()}

    def turn_off(self) -> None:
        self._texts, self._buttons, self._drawn = {}, {}, {}
