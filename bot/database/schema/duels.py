"""Duels, the picks made in them, and the votes of spectators."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    text,
)

from bot.database.schema.base import metadata

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
