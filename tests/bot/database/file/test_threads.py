"""A worker's thread: what it does is over before anybody goes on, also those who are cancelled."""

import asyncio
from collections.abc import Iterator
from threading import Event

import pytest

from bot.database.threads import Worker


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker("test")
    yield made
    made.close()  # a second time does no harm


async def test_the_answer_and_the_error_of_work_come_back(worker: Worker) -> None:
    assert await worker.do(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        await worker.do(lambda: 1 // 0)


async def test_a_cancelled_task_goes_on_only_when_its_work_is_over(worker: Worker) -> None:
    may_end = Event()
    is_over: list[bool] = []

    def work() -> None:
        may_end.wait(10)
        is_over.append(True)

    task = asyncio.create_task(worker.do(work))
    await asyncio.sleep(0)
    for _ in range(3):
        task.cancel()
        await asyncio.sleep(0)
    assert not task.done()
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert is_over


async def test_a_task_that_is_cancelled_as_its_work_ends_is_not_left_waiting(worker: Worker) -> None:
    """The answer is on its way to the loop when the task is cancelled."""
    task = asyncio.create_task(worker.do(lambda: 7))
    await asyncio.sleep(0)
    worker.close()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        async with asyncio.timeout(10):
            await task


async def test_an_error_of_work_whose_task_is_cancelled_is_told_to_nobody(
    worker: Worker, caplog: pytest.LogCaptureFixture
) -> None:
    started, may_end = Event(), Event()

    def work() -> None:
        started.set()
        may_end.wait(10)
        raise ZeroDivisionError

    task = asyncio.create_task(worker.do(work))
    await asyncio.to_thread(started.wait, 10)
    task.cancel()
    await asyncio.sleep(0)
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not caplog.records
