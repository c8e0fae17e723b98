"""How many boards are painted in a second."""

from bot.ui.painting.board_rate import FOR_BOARDS, GRANTED, BoardRate

AT_ONCE = int(GRANTED * FOR_BOARDS)


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
