"""After an outage the bot says by itself that it is well again, before anybody uses the database."""

from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.database.file.presence import GONE, Replaced
from bot.database.postgres.reach import UNREACHABLE
from sandbox import Sandbox
from tests.support.evening import Evening
from tests.support.postgres.proxy import Proxy, in_front_of


async def health_of(evening: Evening, *, anew: bool = True) -> tuple[int, str]:
    """The status and what is said of the database; `anew`: no earlier answer of the database counts."""
    page = evening.bot.health
    assert page is not None
    if anew:
        page._report._probe._kept_until = 0.0
    async with aiohttp.ClientSession() as web, web.get(f"{page.address}/health") as answer:
        return answer.status, (await answer.json())["database"]


async def test_a_file_that_is_back_in_its_place_is_well(sandbox: Sandbox, sqlite: str) -> None:
    file = Path(sqlite.removeprefix("sqlite:///"))
    evening = Evening(sandbox, sqlite, health=("127.0.0.1", 0))
    await evening.open()
    database = evening.bot.services.database
    try:
        away = file.rename(file.with_name("away"))
        with pytest.raises(Replaced):
            async with database.writing():
                pass
        assert await health_of(evening) == (503, GONE)
        away.rename(file)
        assert database.trouble == GONE
        assert await health_of(evening) == (200, "ok")
        assert database.trouble is None
    finally:
        await evening.close()


@pytest.fixture
async def proxied(sandbox: Sandbox, postgresql: str) -> AsyncIterator[tuple[Proxy, Evening]]:
    async with in_front_of(postgresql) as (proxy, address):
        opened = Evening(sandbox, address, health=("127.0.0.1", 0))
        await opened.open()
        yield proxy, opened
        proxy.resume()
        await opened.close()


async def test_a_server_that_answers_again_is_well(proxied: tuple[Proxy, Evening]) -> None:
    proxy, evening = proxied
    proxy.silence_all()
    assert await health_of(evening) == (503, UNREACHABLE)
    proxy.resume()
    assert await health_of(evening) == (200, "ok")
    assert evening.bot.services.database.trouble is None


async def test_trouble_that_came_after_the_last_answer_is_said_at_once(sandbox: Sandbox, sqlite: str) -> None:
    evening = Evening(sandbox, sqlite, health=("127.0.0.1", 0))
    await evening.open()
    try:
        assert await health_of(evening) == (200, "ok")
        Path(sqlite.removeprefix("sqlite:///")).unlink()
        assert await health_of(evening, anew=False) == (503, GONE)
    finally:
        await evening.close()
