"""What a look at a PostgreSQL server finds, in transactions that can't write."""

from collections.abc import Iterator

import asyncpg
import pytest
from sqlalchemy import Connection

from bench.rig.postgres import Postgres
from bot.database.postgres.pooler import POOLER
from bot.doctor.finding import Finding, Mark
from bot.doctor.server import of_commits, of_server
from tests.support.postgres.pgbouncer import pooler


async def test_a_server_that_would_lose_picks_in_a_crash_is_bad_and_the_rest_is_well(postgresql: str) -> None:
    found = {finding.part: finding for finding in await of_server(postgresql)}
    assert [*found] == ["integrity", "version", "upgrade", "schema", "disk", "commits"]
    assert [part for part, finding in found.items() if finding.mark is not Mark.OK] == ["commits"]
    assert found["commits"].sentence.endswith("set fsync to on.")


async def test_nothing_can_be_written(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(connection: Connection) -> list[Finding]:
        connection.exec_driver_sql("CREATE TABLE doctors (name text)")
        return []

    monkeypatch.setattr("bot.doctor.server.of_tables", write)
    (finding,) = await of_server(postgresql)
    assert finding.mark is Mark.BAD
    assert "only lets the bot read" in finding.sentence
    link = await asyncpg.connect(postgresql)
    assert await link.fetchval("SELECT to_regclass('doctors')") is None
    await link.close()


async def test_a_server_that_can_not_be_reached_is_a_sentence_without_the_password() -> None:
    (finding,) = await of_server("postgresql://ann:hunter2@127.0.0.1:1/x", "DATABASE_DIRECT_URL")
    assert (finding.mark, finding.part) == (Mark.BAD, "database")
    assert finding.sentence.startswith("The database at DATABASE_DIRECT_URL can't be used: ")
    assert finding.sentence.endswith(
        " Check the host and the port in that address, and that the server runs."
    )
    assert "hunter2" not in finding.sentence


async def test_a_database_that_is_not_there_is_said_without_names_of_drivers(server: Postgres) -> None:
    (finding,) = await of_server(server.address("nowhere"))
    assert finding.sentence == (
        'The database at DATABASE_URL can\'t be used: database "nowhere" does not exist. '
        "Make that database, or correct its name in that address."
    )


async def test_a_transaction_pooler_is_bad(postgresql: str) -> None:
    with pooler(postgresql, "transaction") as address:
        (finding,) = await of_server(address)
    assert (finding.mark, finding.sentence) == (Mark.BAD, POOLER)


async def test_a_search_path_that_leads_nowhere_is_bad(postgresql: str) -> None:
    (finding,) = await of_server(f"{postgresql}?search_path=nowhere")
    assert (finding.mark, finding.part) == (Mark.BAD, "database")
    assert "search_path" in finding.sentence


async def test_a_server_that_only_lets_read_is_bad(postgresql: str) -> None:
    found = await of_server(f"{postgresql}?options=-c%20default_transaction_read_only=on")
    assert (found[0].mark, found[0].part) == (Mark.BAD, "database")
    assert found[0].sentence.endswith("Name the server that can be written to.")


@pytest.fixture
def guests(server: Postgres) -> Iterator[str]:
    """An empty database in which the user may not make tables."""
    server.make("visited")
    server.execute("CREATE ROLE visitor LOGIN")
    yield server.address("visited").replace("//gauntlet@", "//visitor@")
    server.drop("visited")
    server.execute("DROP ROLE visitor")


async def test_an_empty_database_in_which_no_table_can_be_made_is_bad(guests: str) -> None:
    found = await of_server(guests)
    assert (found[0].mark, found[0].part) == (Mark.BAD, "database")
    assert "it can't make tables in the schema public" in found[0].sentence
    assert "GRANT ALL ON SCHEMA public" in found[0].sentence


def test_a_server_far_away_is_worth_a_look() -> None:
    assert of_commits(0.002, []).mark is Mark.OK
    assert of_commits(0.08, []).mark is Mark.LOOK
    assert of_commits(0.002, ["fsync", "synchronous_commit"]).mark is Mark.BAD
