"""The five strengths of the computer, from one that a child beats to one that has solved the game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    key: str
    """How stored duels and the command line name it."""
    name: str
    brief: str
    """What it is like, in a few words without a full stop."""
    more: str = ""
    """Another sentence about it."""

    @property
    def character(self) -> str:
        return f"{self.brief}. {self.more}".rstrip()


LEVELS = (
    Level("sprout", "Sprout", "Has just learned the rules and plays what looks nice", "A child can beat it."),
    Level("magpie", "Magpie", "Greedy: wants the biggest prize in sight and forgets what comes after"),
    Level("badger", "Badger", "Careful and steady, with habits that you can learn to read"),
    Level("fox", "Fox", "Plans ahead, bluffs a little and rarely slips"),
    Level("oracle", "Oracle", "Has worked the game out", "Beat it, and you can tell everyone."),
)
"""Weakest first."""


def level_called(key: str) -> Level:
    return next(level for level in LEVELS if level.key == key)
