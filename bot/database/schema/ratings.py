"""What is derived from finished duels: results, ratings and their counts; and the resets of leaderboards."""

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, String, Table

from bot.database.schema.base import metadata

results = Table(
    "results",
    metadata,
    Column("duel", BigInteger, ForeignKey("duels.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("person", BigInteger, nullable=False),
    Column("opponent", BigInteger, nullable=False),
    Column("counted", Integer, nullable=False),
    Column("ended", Double, nullable=False),
    Column("won", Boolean),  # NULL: no result
    Column("rating", Double),  # after the duel, in its game; NULL: it was not rated
    Column("change", Double),
    Column("provisional", Boolean),  # whether the rating was still uncertain after the duel
    sqlite_with_rowid=False,
)
Index("results_of_person", results.c.person, results.c.guild, results.c.counted)
Index(
    "results_in_game",
    results.c.person,
    results.c.guild,
    results.c.game,
    results.c.counted,
    results.c.won,  # this and the next only so that wins and losses are counted from the index
    results.c.opponent,
)
Index(
    "results_of_pair",
    results.c.person,
    results.c.opponent,
    results.c.guild,
    results.c.counted,
    results.c.won,
)

ratings = Table(
    "ratings",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("game", String, primary_key=True),  # or all games together
    Column("season", Integer, primary_key=True),  # 202611 is November 2026; 0 is all time
    Column("person", BigInteger, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("provisional", Boolean, nullable=False),
    Column("shown", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    sqlite_with_rowid=False,
)
Index(
    "ranks",
    ratings.c.guild,
    ratings.c.game,
    ratings.c.season,
    ratings.c.provisional,
    ratings.c.shown.desc(),
    ratings.c.person,
)
Index("ratings_of_person", ratings.c.person, ratings.c.guild)

rating_counts = Table(
    "rating_counts",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("game", String, primary_key=True),
    Column("season", Integer, primary_key=True),
    Column("width", Integer, primary_key=True),  # how many ratings it counts: one alone, or a range of them
    Column("provisional", Boolean, primary_key=True),
    Column("lowest", Integer, primary_key=True),  # the lowest of these ratings, as they are shown
    Column("people", Integer, nullable=False),  # on the leaderboard; who deleted their data isn't
    sqlite_with_rowid=False,
)

resets = Table(
    "resets",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("counted", Integer, nullable=False),  # the last duel of the guild that no longer counts
    Column("at", Double, nullable=False),
    Column("person", BigInteger, nullable=False),
    Column("undone", Boolean, nullable=False),
)
Index("resets_of_guild", resets.c.guild, resets.c.at)
