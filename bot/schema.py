"""The tables; `migrations/` builds them step by step."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
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

people = Table(
    "people",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("notify", Boolean, nullable=False, server_default=false()),
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", BigInteger, primary_key=True),
    Column("blocked", BigInteger, primary_key=True),
)

guilds = Table(
    "guilds",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("threads", Boolean, nullable=False, server_default=false()),
)

notes = Table(
    "notes",
    metadata,
    Column("key", String, primary_key=True),
    Column("value", String, nullable=False),
)
