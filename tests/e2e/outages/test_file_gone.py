"""The file of the database is deleted while people play."""

from pathlib import Path

import aiohttp
import pytest

from bot.database.file.presence import GONE
from bot.ui.wire.errors import APOLOGY
from sandbox import Sandbox
from tests.support.evening import Evening, panel_of, private_text


async def test_people_get_an_apology_and_the_host_is_told_everywhere(
    sandbox: Sandbox, sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    evening = Evening(sandbox, sqlite, health=("127.0.0.1", 0))
    await evening.open()
    try:
        ann, _ = await evening.duel_with_panels()
        panel = panel_of(ann)
        Path(sqlite.removeprefix("sqlite:///")).unlink()
        assert APOLOGY in private_text(await ann.press("7", on=panel))
        assert GONE in private_text(await ann.slash("about"))
        assert evening.bot.health is not None
        async with aiohttp.ClientSession() as web, web.get(f"{evening.bot.health.address}/health") as page:
            assert page.status == 503
            assert (await page.json())["database"] == GONE
    finally:
        await evening.close()
    said = [record for record in caplog.records if record.getMessage().startswith(GONE)]
    assert [record.levelname for record in said] == ["ERROR"]
