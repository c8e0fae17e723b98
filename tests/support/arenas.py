"""An arena on a real database. Tests set its time and see what people would have been told."""

from dataclasses import dataclass, field
from pathlib import Path

from bench.rig.manual_time import ManualTime
from bot.arena.arena import Arena, with_stakes
from bot.arena.arenas import Arenas
from bot.arena.deadlines import Deadlines
from bot.arena.limits import PAUSE
from bot.database import Database, open_database
from bot.duels.duel import Duel
from bot.duels.pace import PACES
from bot.duels.settings import SettingsStore
from bot.privacy.erasure import Erasure
from bot.privacy.export import Export
from bot.privacy.removed_guilds import RemovedGuilds
from bot.process.clock import Clock
from bot.process.shards import EVERYTHING
from bot.puzzles import Puzzles
from bot.ratings.leaderboard import Leaderboards
from bot.ratings.ledger import Ledger
from bot.storage.picks import Journal
from bot.storage.storage import Storage
from bot.storage.votes import VoteStore
from games import GAMES
from games.room import AnyRoom
from games.screen import Names

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
    recalled_duels: list[Duel] = field(default_factory=list)

    def changed(self, before: Duel | None, duel: Duel, cause: int | None) -> None:  # noqa: ARG002
        self.changes.append(duel)

    def late(self, duel: Duel) -> None:
        self.late_duels.append(duel)

    def outdated(self, duel: Duel) -> None:
        self.outdated_duels.append(duel)

    def recall(self, duel: Duel) -> None:
        self.recalled_duels.append(duel)


class ArenaRig:
    """All arenas of a process and what they need, without Discord; `arena` is that of one guild."""

    def __init__(self, database: Database, recorded: RecordedChanges, time: ManualTime) -> None:
        self.recorded = recorded
        self.time = time
        self.database = database
        self.clock = Clock(time)
        self.storage = Storage(database)
        self.journal = Journal(database)
        self.votes = VoteStore(database)
        self.ledger = Ledger(database)
        self.leaderboards = Leaderboards(database)
        self.settings = SettingsStore(database)
        self.puzzles = Puzzles(database, time)
        self.export = Export(database)
        self.arenas = Arenas(self.storage, self.journal, self.ledger, self.votes, self.clock)
        self.deadlines = Deadlines(self.clock, self.arenas.arena, recorded)
        self.arenas.listeners += (self.deadlines, recorded)
        self.arenas.on_rated = recorded.outdated
        self.erasure = Erasure(database, self.storage, self.ledger, self.arenas.arena, recorded.outdated)
        self.removed_guilds = RemovedGuilds(database, self.ledger, self.clock)

    @property
    def arena(self) -> Arena:
        return self.arenas.arena(GUILD)

    async def open(self) -> None:
        await self.ledger.catch_up(EVERYTHING.keeps)
        await self.deadlines.resume(self.storage, EVERYTHING, self.arenas.opened)
        self.removed_guilds.start()
        self.clock.at(self.arenas.opened, self.erasure.resume)

    async def close(self) -> None:
        await self.clock.stop()
        for part in (self.journal, self.storage, self.votes, self.database):
            await part.close()

    async def saved(self, duel: Duel) -> Duel:
        """The duel as a process that starts now would load it."""
        found = await self.storage.duel(duel.id)
        assert found is not None
        return await with_stakes(self.ledger, found)

    async def pass_time(self, seconds: float) -> None:
        self.time.now += seconds
        await self.clock.ring()

    async def challenge(self, room: AnyRoom = HIGHLOW, challenged: int | None = BEN, by: int = ANN) -> Duel:
        self.time.now += 60
        return await self.arena.challenge(by, challenged, room, PACES[0], rated=True, channel=CHANNEL)

    async def duel(self, room: AnyRoom = HIGHLOW) -> Duel:
        """Begins a duel: Ann challenges Ben, and he accepts after the pause between two challenges."""
        challenge = await self.challenge(room)
        self.time.now += PAUSE
        return await self.arena.accept(challenge.id, BEN, 77)


async def under_way(arena: Arena, duel: int) -> Duel:
    """Both players pick once, as far as they have not. From then on whoever leaves the duel loses it."""
    live = await arena.duel(duel)
    while live.match is not None and live.players is not None and not live.is_under_way:
        seat = live.match.waiting[0]
        token = str(live.match.legal_moves(seat)[0])
        live = await arena.pick(duel, live.players[seat], token, live.match.turn)
    return live


async def resigned(arena: Arena, duel: int, by: int) -> Duel:
    """The duel is under way, and then one of its players resigns: the other wins."""
    await under_way(arena, duel)
    return await arena.resign(duel, by)


async def open_rig(address: str | Path, time: ManualTime | None = None) -> ArenaRig:
    rig = ArenaRig(await open_database(str(address)), RecordedChanges(), time or ManualTime(START))
    await rig.open()
    return rig


async def anonymous(_duel: Duel) -> Names:
    """What the players are called where nobody can be asked."""
    return "the first player", "the second player"
