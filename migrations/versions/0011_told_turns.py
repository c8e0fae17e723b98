"""Which turn the players of a duel were called to, and the direct messages about it."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

LEFT_OVER = sa.text("call IS NOT NULL AND status NOT IN ('challenge', 'live')")


def upgrade() -> None:
    op.add_column("duels", sa.Column("called", sa.Integer, nullable=False, server_default="0"))
    op.add_column("duels", sa.Column("dm0", sa.BigInteger))
    op.add_column("duels", sa.Column("dm1", sa.BigInteger))
    op.create_index("calls_left_over", "duels", ["guild"], sqlite_where=LEFT_OVER, postgresql_where=LEFT_OVER)
