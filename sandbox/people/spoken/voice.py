"""What a screen reader speaks of messages: texts in order, emoji by name, controls by name and state."""

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from sandbox.interactions.components import walk
from sandbox.people.looking import button_of, written
from sandbox.people.screen import Seen, form_fields
from sandbox.people.spoken.emoji_names import in_words
from sandbox.wire import SELECTS, Component, Wire

MARKS = re.compile(r"^(?:#{1,3}|-#|>{1,3}|[-*]) +", re.MULTILINE)
PAIRED = re.compile(r"(\*\*|__|~~|\|\||\*|`+|\b_)(?=\S)(.+?)(?<=\S)\1", re.DOTALL)
LINK = re.compile(r"\[([^\]\n]+)\]\(<?https?://[^)\s]+\)")
TIME = re.compile(r"<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>")
ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")
UNITS = (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1))


@dataclass(frozen=True)
class Voice:
    """Speaks to one person. `named` puts the mentions of a message's text into words."""

    named: Callable[[str, Wire], str]
    emoji: Container[int]
    """The ids of those that the application has."""
    now: float

    def message(self, seen: Seen) -> Iterator[str]:
        """A message line by line: who wrote it, what it says, and what can be pressed or chosen."""
        yield f"{seen.author}, only you can see this" if seen.private else seen.author
        if seen.thinking:
            yield "is thinking"
            return
        for text in written(seen.wire):
            yield from self._text(text, seen.wire)
        for component in walk(seen.wire["components"]):
            yield from self._component(component, seen.wire)
        yield from (f"{name}, file" for name in seen.files)

    def _component(self, component: Wire, message: Wire) -> Iterator[str]:
        kind = component["type"]
        if kind == Component.TEXT_DISPLAY:
            yield from self._text(component["content"], message)
        elif kind == Component.BUTTON:
            yield _button(component)
        elif kind in SELECTS:
            yield _list(component)
        elif kind in (Component.MEDIA_GALLERY, Component.THUMBNAIL):
            for item in component.get("items", [component]):
                yield f"{item.get('description') or 'without a description'}, picture"

    def _text(self, text: str, message: Wire) -> Iterator[str]:
        spoken = self.named(in_words(self._plain(text), self.emoji), message)
        for line in in_words(spoken).splitlines():
            if line.strip():
                yield line.strip()

    def _plain(self, text: str) -> str:
        """A text without its markdown. Mentions and emoji stay as they are written."""
        text = TIME.sub(lambda found: spoken_time(int(found[1]), found[2] or "f", self.now), text)
        text = LINK.sub(r"\1, link", MARKS.sub("", text))
        while (shorter := PAIRED.sub(r"\2", text)) != text:
            text = shorter
        return ESCAPED.sub(r"\1", text)


def spoken_form(form: Wire) -> list[str]:
    return [f"{form['title']}, form", *(f"{label}, field" for label, _ in form_fields(form))]


def spoken_time(seconds: int, style: str, now: float) -> str:
    if style != "R":
        return f"{datetime.fromtimestamp(seconds, UTC):%-d %B %Y %H:%M}"
    distance = round(seconds - now)
    unit, size = next((each for each in UNITS if abs(distance) >= each[1]), UNITS[-1])
    count = abs(distance) // size
    words = f"{count} {unit}" if count == 1 else f"{count} {unit}s"
    return f"in {words}" if distance >= 0 else f"{words} ago"


def _button(component: Wire) -> str:
    button = button_of(component)
    role = "link" if component.get("url") else "button"
    return f"{button.spoken}, {role}, unavailable" if button.disabled else f"{button.spoken}, {role}"


def _list(component: Wire) -> str:
    options = component.get("options", [])
    chosen = [option["label"] for option in options if option.get("default")]
    label = component.get("placeholder") or "Make a selection"
    return in_words(", ".join([*(chosen or [label]), "list", *(option["label"] for option in options)]))
