"""Duels, their picks, and what people and servers asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

OPEN_ONLY = sa.text("status IN ('challenge', 'live')")


def upgrade() -> None:
    _create_duels()
    op.create_table(
        "picks",
        sa.Column("duel", sa.BigInteger, sa.ForeignKey("duels.id"), primary_key=True),
        sa.Column("turn", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("token", sa.String, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("closes", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "people",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("notify", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "blocks",
        sa.Column("person", sa.BigInteger, primary_key=True),
        sa.Column("blocked", sa.BigInteger, primary_key=True),
    )
    op.create_table(
        "guilds",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("threads", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "notes",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )


def _create_duels() -> None:
    op.create_table(
        "duels",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("board", sa.BigInteger),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("edition", sa.Integer, nullable=False),
        sa.Column("challenger", sa.BigInteger, nullable=False),
        sa.Column("challenged", sa.BigInteger),
        sa.Column("pace", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("rival", sa.String),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("rematch_of", sa.BigInteger),
        sa.Column("challenger_seat", sa.Integer),
        sa.Column("accepted", sa.String),
        sa.Column("seat0", sa.BigInteger),
        sa.Column("seat1", sa.BigInteger),
        sa.Column("started", sa.Double),
        sa.Column("reminded", sa.Integer, nullable=False, server_default="0"),
        sa.Column("ended", sa.Double),
        sa.Column("winner", sa.Integer),
        sa.Column("reason", sa.String),
    )
    for name, columns in (
        ("open_duels", ["guild", "status"]),
        ("open_by_challenger", ["challenger"]),
        ("open_by_seat0", ["seat0"]),
        ("open_by_seat1", ["seat1"]),
        ("open_rematches", ["rematch_of"]),
    ):
        op.create_index(name, "duels", columns, sqlite_where=OPEN_ONLY, postgresql_where=OPEN_ONLY)
