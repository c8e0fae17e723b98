"""The puzzle of the day: one try, a streak, the day's solvers, and a line that is shared once."""

import asyncio
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.duels.pace import DAY
from bot.puzzles import NAMED, Puzzles, PuzzleView
from games.engine import Refused
from games.puzzles.daily import puzzle_of
from tests.support.arenas import ANN, BEN, CLEO, GUILD, ArenaRig, open_rig

ELSEWHERE = GUILD + 1


@pytest.fixture
def puzzles(rig: ArenaRig) -> Puzzles:
    return rig.puzzles


def answer_of(day: date) -> str:
    return puzzle_of(day.toordinal()).answer


def mistake_of(day: date) -> str:
    puzzle = puzzle_of(day.toordinal())
    return next(choice.token for choice in puzzle.choices if choice.token != puzzle.answer)


async def solve(puzzles: Puzzles, person: int = ANN, guild: int = GUILD) -> PuzzleView:
    return await puzzles.answer(guild, person, puzzles.today, answer_of(puzzles.today))


async def miss(puzzles: Puzzles, person: int = ANN) -> PuzzleView:
    return await puzzles.answer(GUILD, person, puzzles.today, mistake_of(puzzles.today))


async def test_everybody_gets_the_same_puzzle_for_a_whole_day(rig: ArenaRig, puzzles: Puzzles) -> None:
    rig.time.now = 20_000 * DAY
    first = await puzzles.view(GUILD, ANN)
    rig.time.now += DAY - 1
    assert (await puzzles.view(GUILD, BEN)).puzzle == first.puzzle
    assert first.ends == rig.time.now + 1
    rig.time.now += 1
    later = await puzzles.view(GUILD, ANN)
    assert later.day == first.day + timedelta(days=1)
    assert later.puzzle.position != first.puzzle.position


async def test_a_right_answer_solves_it_and_a_wrong_one_does_not(puzzles: Puzzles) -> None:
    right, wrong = await solve(puzzles, ANN), await miss(puzzles, BEN)
    assert right.tried is not None
    assert right.tried.solved
    assert wrong.tried is not None
    assert not wrong.tried.solved


async def test_there_is_one_try_also_for_two_presses_at_once(puzzles: Puzzles) -> None:
    both = await asyncio.gather(miss(puzzles), solve(puzzles), return_exceptions=True)
    (refusal,) = (each for each in both if isinstance(each, Refused))
    assert "one try" in str(refusal)
    with pytest.raises(Refused, match="one try"):
        await solve(puzzles)
    (first,) = (each for each in both if isinstance(each, PuzzleView))
    assert (await puzzles.view(GUILD, ANN)).tried == first.tried


async def test_a_try_outlives_a_restart(address: str) -> None:
    rig = await open_rig(address)
    tried = (await miss(rig.puzzles)).tried
    await rig.close()
    rig = await open_rig(address, rig.time)
    assert (await rig.puzzles.view(GUILD, ANN)).tried == tried
    await rig.close()


async def test_the_puzzle_of_another_day_takes_no_answers(rig: ArenaRig, puzzles: Puzzles) -> None:
    day = puzzles.today
    rig.time.now += DAY
    for other in (day, day + timedelta(days=2)):
        with pytest.raises(Refused, match="Use /puzzle for today's"):
            await puzzles.answer(GUILD, ANN, other, answer_of(other))
    assert (await puzzles.view(GUILD, ANN)).tried is None


async def test_what_was_not_on_offer_is_no_answer(puzzles: Puzzles) -> None:
    with pytest.raises(Refused, match="no answer"):
        await puzzles.answer(GUILD, ANN, puzzles.today, "all")
    assert (await puzzles.view(GUILD, ANN)).tried is None


async def test_days_in_a_row_make_a_streak(rig: ArenaRig, puzzles: Puzzles) -> None:
    for days in range(1, 4):
        assert (await puzzles.view(GUILD, ANN)).streak == days - 1
        assert (await solve(puzzles)).streak == days
        rig.time.now += DAY
    assert (await puzzles.view(GUILD, ANN)).streak == 3


async def test_a_streak_goes_on_over_the_end_of_a_year_and_a_leap_day(
    rig: ArenaRig, puzzles: Puzzles
) -> None:
    for start in (datetime(2027, 12, 31, 23, 59, tzinfo=UTC), datetime(2028, 2, 28, 12, tzinfo=UTC)):
        rig.time.now = start.timestamp()
        assert (await solve(puzzles)).streak == 1
        rig.time.now += DAY
        assert (await solve(puzzles)).streak == 2


async def test_a_day_left_out_ends_a_streak_and_so_does_a_mistake(rig: ArenaRig, puzzles: Puzzles) -> None:
    await solve(puzzles)
    await solve(puzzles, BEN)
    rig.time.now += DAY
    assert (await miss(puzzles, BEN)).streak == 0
    rig.time.now += DAY
    assert (await puzzles.view(GUILD, ANN)).streak == 0
    assert (await solve(puzzles)).streak == 1
    assert (await solve(puzzles, BEN)).streak == 1


async def test_each_server_has_its_own_tries_solvers_and_streaks(rig: ArenaRig, puzzles: Puzzles) -> None:
    await solve(puzzles)
    elsewhere = await puzzles.view(ELSEWHERE, ANN)
    assert (elsewhere.tried, elsewhere.solvers) == (None, 0)
    rig.time.now += DAY
    assert (await solve(puzzles, guild=ELSEWHERE)).streak == 1


async def test_the_first_solvers_are_named_and_the_rest_counted(rig: ArenaRig, puzzles: Puzzles) -> None:
    await miss(puzzles, CLEO)
    for person in range(1000, 1000 - NAMED - 2, -1):
        rig.time.now += 1
        await solve(puzzles, person)
    sheet = await puzzles.view(GUILD, CLEO)
    assert sheet.solvers == NAMED + 2
    assert sheet.first == tuple(range(1000, 1000 - NAMED, -1))


async def test_a_line_is_shared_once_and_only_after_the_try(puzzles: Puzzles) -> None:
    with pytest.raises(Refused, match="Solve the puzzle first"):
        await puzzles.share(GUILD, ANN, puzzles.today)
    await solve(puzzles)
    assert (await puzzles.share(GUILD, ANN, puzzles.today)).streak == 1
    with pytest.raises(Refused, match="already"):
        await puzzles.share(GUILD, ANN, puzzles.today)
