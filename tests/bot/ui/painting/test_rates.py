"""How many boards are painted in a second, and how many players are called."""

import asyncio

import pytest

from bot.ui.painting.rates import FOR_BOARDS, FOR_CALLS, GRANTED, BoardRate, CallRate
from tests.bot.ui.painting.virtual_loop import run

SECONDS = 20


def taken(rate: BoardRate) -> int:
    """How many edits it gives at once."""
    count = 0
    while not rate.spend():
        count += 1
    return count


async def paint(rate: BoardRate, times: list[float], until: float = SECONDS) -> None:
    """Paints as many boards as may be, and notes when."""
    loop = asyncio.get_running_loop()
    while loop.time() < until:
        if wait := rate.spend():
            await asyncio.sleep(wait)
        else:
            times.append(loop.time())


async def call(rate: CallRate, times: list[float], until: float = SECONDS) -> None:
    loop = asyncio.get_running_loop()
    while loop.time() < until:
        await rate.turn(1)
        times.append(loop.time())


def most_in_a_second(times: list[float]) -> int:
    return max(sum(start <= each < start + 1 for each in times) for start in times)


def painted(rate: BoardRate) -> list[float]:
    times: list[float] = []
    run(paint(rate, times))
    return times


@pytest.mark.parametrize(("share", "granted"), [(1.0, GRANTED), (0.5, GRANTED), (1.0, 10 * GRANTED)])
def test_as_many_boards_are_painted_as_their_share_allows(share: float, granted: float) -> None:
    expected = SECONDS * FOR_BOARDS * share * granted
    assert 0.97 * expected <= len(painted(BoardRate(share, granted))) <= 1.03 * expected


def test_in_no_second_do_boards_and_calls_take_more_than_discord_does() -> None:
    """Also in the first one, after a rest."""

    async def story() -> list[float]:
        times: list[float] = []
        boards = BoardRate()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(paint(boards, times))
            tasks.create_task(call(CallRate(boards), times))
        return times

    times = run(story())
    assert 0.9 * GRANTED < most_in_a_second(times) <= GRANTED


def test_calls_have_their_share_beside_boards_and_more_without_them() -> None:
    async def story(*, beside_boards: bool) -> int:
        boards, times = BoardRate(), list[float]()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(call(CallRate(boards), times))
            if beside_boards:
                tasks.create_task(paint(boards, []))
        return len(times)

    share = SECONDS * GRANTED * FOR_CALLS
    assert 0.95 * share <= run(story(beside_boards=True)) <= 1.2 * share
    assert run(story(beside_boards=False)) > 2 * share


async def test_one_more_is_told_how_long_to_wait() -> None:
    rate = BoardRate()
    taken(rate)
    assert 0 < rate.spend() <= 1 / (GRANTED * FOR_BOARDS)


async def test_when_the_wait_is_over_there_is_one_more() -> None:
    rate = BoardRate()
    taken(rate)
    rate._counted -= rate.spend() * 1.01
    assert rate.spend() == 0


async def test_boards_earn_few_edits_while_the_loop_is_overloaded() -> None:
    rate = BoardRate()
    taken(rate)
    rate._counted -= 0.5
    assert taken(rate) == 2


async def test_a_process_with_next_to_no_guilds_still_paints() -> None:
    rate = BoardRate(1 / 1000)
    assert rate.spend() == 0
    assert rate.spend() > 0
    rate._counted -= 60
    assert rate.spend() == 0


async def waiting(rate: CallRate, count: int) -> list[asyncio.Task[bool]]:
    """So many who wait for their turn, from 1 on, while boards need all of theirs."""
    tasks = [asyncio.create_task(rate.turn(duel)) for duel in range(count + 1)]
    await until_settled()
    assert [each.done() for each in tasks] == [True, *[False] * count]
    return tasks[1:]


async def until_settled() -> None:
    for _ in range(4):
        await asyncio.sleep(0)


def busy_boards() -> BoardRate:
    boards = BoardRate()
    taken(boards)
    return boards


def test_a_turn_that_is_given_back_is_the_next_one_s_at_once() -> None:
    async def story() -> None:
        rate = CallRate(busy_boards())
        first, second = await waiting(rate, 2)
        rate.give_back()
        await until_settled()
        assert (first.done(), second.done()) == (True, False)
        await second

    run(story())


def test_a_reminder_goes_before_all_who_wait() -> None:
    async def story() -> None:
        rate = CallRate(busy_boards())
        others = await waiting(rate, 3)
        rate.hurry(3)
        await rate.turn(9, urgent=True)
        assert not any(each.done() for each in others)
        await others[2]
        assert not any(each.done() for each in others[:2])
        await asyncio.gather(*others)

    run(story())


def test_who_gives_up_waiting_takes_no_turn() -> None:
    async def story() -> None:
        rate = CallRate(busy_boards())
        first, second = await waiting(rate, 2)
        first.cancel()
        await until_settled()
        rate.give_back()
        await until_settled()
        assert second.done()

    run(story())


def test_who_has_nothing_to_send_any_more_need_not_wait_and_takes_no_turn() -> None:
    async def story() -> None:
        rate = CallRate(busy_boards())
        first, second = await waiting(rate, 2)
        rate.release(1)
        rate.release(7)
        await until_settled()
        assert (first.done(), first.result(), second.done()) == (True, False, False)
        assert await second is True

    run(story())
