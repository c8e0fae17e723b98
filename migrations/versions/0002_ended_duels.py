"""Duels by the time they ended: those that ended just before a crash are looked at again after it."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_index("ended_duels", "duels", ["ended"])


def downgrade() -> None:
    op.drop_index("ended_duels", "duels")
