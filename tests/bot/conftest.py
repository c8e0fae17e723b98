"""New arenas for every test, on SQLite and on PostgreSQL, and a record of what is asked of a server."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from tests.support.arenas import ArenaRig, open_rig
from tests.support.databases import Request

WAYS = ("execute", "executemany", "fetch", "fetchrow", "fetchval")


@pytest.fixture
async def rig(address: str) -> AsyncIterator[ArenaRig]:
    opened = await open_rig(address)
    yield opened
    await opened.close()


@pytest.fixture
async def on_sqlite(tmp_path: Path) -> AsyncIterator[ArenaRig]:
    """New arenas on SQLite alone, for tests that need no second database."""
    opened = await open_rig(tmp_path / "alone.db")
    yield opened
    await opened.close()


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """All statements from now on, with their values."""
    made: list[Request] = []

    def recording(way: str) -> Any:
        original = getattr(asyncpg.Connection, way)

        async def record(link: asyncpg.Connection, statement: str, *given: Any, **options: Any) -> Any:
            made.append((statement, tuple(given[0][0]) if way == "executemany" else given))
            return await original(link, statement, *given, **options)

        return record

    for way in WAYS:
        monkeypatch.setattr(asyncpg.Connection, way, recording(way))
    return made
