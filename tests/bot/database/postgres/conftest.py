"""Tests on PostgreSQL alone, and a record of what is asked of it."""

from typing import Any, TypeAlias

import asyncpg
import pytest

Request: TypeAlias = tuple[str, tuple[Any, ...]]
WAYS = ("execute", "executemany", "fetch", "fetchrow", "fetchval")


@pytest.fixture
def address(postgresql: str) -> str:
    return postgresql


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """All statements from now on, with their values."""
    made: list[Request] = []

    def recording(way: str) -> Any:
        original = getattr(asyncpg.Connection, way)

        async def record(link: asyncpg.Connection, statement: str, *given: Any, **options: Any) -> Any:
            made.append((statement, given))
            return await original(link, statement, *given, **options)

        return record

    for way in WAYS:
        monkeypatch.setattr(asyncpg.Connection, way, recording(way))
    return made
