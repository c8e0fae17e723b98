"""All tables, as the commits before the first release left them."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = None

OPEN_ONLY = sa.text("status IN ('challenge', 'live')")
UNCOUNTED = sa.text("counted IS NULL AND status IN ('won', 'void')")
UNTOLD = sa.text("untold")
LEFT_OVER = sa.text("call IS NOT NULL AND status NOT IN ('challenge', 'live')")


def upgrade() -> None:
    _create_blocks()
    _create_duels()
    _create_guilds()
    _create_letters()
    _create_notes()
    _create_people()
    _create_puzzles()
    _create_rating_counts()
    _create_ratings()
    _create_resets()
    _create_channels()
    _create_picks()
    _create_results()
    _create_votes()


def _create_blocks() -> None:
    op.create_table(
        "blocks",
        sa.Column("person", sa.BigInteger, primary_key=True),
        sa.Column("blocked", sa.BigInteger, primary_key=True),
    )
    op.create_index("blocks_of_blocked", "blocks", ["blocked"])


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
        sa.Column("counted", sa.Integer),
        sa.Column("untold", sa.Boolean),
        sa.Column("call", sa.BigInteger),
        sa.Column("card", sa.BigInteger),
        sa.Column("called", sa.Integer, nullable=False, server_default="0"),
        sa.Column("dm0", sa.BigInteger),
        sa.Column("dm1", sa.BigInteger),
        sa.Column("shared", sa.Boolean),
    )
    op.create_index("calls_left_over", "duels", ["guild"], sqlite_where=LEFT_OVER, postgresql_where=LEFT_OVER)
    op.create_index("challenges_by_time", "duels", ["challenger", "created"])
    op.create_index("counted_duels", "duels", ["guild", "counted"], unique=True)
    op.create_index("duels_by_challenged", "duels", ["challenged", "guild"])
    op.create_index("duels_by_challenger", "duels", ["challenger", "guild"])
    op.create_index("ended_duels", "duels", ["ended"])
    op.create_index(
        "open_by_challenger", "duels", ["challenger"], sqlite_where=OPEN_ONLY, postgresql_where=OPEN_ONLY
    )
    op.create_index("open_by_seat0", "duels", ["seat0"], sqlite_where=OPEN_ONLY, postgresql_where=OPEN_ONLY)
    op.create_index("open_by_seat1", "duels", ["seat1"], sqlite_where=OPEN_ONLY, postgresql_where=OPEN_ONLY)
    op.create_index(
        "open_duels", "duels", ["guild", "status"], sqlite_where=OPEN_ONLY, postgresql_where=OPEN_ONLY
    )
    op.create_index(
        "open_rematches", "duels", ["rematch_of"], sqlite_where=OPEN_ONLY, postgresql_where=OPEN_ONLY
    )
    op.create_index(
        "uncounted_duels", "duels", ["guild", "ended"], sqlite_where=UNCOUNTED, postgresql_where=UNCOUNTED
    )
    op.create_index("untold_duels", "duels", ["guild"], sqlite_where=UNTOLD, postgresql_where=UNTOLD)


def _create_guilds() -> None:
    op.create_table(
        "guilds",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("threads", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("pace", sa.Integer),
        sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("challengers", sa.String, nullable=False, server_default="anyone"),
        sa.Column("role", sa.BigInteger),
        sa.Column("mentions", sa.String, nullable=False, server_default="challenged"),
        sa.Column("left", sa.Double),
        sa.Column("greeted", sa.Boolean, nullable=False, server_default=sa.false()),
    )


def _create_letters() -> None:
    op.create_table(
        "letters",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("body", sa.String, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )


def _create_notes() -> None:
    op.create_table(
        "notes",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )


def _create_people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("notify", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("bell", sa.Boolean, nullable=False, server_default=sa.true()),
    )


def _create_puzzles() -> None:
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


def _create_rating_counts() -> None:
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
    op.create_index(
        "ranks", "ratings", ["guild", "game", "season", "provisional", sa.text("shown DESC"), "person"]
    )
    op.create_index("ratings_of_person", "ratings", ["person", "guild"])


def _create_resets() -> None:
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


def _create_channels() -> None:
    op.create_table(
        "channels",
        sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id"), primary_key=True),
        sa.Column("channel", sa.BigInteger, primary_key=True),
    )


def _create_picks() -> None:
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
    op.create_index("results_in_game", "results", ["person", "guild", "game", "counted", "won", "opponent"])
    op.create_index("results_of_pair", "results", ["person", "opponent", "guild", "counted", "won"])
    op.create_index("results_of_person", "results", ["person", "guild", "counted"])


def _create_votes() -> None:
    op.create_table(
        "votes",
        sa.Column("duel", sa.BigInteger, sa.ForeignKey("duels.id"), primary_key=True),
        sa.Column("person", sa.BigInteger, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("votes_by_person", "votes", ["person"])
