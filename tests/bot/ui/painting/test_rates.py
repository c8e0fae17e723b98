"""How many boards are painted in a second."""

import asyncio

from bot.ui.painting.rates import FOR_BOARDS, FOR_CALLS, GRANTED, BoardRate, CallRate

AT_ONCE = int(GRANTED * FOR_BOARDS)
CALLS_AT_ONCE = int(GRANTED * FOR_CALLS)


def taken(rate: BoardRate) -> int:
    """How many edits it gives at once."""
    count = 0
    while not rate.take():
        count += 1
    return count


async def test_as_many_as_discord_takes_are_painted_at_once() -> None:
    assert taken(BoardRate()) == AT_ONCE


async def test_one_more_is_told_how_long_to_wait() -> None:
    rate = BoardRate()
    taken(rate)
    assert 0 < rate.take() <= 1 / AT_ONCE


async def test_when_the_wait_is_over_there_is_one_more() -> None:
    rate = BoardRate()
    taken(rate)
    rate._counted -= rate.take() * 1.01
    assert rate.take() == 0


async def test_boards_earn_few_edits_while_the_loop_is_overloaded() -> None:
    rate = BoardRate()
    taken(rate)
    rate._counted -= 0.5
    assert taken(rate) == 2


async def test_a_process_with_half_the_guilds_takes_half_of_what_is_granted() -> None:
    assert taken(BoardRate(0.5)) == AT_ONCE // 2


async def test_a_bot_that_is_granted_more_takes_more() -> None:
    """A few more are earned while they are taken."""
    assert AT_ONCE * 10 <= taken(BoardRate(granted=500)) < AT_ONCE * 11


async def test_a_process_with_next_to_no_guilds_still_paints() -> None:
    rate = BoardRate(1 / 1000)
    assert rate.take() == 0
    assert rate.take() > 0
    rate._counted -= 60
    assert rate.take() == 0


async def passing(rate: CallRate, count: int) -> list[asyncio.Task[None]]:
    """Those who wait for their turn, after all that can happen at once has happened."""
    waiting = [asyncio.create_task(rate.turn()) for _ in range(count)]
    for _ in range(3):
        await asyncio.sleep(0)
    return [each for each in waiting if not each.done()]


def busy_boards(share: float = 1.0) -> BoardRate:
    boards = BoardRate(share)
    taken(boards)
    return boards


async def test_players_are_called_as_often_as_their_share_allows() -> None:
    left = await passing(CallRate(busy_boards()), CALLS_AT_ONCE + 3)
    assert len(left) == 3
    cancel(left)


async def test_calls_use_what_boards_do_not_need() -> None:
    left = await passing(CallRate(BoardRate()), CALLS_AT_ONCE + AT_ONCE // 2 + 2)
    assert 0 < len(left) < 5
    cancel(left)


async def test_a_turn_that_is_given_back_is_the_next_one_s_at_once() -> None:
    rate = CallRate(busy_boards())
    left = await passing(rate, CALLS_AT_ONCE + 2)
    rate.give_back()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert [each.done() for each in left] == [True, False]
    cancel(left)


async def test_a_reminder_goes_before_all_who_wait() -> None:
    rate = CallRate(busy_boards())
    left = await passing(rate, CALLS_AT_ONCE + 2)
    urgent = asyncio.create_task(rate.turn(urgent=True))
    await asyncio.sleep(0)
    rate.give_back()
    await urgent
    assert not any(each.done() for each in left)
    cancel(left)


async def test_who_gives_up_waiting_takes_no_turn() -> None:
    rate = CallRate(busy_boards())
    first, second = await passing(rate, CALLS_AT_ONCE + 2)
    first.cancel()
    await asyncio.sleep(0)
    rate.give_back()
    await second


async def test_turns_come_by_themselves() -> None:
    left = await passing(CallRate(busy_boards(), granted=1000), int(1000 * FOR_CALLS) + 2)
    async with asyncio.timeout(5):
        await asyncio.gather(*left)


def cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
