"""Puts the bot's own emoji into a sandbox, as if the bot had uploaded them at an earlier start."""

from functools import cache

from bot.ui.deck.deck import PICTURES, emoji_title, png_of
from sandbox import Sandbox


def put_deck(sandbox: Sandbox) -> None:
    for title, png in _pictures():
        sandbox.emoji.add(title, png)


@cache
def _pictures() -> tuple[tuple[str, bytes], ...]:
    return tuple((emoji_title(name), png_of(name)) for name in PICTURES)
