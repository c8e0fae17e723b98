"""What servers can choose, and when they let the bot go."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


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
