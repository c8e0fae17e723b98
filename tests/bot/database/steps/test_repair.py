"""The repair, whatever mixture of earlier steps made a database, and what it fills in."""

from collections.abc import Sequence
from functools import partial
from itertools import chain, product
from typing import Any

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from bot.cli import recount
from bot.database import open_database
from bot.database.compare import differences
from bot.database.upgrade import upgrade
from tests.support.arenas import (
    ANN,
    BEN,
    GUILD,
    open_rig,
    resigned,
)
from tests.support.databases import rows
from tests.support.project import ROOT
from tests.support.steps.catalogue import contents, definitions, run

REPAIR = ScriptDirectory(str(ROOT / "migrations")).get_revision("0008").module
NOTHING: tuple[str, ...] = ()
PEOPLE = (NOTHING, ("ALTER TABLE people ADD COLUMN blocks_all BOOLEAN NOT NULL DEFAULT FALSE",))
NARROW = (
    "DROP INDEX results_in_game",
    "DROP INDEX results_of_pair",
    "CREATE INDEX results_in_game ON results (person, guild, game, counted)",
    "CREATE INDEX results_of_pair ON results (person, opponent, guild, counted)",
)
FIRST = (
    *NARROW,
    "ALTER TABLE results DROP COLUMN provisional",
    "DROP INDEX uncounted_duels",
    "CREATE INDEX uncounted_duels ON duels (ended) WHERE counted IS NULL AND status IN ('won', 'void')",
)
STANDINGS = (NOTHING, NARROW, FIRST)
SETTINGS = (
    NOTHING,
    ("DROP INDEX duels_by_challenger", "DROP INDEX duels_by_challenged", "DROP INDEX blocks_of_blocked"),
)
PUZZLES = (
    NOTHING,
    ("ALTER TABLE puzzles DROP COLUMN shared",),
    ("ALTER TABLE puzzles DROP COLUMN shared", "ALTER TABLE puzzles ADD COLUMN shared BOOLEAN"),
)
LETTERS = (NOTHING, ("DROP INDEX untold_duels", "ALTER TABLE duels DROP COLUMN untold"))
SINCE_POSTGRESQL = (STANDINGS, SETTINGS, PUZZLES, LETTERS)
MIXTURES: dict[str, Sequence[tuple[tuple[str, ...], ...]]] = {
    "sqlite": [*product(PEOPLE, *SINCE_POSTGRESQL)],
    "postgresql": [*product(*SINCE_POSTGRESQL)][::5],
}
"""Statements that turn a new database into one that some mixture of earlier steps made; on PostgreSQL, where
they take longer, a part of them."""
BACK = (
    "DROP TABLE rating_counts",
    "DROP INDEX challenges_by_time",
    "DROP INDEX calls_left_over",
    *(f"ALTER TABLE duels DROP COLUMN {name}" for name in ("shared", "dm1", "dm0", "called", "card", "call")),
    "ALTER TABLE people DROP COLUMN bell",
    "ALTER TABLE guilds DROP COLUMN greeted",
    "UPDATE alembic_version SET version_num = '0007'",
)
PUZZLE = """
INSERT INTO puzzles (guild, day, person, token, solved, at) VALUES (10, '2026-11-16', 1, 'b', true, 5)
"""


def execute(statements: Sequence[str], connection: Connection) -> None:
    for statement in statements:
        connection.execute(text(statement))


def mix_and_repair(connection: Connection) -> list[tuple[list[str], list[str]]]:
    """All mixtures, one after the other, that the step does not repair."""
    upgrade(connection)
    failed = []
    for parts in MIXTURES[connection.dialect.name]:
        mixture = [*chain(*parts)]
        execute(mixture, connection)
        with Operations.context(MigrationContext.configure(connection)):
            REPAIR.upgrade()
        if found := differences(connection):
            failed.append((mixture, found))
    return failed


async def finish_a_duel(address: str) -> None:
    rig = await open_rig(address)
    try:
        await rig.settings.change(GUILD, threads=True)
        duel = await rig.duel()
        await resigned(rig.arena, duel.id, BEN)
    finally:
        await rig.close()


async def test_mixtures_of_earlier_steps_are_repaired(bare: str) -> None:
    assert await run(bare, mix_and_repair) == []


async def test_a_database_that_lacks_nothing_stays_as_it_is(bare: str) -> None:
    await run(bare, upgrade)
    await finish_a_duel(bare)
    before = await contents(bare)
    await run(bare, partial(execute, [*BACK]))
    await (await open_database(bare)).close()
    assert await contents(bare) == before


async def test_what_is_missing_is_filled_in(address: str, fresh: dict[str, Any]) -> None:
    await finish_a_duel(address)
    damage = [
        *PEOPLE[1],
        "INSERT INTO people (id, blocks_all) VALUES (4, TRUE)",
        *FIRST,
        *PUZZLES[1],
        PUZZLE,
        *LETTERS[1],
        "DELETE FROM guilds",
        "UPDATE ratings SET provisional = FALSE WHERE person = 1",
        *BACK,
    ]
    await run(address, partial(execute, damage))
    assert await definitions(address) == fresh
    assert await rows(address, "SELECT person, blocked FROM blocks") == [(4, 0)]
    assert await rows(address, "SELECT person, shared FROM puzzles") == [(1, False)]
    assert await rows(address, "SELECT untold FROM duels") == [(None,)]
    assert await rows(address, "SELECT id FROM guilds") == [(10,)]
    found = await rows(address, "SELECT person, provisional FROM results ORDER BY person")
    assert found == [(ANN, False), (BEN, True)]
    assert await rows(address, "SELECT key FROM notes") == [("recount 10",)]
    assert "were set right" in await recount(address)
    assert await rows(address, "SELECT key FROM notes") == []
    assert await recount(address) == "Counted 1 duels of 1 server again: nothing differed."
