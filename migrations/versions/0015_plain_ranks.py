"""Ranks are counted from the ratings themselves, so that nothing else has to be kept beside them."""

from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.drop_table("rating_counts")
