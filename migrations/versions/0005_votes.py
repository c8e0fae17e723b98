"""Who will win? One vote a person."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "votes",
        sa.Column("duel", sa.BigInteger, sa.ForeignKey("duels.id"), primary_key=True),
        sa.Column("person", sa.BigInteger, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("votes_by_person", "votes", ["person"])
