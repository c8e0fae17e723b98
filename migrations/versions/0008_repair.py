"""Repairs databases that earlier forms of the steps before this one made.

Those steps were changed after they had run somewhere. So this one looks at what is there and adds what is
missing; where nothing is missing it changes nothing.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

UNCOUNTED = "counted IS NULL AND status IN ('won', 'void')"
INDEXES: tuple[tuple[str, str, list[str], str | None], ...] = (
    ("uncounted_duels", "duels", ["guild", "ended"], UNCOUNTED),
    ("untold_duels", "duels", ["guild"], "untold"),
    ("duels_by_challenger", "duels", ["challenger", "guild"], None),
    ("duels_by_challenged", "duels", ["challenged", "guild"], None),
    ("blocks_of_blocked", "blocks", ["blocked"], None),
    ("results_in_game", "results", ["person", "guild", "game", "counted", "won", "opponent"], None),
    ("results_of_pair", "results", ["person", "opponent", "guild", "counted", "won"], None),
    ("puzzles_by_person", "puzzles", ["person", "guild", "day"], None),
)
"""Those that some databases lack, or have on other columns."""
BLOCK_EVERYONE = """
INSERT INTO blocks (person, blocked) SELECT id, 0 FROM people
WHERE blocks_all AND id NOT IN (SELECT person FROM blocks WHERE blocked = 0)
"""
KNOWN_SERVERS = """
INSERT INTO guilds (id) SELECT DISTINCT guild FROM duels WHERE guild NOT IN (SELECT id FROM guilds)
"""
ESTIMATE = """
UPDATE results SET provisional = COALESCE((
    SELECT ratings.provisional FROM ratings
    WHERE ratings.guild = results.guild AND ratings.game = results.game
    AND ratings.person = results.person AND ratings.season = 0
), TRUE) WHERE rating IS NOT NULL
"""
"""As uncertain as the person's rating is now; a recount finds out how it was after each duel."""
ESTIMATED = """
INSERT INTO notes (key, value)
SELECT 'recount ' || guild, '' FROM results WHERE rating IS NOT NULL GROUP BY guild
ON CONFLICT DO NOTHING
"""
OTHERWISE_RATED = """
INSERT INTO notes (key, value)
SELECT 'recount ' || results.guild, '' FROM results
JOIN (SELECT guild, min(counted) AS number FROM results WHERE change IS NOT NULL GROUP BY guild) AS beginning
ON results.guild = beginning.guild AND results.counted = beginning.number
WHERE results.change IS NOT NULL AND abs(abs(results.change) - 69.0473348250193) > 0.000001
GROUP BY results.guild
ON CONFLICT DO NOTHING
"""
"""Once the first rated duel of a server moved ratings by 88 points instead of 69. When the bot starts, it
recounts such servers."""
KEPT_PUZZLES = "guild, day, person, token, solved, shared, at"


def upgrade() -> None:
    if "blocks_all" in _columns("people"):
        op.execute(BLOCK_EVERYONE)
        op.drop_column("people", "blocks_all")
    op.execute(KNOWN_SERVERS)
    if "provisional" not in _columns("results"):
        op.add_column("results", sa.Column("provisional", sa.Boolean))
        op.execute(ESTIMATE)
        op.execute(ESTIMATED)
    op.execute(OTHERWISE_RATED)
    if "untold" not in _columns("duels"):
        op.add_column("duels", sa.Column("untold", sa.Boolean))
    shared = _columns("puzzles").get("shared", {"default": None})
    if shared["default"] is None:
        _make_puzzles_again()
    seen = sa.inspect(op.get_bind())
    for name, table, columns, only in INDEXES:
        found = {index["name"]: index["column_names"] for index in seen.get_indexes(table)}
        if found.get(name) != columns:
            _make_index(name, table, columns, only, is_there=name in found)


def _columns(table: str) -> dict[str, dict[str, object]]:
    return {column["name"]: {**column} for column in sa.inspect(op.get_bind()).get_columns(table)}


def _make_puzzles_again() -> None:
    """With `shared` where it belongs and with its default: nobody has shared what was saved without it."""
    shared = "shared" if "shared" in _columns("puzzles") else "FALSE AS shared"
    columns = KEPT_PUZZLES.replace("shared", shared)
    op.execute(f"CREATE TABLE puzzles_aside AS SELECT {columns} FROM puzzles")  # noqa: S608
    op.drop_table("puzzles")
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
    op.execute(f"INSERT INTO puzzles ({KEPT_PUZZLES}) SELECT {KEPT_PUZZLES} FROM puzzles_aside")  # noqa: S608
    op.drop_table("puzzles_aside")


def _make_index(name: str, table: str, columns: list[str], only: str | None, *, is_there: bool) -> None:
    if is_there:
        op.drop_index(name, table)
    where = None if only is None else sa.text(only)
    op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)
