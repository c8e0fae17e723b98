"""An arena on a real database. Tests set its time and see what people would have been told."""

from dataclasses import dataclass, field
from pathlib import Path

from bench.rig.manual_time import ManualTime
from bot.database import open_database
from bot.duels.arena import Arena
from bot.duels.arenas import House
from bot.duels.duel import Duel
from bot.duels.pace import PACES
from bot.process.clock import Clock
from bot.storage.storage import Storage
from games import GAMES
from games.room import AnyRoom

GUILD, CHANNEL = 10, 20
START = 1_000_000.0
"""The time at which tests begin."""
ANN, BEN, CLEO = 1, 2, 3
HIGHLOW, NUMBERMATCH, BIDBATTLE, DIGITDUEL, TEN = GAMES


@dataclass
class RecordedChanges:
    """Records what people would have been told."""

    changes: list[Duel] = field(default_factory=list)
    late_duels: list[Duel] = field(default_factory=list)
    outdated_duels: list[Duel] = field(default_factory=list)

    def changed(self, before: Duel | None, duel: Duel) -> None:  # noqa: ARG002
        self.changes.append(duel)

    def late(self, duel: Duel) -> None:
        self.late_duels.append(duel)

    def outdated(self, duel: Duel) -> None:
        self.outdated_duels.append(duel)


@dataclass
class ArenaRig:
    """All arenas of a process, as tests use them; `arena` is that of one guild."""

    house: House
    recorded: RecordedChanges
    time: ManualTime

    @property
    def arena(self) -> Arena:
        return self.house.arena(GUILD)

    @property
    def storage(self) -> Storage:
        return self.house.storage

    async def pass_time(self, seconds: float) -> None:
        self.time.now += seconds
        await self.house.clock.ring()

    async def challenge(self, room: AnyRoom = HIGHLOW, challenged: int | None = BEN, by: int = ANN) -> Duel:
        self.time.now += 60
        return await self.arena.challenge(by, challenged, room, PACES[0], rated=True, channel=CHANNEL)

    async def duel(self, room: AnyRoom = HIGHLOW) -> Duel:
        """Begins a duel: Ann challenges Ben, and he accepts."""
        return await self.arena.accept((await self.challenge(room)).id, BEN, 77)


async def open_rig(address: str | Path, time: ManualTime | None = None) -> ArenaRig:
    recorded, time = RecordedChanges(), time or ManualTime(START)
    storage = Storage(await open_database(str(address)))
    house = House(storage, Clock(time), lambda _: recorded)
    await house.open()
    return ArenaRig(house, recorded, time)
