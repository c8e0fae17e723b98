"""How many people of each leaderboard have which rating, so that a rank is summed up from few rows."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

COUNT = """
INSERT INTO rating_counts (guild, game, season, width, provisional, lowest, people)
SELECT guild, game, season, {width}, provisional, {lowest}, count(*) FROM ratings WHERE person > 0
GROUP BY guild, game, season, provisional, {lowest}
"""
LOWEST = {1: "shown", 64: "(shown >> 6 << 6)"}
"""The lowest rating of each width's range; shifts round down, also below zero."""


def upgrade() -> None:
    op.create_table(
        "rating_counts",
        sa.Column("guild", sa.BigInteger, primary_key=True),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("season", sa.Integer, primary_key=True),
        sa.Column("width", sa.Integer, primary_key=True),
        sa.Column("provisional", sa.Boolean, primary_key=True),
        sa.Column("lowest", sa.Integer, primary_key=True),
        sa.Column("people", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    for width, lowest in LOWEST.items():
        op.execute(COUNT.format(width=width, lowest=lowest))
