"""A fresh house for every test, on either kind of database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.arenas import Evening, open_house


@pytest.fixture
async def evening(address: str) -> AsyncIterator[Evening]:
    opened = await open_house(address)
    yield opened
    await opened.house.close()


@pytest.fixture
async def on_sqlite(tmp_path: Path) -> AsyncIterator[Evening]:
    """For what is asked of SQLite alone, such as which index it takes."""
    opened = await open_house(tmp_path / "alone.db")
    yield opened
    await opened.house.close()
