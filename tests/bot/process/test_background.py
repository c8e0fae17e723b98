"""Tasks in the background: they end, and what goes wrong in them is logged."""

import pytest

from bot.process.background import BackgroundTasks


async def test_a_task_that_fails_is_logged_and_forgotten(caplog: pytest.LogCaptureFixture) -> None:
    tasks = BackgroundTasks()

    async def fail() -> None:
        raise ValueError("broken")

    tasks.run(fail())
    assert tasks.busy
    await tasks.finish()
    assert not tasks.busy
    assert [record.message for record in caplog.records] == ["background task failed"]
