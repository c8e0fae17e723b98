"""A bot's process, its own sandbox, and tables at which two people play, both always the same card."""

import asyncio
import os
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from sqlalchemy import insert

from bench.clicks import cpu_seconds
from bot.database import open_database
from bot.database.schema import duels
from games import GAMES
from sandbox import Sandbox, World
from sandbox.interactions import interactions
from sandbox.interactions.components import find
from sandbox.interactions.interactions import Answer
from sandbox.messages.messages import Draft
from sandbox.server.openapi import Contract
from sandbox.server.process import BotProcess
from sandbox.server.traffic import Traffic
from sandbox.wire import InteractionType
from sandbox.world.entities import Message
from sandbox.world.feed import Listener

CHANNELS = 50
DAY, HOUR = 86_400, 3_600
TURNS = 9
"""Nine equal cards each: the longest match there is, eighteen picks."""
NUMBERS = {"": 0, "p": 1, "b": 2, "pb": 3}
"""Which of the bare bot's buttons paints what."""
COLUMNS = [
    "id",
    "guild",
    "channel",
    "board",
    "game",
    "edition",
    "challenger",
    "challenged",
    "pace",
    "rated",
    "secret",
    "created",
    "status",
    "challenger_seat",
    "accepted",
    "seat0",
    "seat1",
    "started",
    "ended",
    "winner",
    "reason",
    "counted",
]


@dataclass
class Table:
    duel: int
    board: Message
    panels: list[Message] = field(default_factory=list)


class Tally(Traffic):
    """Counts what is asked for, by kind."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()

    def record(self, method: str, path: str, status: int) -> None:  # noqa: ARG002 - as it is called
        kind = "answer" if path.endswith("/callback") else "panel" if "/webhooks/" in path else "board"
        self.counts[kind if status < 300 else f"{status}"] += 1


class Side(Listener):
    """One bot under test."""

    def __init__(self, module: str, name: str, sandbox: Sandbox, address: str) -> None:
        self.module, self.name, self.sandbox, self.address = module, name, sandbox, address
        self.process = BotProcess(module, {}, sandbox.status)
        self.tally = Tally()
        sandbox.traffic = self.tally
        world = sandbox.world
        self.people = [world.person("Ann"), world.person("Bob")]
        self._channels = [*world.channels.values()]
        self._owed: Counter[str] = Counter()
        self._changes: dict[int, asyncio.Event] = {}
        world.feed.join(self)

    @property
    def is_real(self) -> bool:
        return self.module == "bot"

    @property
    def environment(self) -> dict[str, str]:
        own = {"DATABASE_URL": self.address, "LOG_LEVEL": "WARNING"}
        return self.sandbox.environment | own

    @property
    def cpu(self) -> float:
        return cpu_seconds(self.process.pid)

    def set(self, count: int, first: int) -> list[Table]:
        return [self._set(number) for number in range(first, first + count)]

    def _set(self, duel: int) -> Table:
        button = {"type": 2, "style": 1, "label": "Your hand", "custom_id": self._hand(duel)}
        body = {"components": [{"type": 1, "components": [button]}]}
        channel = self._channels[duel % CHANNELS]
        return Table(
            duel, self.sandbox.platform.messages.create(Draft(channel, self.sandbox.world.bot, body))
        )

    def _hand(self, duel: int) -> str:
        return f"duel:hand:{duel:x}" if self.is_real else f"bare:hand:{duel:x}:0:0:"

    async def open_hands(self, table: Table) -> None:
        for seat in (0, 1):
            answer = await self._press(seat, table.board, self._hand(table.duel))
            assert answer.message is not None  # noqa: S101 - a hand was opened
            table.panels.append(answer.message)

    async def pick(self, table: Table, seat: int, turn: int, share: Mapping[str, float]) -> None:
        """The bare bot is told to paint as often as the real one does per pick."""
        if self.is_real:
            custom_id = f"duel:pick:{table.duel:x}:{turn}:{turn}"
        else:
            paint = self._due("panel", share) + self._due("board", share)
            custom_id = f"bare:pick:{table.duel:x}:{seat}:{NUMBERS[paint]}:{paint}"
        await self._painted(table.panels[seat], custom_id)
        await self._press(seat, table.panels[seat], custom_id)

    async def _painted(self, panel: Message, custom_id: str) -> None:
        """Nobody can press a button before it is there."""
        while find(panel.wire["components"], custom_id) is None:
            change = self._changes[panel.id] = asyncio.Event()
            await change.wait()

    def shown(self, message: Message) -> None:
        change = self._changes.pop(message.id, None)
        if change is not None:
            change.set()

    def _due(self, kind: str, share: Mapping[str, float]) -> str:
        self._owed[kind] += round(1000 * share[kind])
        if self._owed[kind] < 1000:
            return ""
        self._owed[kind] -= 1000
        return kind[0]

    async def _press(self, seat: int, message: Message, custom_id: str) -> Answer:
        platform = self.sandbox.platform
        data = {"custom_id": custom_id, "component_type": 2, "id": 2}
        channel = self.sandbox.world.channels[message.channel_id]
        interaction = platform.interactions.create(
            InteractionType.COMPONENT, self.people[seat], channel, data, message
        )
        answer = await interaction.answer if interaction.answer is not None else None
        if answer is None:
            raise RuntimeError(f"{self.name} did not answer a press in time.")
        return answer

    async def quiet(self, pause: float) -> None:
        """Until nothing was painted for so many seconds."""
        before = -1
        while before != sum(self.tally.counts.values()):
            before = sum(self.tally.counts.values())
            await asyncio.sleep(pause)


@asynccontextmanager
async def side(module: str, name: str, address: str, count: int) -> AsyncIterator[tuple[Side, list[Table]]]:
    """A bot that is up, with so many live duels on its books."""
    world = World.of({"Bench": ["Ann", "Bob"]}, channels=[f"room-{n}" for n in range(CHANNELS)])
    interactions.ACKNOWLEDGE_WITHIN = 60.0  # a slow machine is to be measured, not given up on
    sandbox = Sandbox(world, messages_kept=100_000, contract=Contract(None))
    sandbox.limits.enforced = False
    made = Side(module, name, sandbox, address)
    async with sandbox:
        made.process = BotProcess(module, made.environment, sandbox.status)
        tables = made.set(count, 1)
        if made.is_real:
            await fill(address, [_live(made, table) for table in tables])
        await made.process.start()
        try:
            while sandbox.status.state != "ready":
                await asyncio.sleep(0.02)
            yield made, tables
        finally:
            await made.process.stop()


async def fill(address: str, rows: Sequence[tuple[object, ...]]) -> None:
    """So many duels on the books of a new database of either kind."""
    database = await open_database(address)
    try:
        if rows:
            async with database.transaction() as connection:
                given = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
                await connection.execute(insert(duels), given)
    finally:
        await database.close()


def _live(made: Side, table: Table) -> tuple[object, ...]:
    ann, bob = (person.id for person in made.people)
    guild = next(iter(made.sandbox.world.guilds))
    return live_row(table.duel, guild, table.board.channel_id, table.board.id, ann, bob)


def live_row(duel: int, guild: int, channel: int, board: int, ann: int, bob: int) -> tuple[object, ...]:
    """The first of them changed last, an hour after the others: it alone is looked at again at the start."""
    game = GAMES[0].game
    began = time.time() - (0 if duel == 1 else HOUR)
    whose = (game.key, game.edition, ann, bob, DAY, False, os.urandom(32), began, "live", 0, "1", ann, bob)
    return (duel, guild, channel, board, *whose, began, None, None, None, None)
