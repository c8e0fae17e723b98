"""Makes screens of Discord's components."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias, TypeVar

from discord import ComponentType as Kind

from bot.ui.wire.sheet import Sheet, Wire

B = TypeVar("B")
Part: TypeAlias = str | Wire
ACTION_ROW, SECTION = Kind.action_row.value, Kind.section.value
TEXT, CONTAINER = Kind.text_display.value, Kind.container.value
ACCENT = 0xC27C3E
ROW = 5


def layout(
    *blocks: Part,
    rows: Iterable[Sequence[Wire]] = (),
    below: Iterable[Part] = (),
    accent: int = ACCENT,
) -> Sheet:
    """Puts texts and pictures one below the other, then rows of buttons, then other parts, in one frame."""
    parts = _wires(filter(None, blocks))
    parts += map(in_row, filter(None, rows))
    return _framed(parts + _wires(below) if below else parts, accent)


def frame(*parts: Part, accent: int = ACCENT) -> Sheet:
    return _framed(_wires(parts), accent)


def _framed(parts: list[Wire], accent: int) -> Sheet:
    return Sheet([{"type": CONTAINER, "accent_color": accent, "spoiler": False, "components": parts}])


def unframed(*parts: Part) -> Sheet:
    return Sheet(_wires(parts))


def in_row(parts: Sequence[Wire]) -> Wire:
    return {"type": ACTION_ROW, "components": [*parts]}


def beside(text: str, button: Wire) -> Wire:
    """Puts a button at the end of a text."""
    return {"type": SECTION, "components": _wires([text]), "accessory": button}


def gallery(file: str, words: str) -> Wire:
    """Shows a picture that is attached under this name; `words` describe it to those who can't see it."""
    item = {"media": {"url": f"attachment://{file}"}, "description": words}
    return {"type": Kind.media_gallery.value, "items": [item]}


def separator(*, wide: bool = False) -> Wire:
    return {"type": Kind.separator.value, "divider": True, "spacing": 2 if wide else 1}


def _wires(parts: Iterable[Part]) -> list[Wire]:
    return [{"type": TEXT, "content": part} if isinstance(part, str) else part for part in parts]


def in_rows(buttons: list[B], columns: int = ROW) -> list[list[B]]:
    return [buttons[start : start + columns] for start in range(0, len(buttons), columns)]


def sentence(text: str) -> Sheet:
    """Says one sentence to one person."""
    return unframed(text)


def spaced(*parts: str) -> str:
    return " ".join(filter(None, parts))


def dotted(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def unstopped(text: str) -> str:
    """Returns a sentence without its full stop, as a part of a line."""
    return text.removesuffix(".")


def plural(count: int, one: str, many: str, **places: object) -> str:
    """Fills in the sentence about one, or the sentence about several, which says their `count`."""
    return (one if count == 1 else many).format(count=count, **places)


def lines(*parts: str) -> str:
    """Puts texts one below the other."""
    return "\n".join(filter(None, parts))


def small_line(*parts: str) -> str:
    return f"-# {dotted(*parts)}"
