"""What one process hands over to another: presses, and, when it dies, ends that nobody was shown yet."""

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
    op.add_column("duels", sa.Column("untold", sa.Boolean))
    only = sa.text("untold")
    op.create_index("untold_duels", "duels", ["guild"], sqlite_where=only, postgresql_where=only)
