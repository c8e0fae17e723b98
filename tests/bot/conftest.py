"""A fresh house for every test, on either kind of database."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.people import Evening, open_house


@pytest.fixture
async def evening(address: str) -> AsyncIterator[Evening]:
    opened = await open_house(address)
    yield opened
    await opened.house.close()
