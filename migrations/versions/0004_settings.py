"""What servers can choose, when they let the bot go, and where a person's traces are."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

KNOWN_SERVERS = (
    "INSERT INTO guilds (id) SELECT DISTINCT guild FROM duels WHERE guild NOT IN (SELECT id FROM guilds)"
)
"""From now on every server has a row, so that one that is left is noticed."""


def upgrade() -> None:
    for column in (
        sa.Column("pace", sa.Integer),
        sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("challengers", sa.String, nullable=False, server_default="anyone"),
        sa.Column("role", sa.BigInteger),
        sa.Column("mentions", sa.String, nullable=False, server_default="challenged"),
        sa.Column("left", sa.Double),
    ):
        op.add_column("guilds", column)
    op.create_table(
        "channels",
        sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id"), primary_key=True),
        sa.Column("channel", sa.BigInteger, primary_key=True),
    )
    op.execute(KNOWN_SERVERS)
    op.create_index("duels_by_challenger", "duels", ["challenger", "guild"])
    op.create_index("duels_by_challenged", "duels", ["challenged", "guild"])
    op.create_index("blocks_of_blocked", "blocks", ["blocked"])
