"""The tables of the database; `migrations/` builds them step by step."""

from bot.database.schema.base import metadata
from bot.database.schema.duels import duels, picks, votes
from bot.database.schema.guilds import channels, guilds, notes
from bot.database.schema.letters import letters
from bot.database.schema.people import blocks, people, puzzles
from bot.database.schema.ratings import rating_counts, ratings, resets, results

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
    "rating_counts",
    "ratings",
    "resets",
    "results",
    "votes",
]
