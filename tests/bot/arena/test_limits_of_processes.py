"""Two processes on one server count together: what holds for one holds for both."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from bench.rig.manual_time import ManualTime
from bot.arena.limits import MAX_CHALLENGES, MAX_LIVE, PAUSE
from games.engine import Refused
from tests.bot.arena.test_limits import CHALLENGERS, at_once, challenge
from tests.support.arenas import (
    ANN,
    BEN,
    START,
    ArenaRig,
    open_rig,
    resigned,
)
from tests.support.databases import rows


@pytest.fixture
async def rigs(postgresql: str) -> AsyncIterator[list[ArenaRig]]:
    """Two processes with one clock."""
    time = ManualTime(START)
    async with AsyncExitStack() as stack:
        opened = []
        for _ in range(2):
            opened.append(await open_rig(postgresql, time))
            stack.push_async_callback(opened[-1].close)
        yield opened


async def test_of_sixty_challenges_in_both_processes_one_is_made(
    rigs: list[ArenaRig], postgresql: str
) -> None:
    made, refused = await at_once(challenge(rigs[number % 2], to=100 + number) for number in range(60))
    assert len(made) == 1
    assert all("That was quick" in sentence for sentence in refused)
    assert await rows(postgresql, "SELECT count(*) FROM duels") == [(1,)]


async def test_no_more_challenges_are_open_than_allowed_in_both_processes(postgresql: str) -> None:
    """The clocks differ so much that the pause does not matter."""
    async with AsyncExitStack() as stack:
        many = []
        for number in range(6):
            many.append(await open_rig(postgresql, ManualTime(START + 60 * number)))
            stack.push_async_callback(many[-1].close)
        made, refused = await at_once(challenge(rig) for rig in many for _ in range(10))
    assert len(made) == MAX_CHALLENGES
    assert len(refused) == 60 - MAX_CHALLENGES


async def test_of_thirty_acceptances_in_both_processes_no_more_are_live_than_allowed(
    rigs: list[ArenaRig],
) -> None:
    offers = [await challenge(rigs[0], by=person) for person in CHALLENGERS]
    live, refused = await at_once(
        rigs[number % 2].arena.accept(offer.id, BEN, 77) for number, offer in enumerate(offers)
    )
    assert len(live) == MAX_LIVE
    assert all("Finish one first" in sentence for sentence in refused)


async def test_the_other_process_knows_the_pause_also_after_a_withdrawal(rigs: list[ArenaRig]) -> None:
    offer = await challenge(rigs[0])
    await rigs[0].arena.withdraw(offer.id, ANN)
    with pytest.raises(Refused, match="quick"):
        await challenge(rigs[1])
    rigs[0].time.now += PAUSE
    await challenge(rigs[1])


async def test_a_duel_has_one_open_rematch_whoever_asks_where(rigs: list[ArenaRig], postgresql: str) -> None:
    over = await resigned(rigs[0].arena, (await rigs[0].duel()).id, ANN)
    rigs[0].time.now += PAUSE
    await at_once(rigs[number % 2].arena.rematch(over.id, (ANN, BEN)[number // 2], 78) for number in range(4))
    assert await rows(postgresql, "SELECT rematch_of FROM duels WHERE status <> 'won'") == [(over.id,)]
