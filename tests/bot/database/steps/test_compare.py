"""At start the tables are compared with those that the bot expects; a difference is a sentence."""

from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from bot.database import Unusable, open_database
from bot.database.compare import differences
from bot.database.file.check import looked_into
from bot.database.schema import metadata
from bot.database.upgrade import VERSION, pending_steps, tables_of
from tests.support.steps.catalogue import contents, run
from tests.support.steps.kept import plant

CHANGES = {
    "DROP TABLE letters": "the table letters is missing",
    "ALTER TABLE guilds DROP COLUMN role": "guilds.role is missing",
    "ALTER TABLE people ADD COLUMN age INTEGER": "people.age should not be there",
    "DROP INDEX votes_by_person": "the index votes_by_person of votes is missing",
    "DROP INDEX ended_duels; CREATE INDEX ended_duels ON duels (started)": (
        "the index ended_duels of duels is on (started) instead of on (ended)"
    ),
    "DROP INDEX counted_duels; CREATE INDEX counted_duels ON duels (guild, counted)": (
        "the index counted_duels of duels is on (guild, counted) instead of unique on (guild, counted)"
    ),
    "DROP INDEX untold_duels; CREATE INDEX untold_duels ON duels (guild)": (
        "the index untold_duels of duels is on (guild) instead of on (guild) where"
    ),
    "DROP INDEX ranks; CREATE INDEX ranks ON ratings (guild, game, season, provisional, shown, person)": (
        "shown, person) instead of on (guild, game, season, provisional, shown DESC, person)"
    ),
    "DROP TABLE people; "
    "CREATE TABLE people (id INTEGER NOT NULL PRIMARY KEY, notify BOOLEAN DEFAULT FALSE NOT NULL)": (
        "people.id is of type INTEGER instead of BIGINT"
    ),
    "DROP TABLE people; CREATE TABLE people (id BIGINT NOT NULL PRIMARY KEY, notify BOOLEAN DEFAULT FALSE)": (
        "people.notify can be empty"
    ),
    "DROP TABLE people; CREATE TABLE people (id BIGINT NOT NULL PRIMARY KEY, notify BOOLEAN NOT NULL)": (
        "the default of people.notify is missing instead of false"
    ),
    "DROP TABLE blocks; CREATE TABLE blocks (person BIGINT NOT NULL PRIMARY KEY, blocked BIGINT NOT NULL)": (
        "the key of blocks is (person) instead of (person, blocked)"
    ),
    "DROP TABLE channels; CREATE TABLE channels "
    "(guild BIGINT NOT NULL, channel BIGINT NOT NULL, PRIMARY KEY (guild, channel))": (
        "channels.guild does not refer to guilds.id"
    ),
}
OWN = (
    "CREATE TABLE mine (id INTEGER)",
    "CREATE INDEX my_index ON duels (game)",
    "CREATE VIEW my_view AS SELECT id FROM duels",
)


def execute(statements: list[str], connection: Connection) -> None:
    for statement in statements:
        connection.execute(text(statement))


@pytest.mark.parametrize("change", CHANGES)
async def test_a_difference_is_named_and_nothing_is_changed(change: str, address: str) -> None:
    await run(address, partial(execute, change.split("; ")))
    before = await contents(address)
    assert any(CHANGES[change] in each for each in await run(address, differences))
    with pytest.raises(Unusable) as raised:
        await open_database(address)
    assert CHANGES[change] in str(raised.value)
    assert "Nothing was changed. Put back a backup" in str(raised.value)
    assert await contents(address) == before


async def test_row_ids_are_a_difference(sqlite: str) -> None:
    table = (
        "CREATE TABLE votes (duel BIGINT NOT NULL REFERENCES duels (id), person BIGINT NOT NULL, "
        "seat INTEGER NOT NULL, PRIMARY KEY (duel, person))"
    )
    index = "CREATE INDEX votes_by_person ON votes (person)"
    await run(sqlite, partial(execute, ["DROP TABLE votes", table, index]))
    assert await run(sqlite, differences) == ["votes was made with row ids"]


async def test_several_differences_are_one_sentence(address: str) -> None:
    tables = ("votes", "letters", "puzzles", "resets", "ratings")
    await run(address, partial(execute, [f"DROP TABLE {table}" for table in tables]))
    with pytest.raises(Unusable, match=r"is missing; the table .* is missing; .* is missing; and 2 more\. "):
        await open_database(address)


async def test_tables_and_indexes_of_the_host_are_left_alone(address: str) -> None:
    await run(address, partial(execute, [*OWN]))
    before = await contents(address)
    await (await open_database(address)).close()
    assert await contents(address) == before


async def test_a_look_at_a_file_changes_nothing_and_says_what_an_upgrade_would_do(tmp_path: Path) -> None:
    path = tmp_path / "gauntlet.db"
    await plant(f"sqlite:///{path}")
    await run(f"sqlite:///{path}", partial(execute, ["ALTER TABLE results DROP COLUMN provisional"]))
    before = path.read_bytes()
    with looked_into(path) as connection:
        steps, lacking = pending_steps(connection), differences(connection)
    assert steps[0].number == "0015"
    assert steps[0].what.startswith("Ranks are counted from the ratings")
    assert "results.provisional is missing" in lacking
    assert path.read_bytes() == before


async def test_an_upgrade_runs_every_step_on_an_empty_database_and_none_on_a_new_one(bare: str) -> None:
    before = await contents(bare)
    steps = [step.number for step in await run(bare, pending_steps)]
    assert steps[:2] == ["0014", "0015"]
    assert await contents(bare) == before
    await (await open_database(bare)).close()
    assert await run(bare, pending_steps) == []
    assert await run(bare, tables_of) == {*metadata.tables, VERSION}, "and leaves no table that went"
