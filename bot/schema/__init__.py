"""The tables; `migrations/` builds them step by step."""

from bot.schema.base import metadata
from bot.schema.duels import duels, picks, votes
from bot.schema.guilds import channels, guilds, notes
from bot.schema.letters import letters
from bot.schema.people import blocks, people, puzzles
from bot.schema.standings import ratings, resets, results

__all__ = [
    "blocks",
    "channels",
    "duels",
    "guilds",
    "letters",
    "metadata",
    "notes",
    "people",
    "picks",
    "puzzles",
    "ratings",
    "resets",
    "results",
    "votes",
]
