"""New arenas for every test, on SQLite and on PostgreSQL."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.arenas import ArenaRig, open_rig


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
