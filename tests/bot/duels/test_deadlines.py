"""The time of open duels is watched, and nothing is left of it when they are over."""

import pytest

from tests.support.arenas import ANN, BEN, ArenaRig

FEW = 2


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
        await rig.arena.resign(duel.id, ANN)
    assert len(rig.clock) <= own + FEW


@pytest.fixture
def few_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.process.clock.SILENCED_KEPT", FEW)
