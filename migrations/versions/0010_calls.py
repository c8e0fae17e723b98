"""Calls to players, cards of duels in threads, and which servers were greeted."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("people", sa.Column("bell", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("duels", sa.Column("call", sa.BigInteger))
    op.add_column("duels", sa.Column("card", sa.BigInteger))
    op.add_column("guilds", sa.Column("greeted", sa.Boolean, nullable=False, server_default=sa.false()))
