"""Queues: never too many at once, servers in turn, nobody for ever, a sentence where there is no place."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.rig.manual_time import ManualTime
from bot.process.line import Line
from bot.process.queues import BUSY, CROWDED, LIMITS, SEVERAL, Limits, Queue, Queues, server_of
from games.engine import Refused

PATIENCE = 5.0
SERVER, OTHER = 1, 2
ROOMY = Limits(at_once=1, per_person=100, per_server=100, patience=PATIENCE)


async def settle() -> None:
    """Lets everything that is ready run."""
    for _ in range(10):
        await asyncio.sleep(0)


async def pass_through(line: Line, server: int, order: list[int]) -> None:
    assert await line.enter(server)
    order.append(server)
    await asyncio.sleep(0)
    line.leave(server)


@given(st.lists(st.integers(1, 4), max_size=60), st.integers(1, 5), st.integers(0, 2**32))
def test_with_random_arrivals_never_too_many_are_inside_and_none_is_lost(
    arrivals: list[int], at_once: int, seed: int
) -> None:
    random, share = Random(seed), max(1, at_once - 1)
    inside: Counter[int] = Counter()
    ends: Counter[str] = Counter()

    async def one(line: Line, server: int) -> None:
        if not await line.enter(server):
            ends["too late"] += 1
            return
        inside[server] += 1
        assert inside.total() <= at_once
        assert inside[server] <= share
        try:
            for _ in range(random.randint(0, 3)):
                await asyncio.sleep(0)
            if random.random() < 0.2:
                raise ValueError("a job that fails")
        finally:
            inside[server] -= 1
            line.leave(server)

    async def story() -> None:
        line = Line(at_once, share, per_turn=2, patience=PATIENCE)
        tasks = []
        for server in arrivals:
            tasks.append(asyncio.create_task(one(line, server)))
            if random.random() < 0.5:
                await asyncio.sleep(0)
            if random.random() < 0.2:
                random.choice(tasks).cancel()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*tasks, return_exceptions=True)
        assert not ends["too late"]
        await settle()
        for _ in range(at_once):  # every place is free again
            assert await asyncio.wait_for(line.enter(random.randint(10, 10**6)), 0.1)

    asyncio.run(story())


@given(st.integers(2, 5), st.integers(2, 8))
def test_servers_that_wait_take_turns(servers: int, each: int) -> None:
    """Whichever server came first with however many."""

    async def story() -> list[int]:
        line = Line(1, patience=PATIENCE)
        order: list[int] = []
        assert await line.enter(0)
        waiting = [
            asyncio.create_task(pass_through(line, server, order))
            for server in range(1, servers + 1)
            for _ in range(each)
        ]
        await settle()
        line.leave(0)
        await asyncio.gather(*waiting)
        return order

    assert asyncio.run(story()) == [*range(1, servers + 1)] * each


async def test_in_one_server_first_come_is_first_served() -> None:
    line = Line(1, patience=PATIENCE)
    order: list[int] = []
    assert await line.enter(SERVER)

    async def one(number: int) -> None:
        assert await line.enter(SERVER)
        order.append(number)
        line.leave(SERVER)

    waiting = [asyncio.create_task(one(number)) for number in range(5)]
    await settle()
    line.leave(SERVER)
    await asyncio.gather(*waiting)
    assert order == [*range(5)]


async def test_who_waits_too_long_is_told_so_though_nobody_leaves_and_takes_no_place() -> None:
    line = Line(1, patience=0.01)
    assert await line.enter(SERVER)
    assert not await line.enter(OTHER)
    line.leave(SERVER)
    assert await line.enter(OTHER)


async def test_a_person_who_asks_for_several_is_refused_and_others_are_not() -> None:
    queue = Queue(Limits(at_once=5, per_person=2, per_server=100, patience=PATIENCE), ManualTime())
    async with queue.place(1, SERVER), queue.place(1, OTHER):
        with pytest.raises(Refused, match=SEVERAL):
            await queue.place(1, SERVER).__aenter__()
        async with queue.place(2, SERVER):
            pass
    async with queue.place(1, SERVER), queue.place(1, SERVER):
        pass


async def test_a_server_that_asks_for_many_is_refused_and_others_are_not() -> None:
    queue = Queue(Limits(at_once=5, per_person=1, per_server=2, patience=PATIENCE), ManualTime())
    async with queue.place(1, SERVER), queue.place(2, SERVER):
        with pytest.raises(Refused, match=CROWDED):
            await queue.place(3, SERVER).__aenter__()
        async with queue.place(3, OTHER), queue.place(4, None), queue.place(5, None):
            pass
    async with queue.place(3, SERVER):
        pass


async def test_nobody_waits_without_limit_and_a_refusal_leaves_no_trace() -> None:
    queue = Queue(Limits(at_once=1, per_person=1, per_server=2, patience=0.01), ManualTime())
    async with queue.place(1, SERVER):
        for _ in range(3):
            with pytest.raises(Refused, match=BUSY):
                await queue.place(2, SERVER).__aenter__()
    async with queue.place(2, SERVER):
        pass


async def test_a_pause_is_kept_and_the_refusal_says_how_long_it_lasts() -> None:
    time = ManualTime()
    queue = Queue(Limits(at_once=1, per_person=1, per_server=9, patience=PATIENCE, pause=60.0), time)
    async with queue.place(1, SERVER):
        with pytest.raises(Refused, match=r"Try again in 60 seconds\."):
            await queue.place(1, SERVER).__aenter__()
    time.now += 17.5
    with pytest.raises(Refused, match=r"Try again in 43 seconds\."):
        await queue.place(1, OTHER).__aenter__()
    async with queue.place(2, SERVER):
        pass
    time.now += 42.5
    async with queue.place(1, SERVER):
        pass
    time.now -= 3_600
    async with queue.place(1, SERVER):
        pass


async def test_after_a_failure_the_same_person_may_ask_again_at_once() -> None:
    queue = Queue(LIMITS["exports"], ManualTime())

    async def fail() -> None:
        raise ConnectionError

    for first in (fail, None):
        with pytest.raises(ConnectionError):
            async with queue.place(1, SERVER, first):
                raise ConnectionError
    async with queue.place(1, SERVER):
        pass


async def test_what_comes_first_is_done_before_waiting_but_not_for_those_who_are_refused() -> None:
    queue, told = Queue(Limits(1, 1, 9, PATIENCE), ManualTime()), []

    async def tell(person: int) -> None:
        told.append(person)

    async def ask(person: int) -> None:
        async with queue.place(person, SERVER, lambda: tell(person)):
            pass

    async with AsyncExitStack() as stack:
        await stack.enter_async_context(queue.place(1, SERVER))
        with pytest.raises(Refused):
            await ask(1)
        waiting = asyncio.create_task(ask(2))
        await settle()
        assert told == [2]
        assert not waiting.done()
    await waiting


def test_every_kind_of_request_has_its_queue_and_direct_messages_are_nobodys_server() -> None:
    assert {*Queues.__dataclass_fields__} == {*LIMITS}
    assert LIMITS["exports"].at_once == 1
    assert LIMITS["exports"].pause == 60.0
    assert server_of(7, 10) == 10
    assert server_of(7, None) != server_of(8, None)
