"""The time of open duels is watched, and nothing is left of it when they are over."""

import asyncio

import pytest

from bench.rig.manual_time import ManualTime
from bot.arena.deadlines import MAYBE_NOT_SHOWN, Deadlines
from bot.arena.limits import PAUSE
from bot.duels.duel import CHALLENGE_LIFE, Duel, Status
from bot.duels.pace import MINUTE, PACES
from bot.process.clock import Clock
from bot.process.shards import Shards
from tests.support.arenas import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    GUILD,
    HIGHLOW,
    ArenaRig,
    RecordedChanges,
    open_rig,
    resigned,
)

FEW = 2
FIRST_OF_TWO, SECOND_OF_TWO = Shards((0,), 2), Shards((1,), 2)
ELSEWHERE = GUILD + (1 << 22)
"""A guild of the second process."""


@pytest.mark.usefixtures("few_bells")
async def test_turns_that_were_played_and_duels_that_are_over_leave_no_alarms_behind(
    rig: ArenaRig,
) -> None:
    own = len(rig.clock)
    for _ in range(5):
        duel = await rig.duel()
        for turn in range(1, 4):
            for person in (ANN, BEN):
                await rig.arena.pick(duel.id, person, str(turn), turn)
        assert len(rig.clock) <= own + 2 * FEW + 1
        await resigned(rig.arena, duel.id, ANN)
    assert len(rig.clock) <= own + FEW


@pytest.fixture
def few_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.process.clock.SILENCED_KEPT", FEW)


async def accepted(rig: ArenaRig) -> Duel:
    challenge = await rig.challenge()
    rig.time.now += PAUSE
    return await rig.arena.accept(challenge.id, BEN, 77, until_called=True)


async def test_the_first_clock_waits_until_the_players_were_called(rig: ArenaRig) -> None:
    duel = await accepted(rig)
    await rig.pass_time(MINUTE - 1)
    assert not (await rig.arena.duel(duel.id)).clock_runs
    duel = await rig.arena.called(duel.id, 1, 50)
    assert duel.deadline == rig.time.now + MINUTE
    await rig.pass_time(MINUTE - 1)
    assert (await rig.arena.duel(duel.id)).status is Status.LIVE
    await rig.pass_time(1)
    assert (await rig.arena.duel(duel.id)).status is Status.VOID


async def test_if_nobody_can_be_told_time_counts_after_a_whole_turn(rig: ArenaRig) -> None:
    duel = await accepted(rig)
    await rig.pass_time(MINUTE)
    assert (await rig.arena.duel(duel.id)).deadline == rig.time.now + MINUTE
    await rig.pass_time(MINUTE)
    assert (await rig.arena.duel(duel.id)).status is Status.VOID


async def test_a_clock_that_an_alarm_starts_does_not_lose_the_call(rig: ArenaRig) -> None:
    duel = await accepted(rig)
    rig.time.now += MINUTE
    await asyncio.gather(rig.arena.called(duel.id, 1, 50), rig.arena.start_clock(duel.id))
    assert (await rig.arena.duel(duel.id)).notes.call == 50
    assert (await rig.saved(duel)).notes.call == 50


async def test_a_duel_that_nobody_was_told_of_has_all_its_time_after_a_restart(
    rig: ArenaRig, address: str
) -> None:
    duel = await accepted(rig)
    await rig.close()
    again = await open_rig(address, ManualTime(rig.time.now + 3600))
    await again.clock.ring()
    assert {each.id for each in again.recorded.recalled_duels} == {duel.id}
    assert (await again.arena.duel(duel.id)).deadline == again.time.now + MINUTE
    await again.close()


async def test_a_call_that_is_left_over_is_noticed_at_the_next_start(rig: ArenaRig, address: str) -> None:
    duel = await rig.duel()
    await rig.arena.called(duel.id, 1, 50)
    await resigned(rig.arena, duel.id, ANN)
    await rig.close()
    again = await open_rig(address, ManualTime(rig.time.now))
    await again.clock.ring()
    assert [each.notes.call for each in again.recorded.recalled_duels if each.id == duel.id][-1] == 50
    await again.close()


async def resumed(rig: ArenaRig, shards: Shards) -> tuple[Clock, RecordedChanges]:
    """What a process with these shards has to do after its start."""
    clock, recorded = Clock(rig.time), RecordedChanges()
    await Deadlines(clock, rig.arenas.arena, recorded).resume(rig.storage, shards, rig.time.now)
    return clock, recorded


async def posted(rig: ArenaRig, guild: int, by: int) -> Duel:
    arena = rig.arenas.arena(guild)
    challenge = await arena.challenge(by, None, HIGHLOW, PACES[0], rated=True, channel=CHANNEL)
    return await arena.place(challenge.id, CHANNEL, 30)


async def test_what_is_painted_again_at_a_start_does_not_depend_on_other_processes(rig: ArenaRig) -> None:
    challenge = await posted(rig, GUILD, ANN)
    rig.time.now += MAYBE_NOT_SHOWN + 1
    await posted(rig, ELSEWHERE, CLEO)
    clock, recorded = await resumed(rig, FIRST_OF_TWO)
    await clock.ring()
    assert [each.id for each in recorded.outdated_duels] == [challenge.id]


async def test_a_deadline_is_watched_by_the_process_that_keeps_the_guild(rig: ArenaRig) -> None:
    challenge = await posted(rig, GUILD, ANN)
    others, _ = await resumed(rig, SECOND_OF_TWO)
    own, _ = await resumed(rig, FIRST_OF_TWO)
    rig.time.now += CHALLENGE_LIFE
    await others.ring()
    assert (await rig.saved(challenge)).status is Status.CHALLENGE
    await own.ring()
    assert (await rig.saved(challenge)).status is Status.EXPIRED
