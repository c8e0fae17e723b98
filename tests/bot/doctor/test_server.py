"""What a look at a PostgreSQL server finds, in transactions that can't write."""

import asyncpg
import pytest
from sqlalchemy import Connection

from bot.doctor.finding import Finding, Mark
from bot.doctor.server import of_commits, of_server


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
    assert "read-only transaction" in finding.sentence
    link = await asyncpg.connect(postgresql)
    assert await link.fetchval("SELECT to_regclass('doctors')") is None
    await link.close()


async def test_a_server_that_can_not_be_reached_is_a_sentence_without_the_password() -> None:
    (finding,) = await of_server("postgresql://ann:hunter2@127.0.0.1:1/x")
    assert (finding.mark, finding.part) == (Mark.BAD, "database")
    assert finding.sentence.startswith("The server at DATABASE_URL can't be used: ")
    assert "hunter2" not in finding.sentence


def test_a_server_far_away_is_worth_a_look() -> None:
    assert of_commits(0.002, []).mark is Mark.OK
    assert of_commits(0.08, []).mark is Mark.LOOK
    assert of_commits(0.002, ["fsync", "synchronous_commit"]).mark is Mark.BAD
