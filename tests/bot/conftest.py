"""A fresh house for every test, on either kind of database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.arenas import Evening, open_evening


@pytest.fixture
async def evening(address: str) -> AsyncIterator[Evening]:
    opened = await open_evening(address)
    yield opened
    await opened.close()


@pytest.fixture
async def on_sqlite(tmp_path: Path) -> AsyncIterator[Evening]:
    """For what is asked of SQLite alone, such as which index it takes."""
    opened = await open_evening(tmp_path / "alone.db")
    yield opened
    await opened.close()
