"""Messages that call players: one thing at a time is done about those of a duel."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import cast

from bot.arena.arena import Arena
from bot.duels.duel import Duel, Status
from bot.ui.painting.calling import Calling, Standing
from bot.ui.painting.notifications import ACTIVE, Notifications
from bot.ui.painting.rates import BoardRate, CallRate
from tests.support.arenas import ArenaRig

MESSAGE = 99


@dataclass
class SlowCalling:
    """Deletes messages when it is told to."""

    go: asyncio.Event = field(default_factory=asyncio.Event)
    begun: int = 0
    at_once: int = 0
    most_at_once: int = 0

    def is_unsure(self, _duel: Duel) -> bool:
        return False

    async def tidied(self, duel: Duel, _standing: Standing | None) -> Duel:
        self.begun += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await self.go.wait()
        self.at_once -= 1
        return duel.noted(call=None)


@dataclass
class OneDuel:
    """An arena that knows one duel."""

    known: Duel

    async def duel(self, _number: int) -> Duel:
        return self.known


def of_one_duel(rig: ArenaRig, calling: SlowCalling, duel: Duel) -> Notifications:
    arena = cast("Arena", OneDuel(duel))
    return Notifications(cast("Calling", calling), lambda _guild: arena, rig.time, CallRate(BoardRate()))


async def test_a_message_is_not_deleted_twice_when_its_duel_is_looked_at_meanwhile(rig: ArenaRig) -> None:
    over = replace((await rig.duel()).noted(call=MESSAGE), status=Status.VOID)
    calling = SlowCalling()
    notifications = of_one_duel(rig, calling, over)
    notifications.look(over)
    while not calling.begun:
        await asyncio.sleep(0)
    notifications.look(over.noted(call=None))
    notifications.look(over)
    for _ in range(10):
        await asyncio.sleep(0)
    calling.go.set()
    await notifications.finish()
    assert calling.most_at_once == 1


async def test_those_who_pressed_long_ago_are_forgotten(rig: ArenaRig) -> None:
    notifications = of_one_duel(rig, SlowCalling(), await rig.duel())
    for person in range(100):
        notifications.pressed(person)
    rig.time.now += ACTIVE
    notifications.pressed(100)
    assert [*notifications._pressed] == [100]
