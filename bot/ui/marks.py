"""Small pictures beside texts, known by the names of the deck's emoji. Plain signs stand in for them."""

from collections.abc import Callable
from typing import TypeAlias

from bot.ui.deck.deck import Deck
from bot.ui.deck.plain import PLAIN

Sign: TypeAlias = Callable[[str], str]
"""Puts a picture into a text, by its name."""
MEDALS = {1: "gold", 2: "silver", 3: "bronze"}
STEPS = (1350, 1450, 1550, 1650, 1800)
"""The ratings from which on the second to sixth rank is shown; 1500, where everybody starts, is the third."""


def plain(name: str) -> str:
    return PLAIN.get(name, "")


def mark(name: str, deck: Deck) -> str:
    """A picture by its name; empty if there is neither a picture nor a sign for it."""
    return deck.marks.get(name, "")


def face(level: str) -> str:
    """The picture of a computer player, by the key of its level."""
    return f"rival_{level}"


def rank_mark(rating: int) -> str:
    """The mark of a rating: rank_1 for beginners to rank_6."""
    return f"rank_{1 + sum(rating >= step for step in STEPS)}"
