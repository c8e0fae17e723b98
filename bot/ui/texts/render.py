"""Screens as Discord's components."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from discord import ComponentType as Kind
from discord.ui import Item, LayoutView

from games.screen import Screen, Standing

B = TypeVar("B")
Wire: TypeAlias = dict[str, Any]
Part: TypeAlias = str | Wire | Item[Any]
ACCENT = 0xC27C3E
MARKS = {"has picked": "✅", "to pick": "⏳", "wins": "🏆"}
ROW = 5
STORY_LIMIT = 1800
"""Characters; Discord takes 4,000 in all of a message's texts."""


class Sheet(LayoutView):
    """A view that discord.py doesn't hold on to: all our buttons are known by their custom ids. It would keep
    each private one for a quarter of an hour. It is put together as it is sent: discord.py's items, and what
    it notes down for a view that may be pressed, would take several times as long, at every pick."""

    def __init__(self, *parts: Wire) -> None:  # nothing of a view's own is needed
        self._parts = [*parts]

    def to_components(self) -> list[Wire]:
        return self._parts

    def has_components_v2(self) -> bool:
        return True

    def is_finished(self) -> bool:
        return True


def layout(*blocks: Part, rows: Iterable[Sequence[Part]] = (), below: Iterable[Part] = ()) -> LayoutView:
    """Texts and pictures one below the other, then rows of buttons, then other items, in one frame. A new
    view for every painting."""
    return frame(*(block for block in blocks if block), *(in_row(row) for row in rows), *below)


def frame(*parts: Part) -> LayoutView:
    inner = [_wire(part) for part in parts]
    return unframed(
        {"type": Kind.container.value, "accent_color": ACCENT, "spoiler": False, "components": inner}
    )


def unframed(*parts: Part) -> LayoutView:
    return Sheet(*map(_wire, parts))


def in_row(parts: Sequence[Part]) -> Wire:
    return {"type": Kind.action_row.value, "components": [_wire(part) for part in parts]}


def beside(text: str, button: Wire) -> Wire:
    """A text with a button at its end."""
    return {"type": Kind.section.value, "components": [_wire(text)], "accessory": button}


def line(*, wide: bool = False) -> Wire:
    return {"type": Kind.separator.value, "divider": True, "spacing": 2 if wide else 1}


def _wire(part: Part) -> Wire:
    if isinstance(part, str):
        return {"type": Kind.text_display.value, "content": part}
    return part if isinstance(part, dict) else part.to_component_dict()


def blocks(screen: Screen) -> list[str]:
    """A screen's texts, top-down: what it is, how it stands, what happened, what is left."""
    standings = "\n".join(map(_standing, screen.standings))
    facts = "\n".join(f"-# {fact.label}: {fact.value}" for fact in screen.facts)
    return [
        f"### {screen.title} · {screen.stage}",
        standings,
        "\n".join(screen.news),
        facts,
        _story(screen.story),
    ]


def in_rows(buttons: Sequence[B], columns: int = ROW) -> list[Sequence[B]]:
    return [buttons[start : start + columns] for start in range(0, len(buttons), columns)]


def _standing(standing: Standing) -> str:
    mark = MARKS.get(standing.status, "▫️")
    parts = [part for part in (standing.score, standing.detail, standing.status) if part]
    return f"{mark} **{standing.name}** {' · '.join(parts)}"


def _story(lines: Sequence[str]) -> str:
    """As much of the end of the story as fits."""
    kept = list(lines)
    while sum(len(line) + 4 for line in kept) > STORY_LIMIT:
        kept.pop(0)
    left_out = len(lines) - len(kept)
    if left_out:
        kept.insert(0, f"… {left_out} earlier turns are in the replay.")
    return "\n".join(f"-# {line}" for line in kept)


def sentence(text: str) -> LayoutView:
    """One sentence to one person."""
    return unframed(text)
