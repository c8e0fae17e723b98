"""A fresh house for every test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.people import Evening, open_house


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    opened = await open_house(tmp_path / "gauntlet.db")
    yield opened
    await opened.house.close()
