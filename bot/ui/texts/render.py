"""Screens as Discord's components."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias, TypeVar

from discord import ComponentType as Kind

from bot.ui.wire.reply import text_part
from bot.ui.wire.sheet import Sheet, Wire
from games.screen import Screen, Standing

B = TypeVar("B")
Part: TypeAlias = str | Wire
ACCENT = 0xC27C3E
MARKS = {"has picked": "✅", "to pick": "⏳", "wins": "🏆"}
ROW = 5
STORY_LIMIT = 1800
"""Characters; Discord takes 4,000 in all of a message's texts."""


def layout(*blocks: Part, rows: Iterable[Sequence[Part]] = (), below: Iterable[Part] = ()) -> Sheet:
    """Texts and pictures one below the other, then rows of buttons, then other parts, in one frame."""
    return frame(*(block for block in blocks if block), *(in_row(row) for row in rows), *below)


def frame(*parts: Part) -> Sheet:
    inner = [_wire(part) for part in parts]
    return unframed(
        {"type": Kind.container.value, "accent_color": ACCENT, "spoiler": False, "components": inner}
    )


def unframed(*parts: Part) -> Sheet:
    return Sheet([*map(_wire, parts)])


def in_row(parts: Sequence[Part]) -> Wire:
    return {"type": Kind.action_row.value, "components": [_wire(part) for part in parts]}


def beside(text: str, button: Wire) -> Wire:
    """A text with a button at its end."""
    return {"type": Kind.section.value, "components": [_wire(text)], "accessory": button}


def gallery(file: str, words: str) -> Wire:
    """A picture that is attached under this name; `words` describe it to those who can't see it."""
    item = {"media": {"url": f"attachment://{file}"}, "description": words}
    return {"type": Kind.media_gallery.value, "items": [item]}


def separator(*, wide: bool = False) -> Wire:
    return {"type": Kind.separator.value, "divider": True, "spacing": 2 if wide else 1}


def _wire(part: Part) -> Wire:
    return text_part(part) if isinstance(part, str) else part


def blocks(screen: Screen) -> list[str]:
    """The texts of a screen from top to bottom: title, standings, news, facts, story."""
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
    """The end of the story, as much of it as fits."""
    kept = list(lines)
    while sum(len(line) + 4 for line in kept) > STORY_LIMIT:
        kept.pop(0)
    left_out = len(lines) - len(kept)
    if left_out:
        kept.insert(0, f"… {left_out} earlier turns are in the replay.")
    return "\n".join(f"-# {line}" for line in kept)


def sentence(text: str) -> Sheet:
    """One sentence to one person."""
    return unframed(text)
