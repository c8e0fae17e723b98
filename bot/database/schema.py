"""The tables of the database; `migrations/` builds them step by step."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    false,
    text,
    true,
)

metadata = MetaData()

duels = Table(
    "duels",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("board", BigInteger),
    Column("game", String, nullable=False),
    Column("edition", Integer, nullable=False),
    Column("challenger", BigInteger, nullable=False),
    Column("challenged", BigInteger),
    Column("pace", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("rival", String),
    Column("secret", LargeBinary, nullable=False),
    Column("created", Double, nullable=False),
    Column("status", String, nullable=False),
    Column("rematch_of", BigInteger),
    Column("challenger_seat", Integer),
    Column("accepted", String),
    Column("seat0", BigInteger),
    Column("seat1", BigInteger),
    Column("started", Double),
    Column("reminded", Integer, nullable=False, server_default="0"),
    Column("ended", Double),
    Column("winner", Integer),
    Column("reason", String),
    Column("counted", Integer),  # its number among its guild's finished duels, in the order of counting
    Column("untold", Boolean),  # true: its board does not show yet how it ended
    Column("call", BigInteger),  # the message that calls its players; deleted when they have picked
    Column("card", BigInteger),  # the channel of its card if it is played in a thread, whose id the card has
    Column(
        "called", Integer, nullable=False, server_default="0"
    ),  # the last turn that players were called to
    Column("dm0", BigInteger),  # the direct message that tells the player of a seat of their turn
    Column("dm1", BigInteger),
    Column("shared", Boolean),  # true: a player has shared how it went
)
OPEN_ONLY = text("status IN ('challenge', 'live')")
for name, columns in (
    ("open_duels", (duels.c.guild, duels.c.status)),
    ("open_by_challenger", (duels.c.challenger,)),
    ("open_by_seat0", (duels.c.seat0,)),
    ("open_by_seat1", (duels.c.seat1,)),
    ("open_rematches", (duels.c.rematch_of,)),
):
    Index(name, *columns, sqlite_where=OPEN_ONLY, postgresql_where=OPEN_ONLY)
Index("ended_duels", duels.c.ended)
Index("duels_by_challenger", duels.c.challenger, duels.c.guild)
Index("challenges_by_time", duels.c.challenger, duels.c.created)  # what a person did lately
Index("duels_by_challenged", duels.c.challenged, duels.c.guild)  # the other player, once it was accepted
UNCOUNTED = text("counted IS NULL AND status IN ('won', 'void')")
Index("uncounted_duels", duels.c.guild, duels.c.ended, sqlite_where=UNCOUNTED, postgresql_where=UNCOUNTED)
UNTOLD = text("untold")
Index("untold_duels", duels.c.guild, sqlite_where=UNTOLD, postgresql_where=UNTOLD)
LEFT_OVER = text("call IS NOT NULL AND status NOT IN ('challenge', 'live')")
Index("calls_left_over", duels.c.guild, sqlite_where=LEFT_OVER, postgresql_where=LEFT_OVER)
Index("counted_duels", duels.c.guild, duels.c.counted, unique=True)

picks = Table(
    "picks",
    metadata,
    Column("duel", BigInteger, ForeignKey("duels.id"), primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("token", String, nullable=False),
    Column("at", Double, nullable=False),
    Column("closes", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

votes = Table(
    "votes",
    metadata,
    Column("duel", BigInteger, ForeignKey("duels.id"), primary_key=True),
    Column("person", BigInteger, primary_key=True),
    Column("seat", Integer, nullable=False),
    sqlite_with_rowid=False,
)
Index("votes_by_person", votes.c.person)

guilds = Table(  # every server the bot is in, or that removed it within the last 30 days
    "guilds",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("threads", Boolean, nullable=False, server_default=false()),
    Column("pace", Integer),
    Column("rated", Boolean, nullable=False, server_default=true()),
    Column("challengers", String, nullable=False, server_default="anyone"),
    Column("role", BigInteger),
    Column("mentions", String, nullable=False, server_default="challenged"),
    Column("left", Double),  # when the bot was removed from it
    Column("greeted", Boolean, nullable=False, server_default=false()),
)

channels = Table(
    "channels",
    metadata,
    Column("guild", BigInteger, ForeignKey("guilds.id"), primary_key=True),
    Column("channel", BigInteger, primary_key=True),
)

notes = Table(
    "notes",
    metadata,
    Column("key", String, primary_key=True),
    Column("value", String, nullable=False),
)

letters = Table(
    "letters",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("body", String, nullable=False),
    Column("at", Double, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("notify", Boolean, nullable=False, server_default=false()),
    Column("bell", Boolean, nullable=False, server_default=true()),  # whether pings in channels are wanted
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", BigInteger, primary_key=True),
    Column("blocked", BigInteger, primary_key=True),
)
Index("blocks_of_blocked", blocks.c.blocked)

puzzles = Table(
    "puzzles",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("day", Date, primary_key=True),
    Column("person", BigInteger, primary_key=True),
    Column("token", String, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("shared", Boolean, nullable=False, server_default=false()),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)
Index("puzzles_by_person", puzzles.c.person, puzzles.c.guild, puzzles.c.day)

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
