"""What one process hands over to another."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "letters",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("body", sa.String, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
