"""New arenas for every test, on PostgreSQL alone."""

from collections.abc import AsyncIterator

import pytest

from tests.support.arenas import ArenaRig, open_rig


@pytest.fixture
async def rig(postgresql: str) -> AsyncIterator[ArenaRig]:
    opened = await open_rig(postgresql)
    yield opened
    await opened.close()
