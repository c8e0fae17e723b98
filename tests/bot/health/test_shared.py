"""A question to the database is asked once for all, and never waited for too long."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from bench.rig.manual_time import ManualTime
from bot.health.shared import Shared

LIMIT, KEEP = 0.05, 3.0


class Database:
    """Answers, fails, or says nothing."""

    def __init__(self) -> None:
        self.asked = 0
        self.said: str | Exception | None = "ok"
        self.gives_up = asyncio.Event()

    async def ask(self) -> str:
        self.asked += 1
        if isinstance(self.said, Exception):
            raise self.said
        if self.said is None:
            await self._ignore_everything()
        await asyncio.sleep(0)
        return self.said or "late"

    async def _ignore_everything(self) -> None:
        while not self.gives_up.is_set():
            try:
                await self.gives_up.wait()
            except asyncio.CancelledError:
                continue


def shared(ask: Callable[[], Coroutine[Any, Any, str]]) -> tuple[Shared[str], ManualTime]:
    time = ManualTime()
    question = Shared(ask, LIMIT, KEEP)
    question.now = time
    return question, time


async def test_all_who_ask_at_the_same_time_share_one_question() -> None:
    database = Database()
    question, _ = shared(database.ask)
    assert await asyncio.gather(*(question.get() for _ in range(20))) == ["ok"] * 20
    assert database.asked == 1


async def test_an_answer_is_kept_for_a_moment() -> None:
    database = Database()
    question, time = shared(database.ask)
    await question.get()
    database.said = "worse"
    time.now += KEEP - 0.1
    assert await question.get() == "ok"
    time.now += 0.1
    assert await question.get() == "worse"


async def test_a_silent_database_is_given_up_even_if_it_can_not_be_interrupted() -> None:
    database = Database()
    database.said = None
    question, time = shared(database.ask)
    for _ in range(3):
        with pytest.raises(TimeoutError):
            await question.get()
    assert database.asked == 1
    time.now += KEEP
    database.said = "ok"
    assert await question.get() == "ok"
    database.gives_up.set()


async def test_an_error_is_kept_as_well() -> None:
    database = Database()
    database.said = OSError("gone")
    question, time = shared(database.ask)
    for _ in range(3):
        with pytest.raises(OSError, match="gone"):
            await question.get()
    assert database.asked == 1
    time.now += KEEP
    database.said = "ok"
    assert await question.get() == "ok"
