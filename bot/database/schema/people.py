"""What single people chose, and their tries at puzzles."""

from sqlalchemy import BigInteger, Boolean, Column, Date, Double, Index, String, Table, false, true

from bot.database.schema.base import metadata

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
