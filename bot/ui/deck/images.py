"""The pictures of the emoji, by name, and what each is called at Discord."""

from functools import cache
from hashlib import sha256
from importlib.resources import files

_ENDING = ".png"
_FOLDER = files(__package__) / "images"
NAMES: tuple[str, ...] = tuple(
    sorted(file.name.removesuffix(_ENDING) for file in _FOLDER.iterdir() if file.name.endswith(_ENDING))
)
"""Of all emoji, as the rest of the bot calls them: `blue_7`, `heart_half`."""
HASH_LENGTH = 6


def image(name: str) -> bytes:
    """A PNG."""
    return (_FOLDER / f"{name}{_ENDING}").read_bytes()


@cache
def title(name: str) -> str:
    """What an emoji is called at Discord: a name that changes with its picture."""
    return f"{name}_{sha256(image(name)).hexdigest()[:HASH_LENGTH]}"
