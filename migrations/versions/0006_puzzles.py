"""The puzzle of the day: one try a person, in each server."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "puzzles",
        sa.Column("guild", sa.BigInteger, primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("person", sa.BigInteger, primary_key=True),
        sa.Column("token", sa.String, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("shared", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("puzzles_by_person", "puzzles", ["person", "guild", "day"])
