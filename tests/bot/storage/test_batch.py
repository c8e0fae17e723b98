"""What is saved together, and what a failed commit takes with it."""

import asyncio
from collections.abc import Sequence

from bench.rig.manual_time import ManualTime
from bot.storage.batch import Batch


class Disk:
    """Commits when it is told to; the first commit fails if it is full."""

    def __init__(self, *, full: bool) -> None:
        self.written: list[int] = []
        self.busy, self.go = asyncio.Event(), asyncio.Event()
        self._full = full

    async def commit(self, items: Sequence[int]) -> list[bool]:
        self.busy.set()
        await self.go.wait()
        if self._full:
            self._full = False
            raise OSError("the disk is full")
        self.written += items
        return [True] * len(items)


async def add_during_a_commit(disk: Disk) -> tuple[Batch[int, bool], list[bool | BaseException]]:
    """One item is being written while two others come in."""
    batch = Batch(disk.commit)
    adding = [asyncio.create_task(batch.add(1))]
    await disk.busy.wait()
    adding += [asyncio.create_task(batch.add(item)) for item in (2, 3)]
    await asyncio.sleep(0)
    assert len(batch) == 2
    disk.go.set()
    return batch, await asyncio.gather(*adding, return_exceptions=True)


async def test_what_came_during_a_commit_is_written_by_the_next() -> None:
    disk = Disk(full=False)
    _, answers = await add_during_a_commit(disk)
    assert answers == [True, True, True]
    assert disk.written == [1, 2, 3]


async def test_what_came_while_a_commit_failed_is_not_written_either() -> None:
    disk = Disk(full=True)
    batch, answers = await add_during_a_commit(disk)
    assert [type(answer) for answer in answers] == [OSError, OSError, OSError]
    assert disk.written == []
    assert await batch.add(4)
    assert disk.written == [4]


async def test_the_delay_is_that_of_the_oldest_item_also_while_it_is_being_written() -> None:
    disk, time = Disk(full=False), ManualTime()
    batch = Batch(disk.commit)
    batch.now = time
    assert batch.delay == 0
    adding = [asyncio.create_task(batch.add(1))]
    await disk.busy.wait()
    time.now += 4
    adding += [asyncio.create_task(batch.add(2))]
    await asyncio.sleep(0)
    time.now += 3
    assert batch.delay == 7
    disk.go.set()
    await asyncio.gather(*adding)
    await batch.close()
    assert batch.delay == 0


class Commits:
    """Commits at once, and remembers what was committed together."""

    def __init__(self) -> None:
        self.made: list[list[int]] = []

    async def commit(self, items: Sequence[int]) -> list[bool]:
        self.made.append([*items])
        await asyncio.sleep(0)
        return [True] * len(items)


async def test_one_at_a_time_nothing_waits() -> None:
    commits = Commits()
    batch = Batch(commits.commit, pause=3600.0)
    for item in range(5):
        await batch.add(item)
    assert commits.made == [[0], [1], [2], [3], [4]]


async def test_while_many_come_a_commit_takes_all_that_came_in_a_pause() -> None:
    commits = Commits()
    batch = Batch(commits.commit, pause=0.5)
    await asyncio.gather(*map(batch.add, (0, 1)))
    adding = []
    for item in range(2, 5):
        adding.append(asyncio.create_task(batch.add(item)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    await asyncio.gather(*adding)
    assert commits.made == [[0, 1], [2, 3, 4]]


async def test_what_nobody_waits_for_shares_a_commit_also_when_it_comes_one_at_a_time() -> None:
    commits = Commits()
    batch = Batch(commits.commit, pause=0.5, patient=True)
    await batch.add(0)
    one = asyncio.create_task(batch.add(1))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    two = asyncio.create_task(batch.add(2))
    await asyncio.gather(one, two)
    assert commits.made == [[0], [1, 2]]


async def test_what_waits_for_the_end_of_a_pause_is_written_at_once_when_the_bot_stops() -> None:
    commits = Commits()
    batch = Batch(commits.commit, pause=3600.0, patient=True)
    await batch.add(0)
    adding = asyncio.create_task(batch.add(1))
    await asyncio.sleep(0)
    await batch.close()
    assert await adding
    assert commits.made == [[0], [1]]
