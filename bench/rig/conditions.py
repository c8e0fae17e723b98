"""How the sandbox's Discord is during a measurement: its limits, and the emoji that it already has."""

from functools import cache

from bot.ui.deck.deck import PICTURES, emoji_title, png_of
from sandbox import Sandbox

SPEED = 50.0
"""How much faster the limits are where many people play for a short time."""


def put_deck(sandbox: Sandbox) -> None:
    """Puts the bot's own emoji into a sandbox, as if the bot had uploaded them at an earlier start."""
    for title, png in _pictures():
        sandbox.emoji.add(title, png)


@cache
def _pictures() -> tuple[tuple[str, bytes], ...]:
    return tuple((emoji_title(name), png_of(name)) for name in PICTURES)
