"""The settings of servers, and the bot's own notes."""

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Integer, String, Table, false, true

from bot.database.schema.base import metadata

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
