"""How many boards are painted in a second, and which come first."""

import asyncio

from bot.ui.painting.board_rate import FOR_BOARDS, GRANTED, BoardRate, Urgency

AT_ONCE = int(GRANTED * FOR_BOARDS)


async def crowded() -> BoardRate:
    """As many boards as may be painted at once have just been."""
    rate = BoardRate()
    await asyncio.gather(*(rate.wait(-board, Urgency.TURN) for board in range(1, AT_ONCE + 1)))
    return rate


async def note(rate: BoardRate, board: int, urgency: Urgency, passed: list[int]) -> None:
    await rate.wait(board, urgency)
    passed.append(board)


async def test_a_board_passes_at_once_while_there_is_room() -> None:
    async with asyncio.timeout(0):
        await BoardRate().wait(1, Urgency.MARK)


async def test_one_more_than_discord_takes_has_to_wait() -> None:
    rate = await crowded()
    waiting = asyncio.create_task(rate.wait(1, Urgency.END))
    await asyncio.sleep(0)
    assert not waiting.done()
    await waiting


async def test_the_most_important_goes_first_whoever_came_first() -> None:
    rate, passed = await crowded(), list[int]()
    urgencies = (Urgency.MARK, Urgency.TURN, Urgency.END, Urgency.TURN)
    await asyncio.gather(*(note(rate, board, urgency, passed) for board, urgency in enumerate(urgencies)))
    assert passed == [2, 1, 3, 0]


async def test_a_board_that_shows_the_end_by_now_overtakes() -> None:
    rate, passed = await crowded(), list[int]()
    entering = asyncio.gather(*(note(rate, board, Urgency.MARK, passed) for board in (1, 2)))
    await asyncio.sleep(0)
    rate.promote(2, Urgency.END)
    await entering
    assert passed == [2, 1]


async def test_nothing_is_left_of_boards_that_have_overtaken() -> None:
    """Also where those who wait for less never get their turn, as under load."""
    rate, passed = await crowded(), list[int]()
    entering = asyncio.gather(*(note(rate, board, Urgency.MARK, passed) for board in range(5)))
    await asyncio.sleep(0)
    for board in range(4):
        rate.promote(board, Urgency.TURN)
        rate.promote(board, Urgency.MARK)
    assert [len(rate._queues[urgency]) for urgency in Urgency] == [0, 4, 1]
    await entering
    assert passed == [0, 1, 2, 3, 4]


async def test_a_board_that_gave_up_takes_nobodys_turn() -> None:
    rate, passed = await crowded(), list[int]()
    leaving = asyncio.create_task(rate.wait(1, Urgency.END))
    staying = asyncio.create_task(note(rate, 2, Urgency.MARK, passed))
    await asyncio.sleep(0)
    leaving.cancel()
    await staying
    assert passed == [2]


async def test_a_process_with_half_the_guilds_takes_half_of_what_is_granted() -> None:
    rate = BoardRate(0.5)
    entering = [asyncio.create_task(rate.wait(board, Urgency.TURN)) for board in range(AT_ONCE)]
    await asyncio.sleep(0)
    assert AT_ONCE // 2 <= sum(task.done() for task in entering) < AT_ONCE
    for task in entering:
        task.cancel()


async def test_a_process_with_next_to_no_guilds_still_paints() -> None:
    rate = BoardRate(1 / 1000)
    async with asyncio.timeout(0):
        await rate.wait(1, Urgency.TURN)
    rate._counted -= 60
    async with asyncio.timeout(0):
        await rate.wait(1, Urgency.TURN)
