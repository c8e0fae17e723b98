"""Who enters next, and who is sent away: nobody's second request before somebody's first."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.process.line import Line

SERVER, OTHER = 1, 2
Request = tuple[int, int]
"""A server and a person."""
REQUESTS = st.lists(st.tuples(st.integers(1, 3), st.integers(1, 6)), min_size=1, max_size=40)


class Waiting:
    """Requests that wait in a line, because somebody is inside and does not leave."""

    def __init__(self, **limits: int) -> None:
        self.line = Line(1, **limits)
        self.entered: list[int] = []
        self.sent_away: list[int] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, requests: list[Request], *, urgent: bool = False) -> None:
        if not self.tasks:
            assert await self.line.enter(0)
        for server, person in requests:
            number = len(self.tasks)
            self.tasks.append(asyncio.create_task(self._one(number, server, person, urgent=urgent)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def _one(self, number: int, server: int, person: int, *, urgent: bool) -> None:
        if await self.line.enter(server, person=person, urgent=urgent):
            self.entered.append(number)
            self.line.leave(server)
        else:
            self.sent_away.append(number)

    async def finish(self) -> None:
        self.line.leave(0)
        await asyncio.gather(*self.tasks)


def ranks(requests: list[Request]) -> list[int]:
    """How many of the same person came before, for each."""
    people = [person for _, person in requests]
    return [people[:number].count(person) for number, person in enumerate(people)]


@given(REQUESTS)
def test_nobodys_second_enters_before_somebodys_first(requests: list[Request]) -> None:
    async def story() -> list[int]:
        waiting = Waiting()
        await waiting.ask(requests)
        await waiting.finish()
        return waiting.entered

    entered, rank = asyncio.run(story()), ranks(requests)
    assert sorted(entered) == [*range(len(requests))]
    assert [rank[number] for number in entered] == sorted(rank)


@given(REQUESTS, st.integers(1, 20))
def test_nobodys_first_is_sent_away_while_somebodys_second_waits(requests: list[Request], most: int) -> None:
    async def story() -> None:
        waiting, rank = Waiting(most_waiting=most), dict[int, int]()
        for number, (server, person) in enumerate(requests):
            kept = {*range(number)} - {*waiting.sent_away}
            rank[number] = sum(requests[each][1] == person for each in kept)
            await waiting.ask([(server, person)])
            gone = {*waiting.sent_away} - (set(range(number)) - kept)
            kept = (kept | {number}) - gone
            assert len(gone) == (number >= most)
            assert all(rank[each] >= rank[other] for each in gone for other in kept)

    asyncio.run(story())


async def test_the_newest_is_sent_away_where_most_wait() -> None:
    waiting = Waiting(most_waiting=4)
    await waiting.ask([(SERVER, 1), (SERVER, 2), (SERVER, 3), (OTHER, 4), (OTHER, 5)])
    assert waiting.sent_away == [2], "the newcomer of the other server has a place"
    await waiting.ask([(SERVER, 6)])
    assert waiting.sent_away == [2, 5]
    await waiting.ask([(OTHER, 1)])
    assert waiting.sent_away == [2, 5, 6], "it would have been somebody's second"


async def test_one_who_can_not_wait_goes_first() -> None:
    waiting = Waiting()
    await waiting.ask([(SERVER, 1), (OTHER, 2)])
    await waiting.ask([(SERVER, 3)], urgent=True)
    await waiting.finish()
    assert waiting.entered == [2, 0, 1]


@pytest.mark.parametrize(("slow", "few"), [(False, 3), (True, 1)])
async def test_all_servers_together_begin_few_in_one_turn_of_the_loop(*, slow: bool, few: int) -> None:
    line, begun = Line(100, together=3), []
    line.slow_down(1)
    if not slow:
        line.hurry()

    async def begin(server: int) -> None:
        assert await line.enter(server)
        begun.append(server)

    tasks = [asyncio.create_task(begin(server)) for server in range(10)]
    await asyncio.sleep(0)
    assert len(begun) == few
    await asyncio.gather(*tasks)
    assert len(begun) == 10
