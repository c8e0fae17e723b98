"""An arena on a real database, with a clock that tests set, and everything that was told."""

from dataclasses import dataclass, field
from pathlib import Path

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
ANN, BEN, CLEO = 1, 2, 3
HIGHLOW, NUMBERMATCH, BIDBATTLE, DIGITDUEL, TEN = GAMES


@dataclass
class Told:
    """Remembers what people would have been told."""

    changes: list[Duel] = field(default_factory=list)
    late_ones: list[Duel] = field(default_factory=list)
    postponed_ones: list[Duel] = field(default_factory=list)

    def changed(self, before: Duel | None, duel: Duel) -> None:  # noqa: ARG002
        self.changes.append(duel)

    def late(self, duel: Duel) -> None:
        self.late_ones.append(duel)

    def outdated(self, duel: Duel) -> None:
        self.postponed_ones.append(duel)


@dataclass
class Hands:
    """A clock's hands."""

    time: float = 1_000_000.0

    def __call__(self) -> float:
        return self.time


@dataclass
class Evening:
    """A house that is open, as tests see it."""

    house: House
    told: Told
    hands: Hands

    @property
    def arena(self) -> Arena:
        return self.house.arena(GUILD)

    @property
    def storage(self) -> Storage:
        return self.house.storage

    async def pass_time(self, seconds: float) -> None:
        self.hands.time += seconds
        await self.house.clock.ring()

    async def challenge(self, room: AnyRoom = HIGHLOW, challenged: int | None = BEN, by: int = ANN) -> Duel:
        self.hands.time += 60
        return await self.arena.challenge(by, challenged, room, PACES[0], rated=True, channel=CHANNEL)

    async def duel(self, room: AnyRoom = HIGHLOW) -> Duel:
        """Ann against Ben, begun."""
        return await self.arena.accept((await self.challenge(room)).id, BEN, 77)


async def open_house(address: str | Path, hands: Hands | None = None) -> Evening:
    told, hands = Told(), hands or Hands()
    storage = Storage(await open_database(str(address)))
    house = House(storage, Clock(hands), lambda _: told)
    await house.open()
    return Evening(house, told, hands)
