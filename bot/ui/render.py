"""Screens as Discord's components."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from games.screen import Screen, Standing

B = TypeVar("B")
ACCENT = 0xC27C3E
MARKS = {"has picked": "✅", "to pick": "⏳", "wins": "🏆"}
ROW = 5
STORY_LIMIT = 1800
"""Characters; Discord takes 4,000 in all of a message's texts."""


class Sheet(LayoutView):
    """A view that discord.py doesn't hold on to: all our buttons are known by their custom ids. It would keep
    each private one for a quarter of an hour."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.stop()


def layout(
    *blocks: str | Item[Any], rows: Iterable[Sequence[Item[Any]]] = (), below: Iterable[Any] = ()
) -> LayoutView:
    """Texts and pictures one below the other, then rows of buttons, then other items, in one frame. A new
    view for every painting."""
    items: list[Any] = [TextDisplay(block) if isinstance(block, str) else block for block in blocks if block]
    items.extend(ActionRow(*row) for row in rows)
    items.extend(below)
    view = Sheet()
    view.add_item(Container(*items, accent_colour=ACCENT))
    return view


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
    view = Sheet()
    view.add_item(TextDisplay(text))
    return view
