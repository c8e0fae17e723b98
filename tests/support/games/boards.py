"""What the text of a live board says: who plays in which colour, what they played, whose pick is missing."""

import re

from sandbox.people.screen import Seen

WAITED_FOR = re.compile(r"\*\*@?([^*\n]+)\*\*[^*\n]*(?:⏳|:hourglass:)")
"""A player and what is said of them, while their pick is missing. The deck may be on."""


def waited_for(board: Seen) -> set[str]:
    """The names of the players whose picks are missing."""
    return {*WAITED_FOR.findall(board.text)}


def colour_of(name: str, board: Seen) -> str:
    """The sign that stands for this player wherever a board tells something."""
    found = re.search(rf"(\S+) \*\*@?{name}\*\*", board.text)
    assert found, board.text
    return found[1]


def played_by(name: str, board: Seen) -> list[str]:
    """The cards in this player's row, without their colour, and without places for cards to come. The deck
    has to be on."""
    colour = colour_of(name, board)
    start = f"### {colour} "
    (row,) = [line for line in board.text.splitlines() if line.startswith(start)]
    pieces = re.findall(r":([^:]+):", row.removeprefix(start))
    return [piece.removeprefix(f"{colour.strip(':')} ") for piece in pieces if piece != "slot"]
