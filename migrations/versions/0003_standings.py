"""Results, ratings and resets: what is derived from finished duels."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

UNCOUNTED = sa.text("counted IS NULL AND status IN ('won', 'void')")


def upgrade() -> None:
    op.add_column("duels", sa.Column("counted", sa.Integer))
    op.create_index(
        "uncounted_duels",
        "duels",
        ["guild", "ended"],
        sqlite_where=UNCOUNTED,
        postgresql_where=UNCOUNTED,
    )
    op.create_index("counted_duels", "duels", ["guild", "counted"], unique=True)
    _create_results()
    _create_ratings()
    op.create_table(
        "resets",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("counted", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("person", sa.BigInteger, nullable=False),
        sa.Column("undone", sa.Boolean, nullable=False),
    )
    op.create_index("resets_of_guild", "resets", ["guild", "at"])


def _create_results() -> None:
    op.create_table(
        "results",
        sa.Column("duel", sa.BigInteger, sa.ForeignKey("duels.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("person", sa.BigInteger, nullable=False),
        sa.Column("opponent", sa.BigInteger, nullable=False),
        sa.Column("counted", sa.Integer, nullable=False),
        sa.Column("ended", sa.Double, nullable=False),
        sa.Column("won", sa.Boolean),
        sa.Column("rating", sa.Double),
        sa.Column("change", sa.Double),
        sa.Column("provisional", sa.Boolean),
        sqlite_with_rowid=False,
    )
    op.create_index("results_of_person", "results", ["person", "guild", "counted"])
    op.create_index("results_in_game", "results", ["person", "guild", "game", "counted", "won", "opponent"])
    op.create_index("results_of_pair", "results", ["person", "opponent", "guild", "counted", "won"])


def _create_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("guild", sa.BigInteger, primary_key=True),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("season", sa.Integer, primary_key=True),
        sa.Column("person", sa.BigInteger, primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("provisional", sa.Boolean, nullable=False),
        sa.Column("shown", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("losses", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    rank: list[str | sa.TextClause] = [
        "guild",
        "game",
        "season",
        "provisional",
        sa.text("shown DESC"),
        "person",
    ]
    op.create_index("ranks", "ratings", rank)
    op.create_index("ratings_of_person", "ratings", ["person", "guild"])
