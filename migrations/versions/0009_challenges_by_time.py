"""An index for the limits on challenges: what a person did in the last seconds, and in the last hour."""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_index("challenges_by_time", "duels", ["challenger", "created"])
