"""A game's rules in a few sentences, for whoever wants to play it: the one source for every surface."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Guide:
    """`tagline` fits where a menu has one line; `example` is a piece of a match, told line by line."""

    tagline: str
    aim: str
    """What wins, in a few words that fit under a title: "Exactly 10 wins, more loses."."""
    verb: str
    """What a player does, in a word for a button: "Play"."""
    goal: str
    rules: tuple[str, ...]
    example: tuple[str, ...]
