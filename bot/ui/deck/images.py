"""The pictures of the deck, and the names under which Discord keeps them."""

import hashlib
from importlib import resources

FOLDER = resources.files("bot.ui.deck") / "images"
NAMES = tuple(sorted(file.name[:-4] for file in FOLDER.iterdir() if file.name.endswith(".png")))
DIGITS = 6


def image(name: str) -> bytes:
    """A picture as PNG."""
    return (FOLDER / f"{name}.png").read_bytes()


def title(name: str) -> str:
    """The name of an emoji at Discord. A picture that is drawn anew gets another one."""
    return f"{name}_{hashlib.sha256(image(name)).hexdigest()[:DIGITS]}"
