"""A bot in its own process with its own sandbox, and duels in which both people always play the same card."""

import asyncio
import os
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field

from bench.rig.bot_process import cpu_seconds, until_ready
from bench.rig.conditions import put_deck
from bench.rig.late import whole_answer
from bench.rig.rows import add_rows
from bot.database import open_database
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
PATIENCE = 60.0
"""Seconds in which a press has to be answered."""
TURNS = 9
"""A match in which both play the same card every time has the most turns: nine."""
BUTTON_NUMBERS = {"": 0, "p": 1, "b": 2, "pb": 3}
"""The number of the bare bot's button that edits the other panel (p), the board (b) or both."""
COLUMNS = (
    "id, guild, channel, board, game, edition, challenger, challenged, pace, rated, secret, created, "
    "status, challenger_seat, accepted, seat0, seat1, started, ended, winner, reason, counted"
)


@dataclass
class OpenDuel:
    """A live duel with its board and, once they are opened, the panels of both people."""

    duel: int
    board: Message
    panels: list[Message] = field(default_factory=list)


class RequestsByKind(Traffic):
    """Counts a bot's requests by what they do; those that failed by status."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()

    def record(self, method: str, path: str, status: int) -> None:  # noqa: ARG002 - the base class gives the method too
        kind = "answer" if path.endswith("/callback") else "panel" if "/webhooks/" in path else "board"
        self.counts[kind if status < 300 else f"{status}"] += 1


class BotUnderTest(Listener):
    """A bot that is measured: the real one, or the bare one as a reference."""

    def __init__(
        self, module: str, name: str, sandbox: Sandbox, address: str, folder: str | None = None
    ) -> None:
        """`folder` is the checkout that the bot is started from; None: this one."""
        self.module, self.name, self.sandbox, self.address = module, name, sandbox, address
        self._folder = folder
        self.process = self.new_process()
        self.requests = RequestsByKind()
        sandbox.traffic = self.requests
        world = sandbox.world
        self.people = [world.person("Ann"), world.person("Bob")]
        self._channels = [*world.channels.values()]
        self._owed: Counter[str] = Counter()
        self._changes: dict[int, asyncio.Event] = {}
        world.feed.join(self)

    @property
    def is_real(self) -> bool:
        return self.module == "bot"

    def new_process(self) -> BotProcess:
        own = {"DATABASE_URL": self.address, "LOG_LEVEL": "WARNING"}
        return BotProcess(
            self.module, self.sandbox.environment | own, self.sandbox.status, folder=self._folder
        )

    async def start(self) -> None:
        self.process = self.new_process()
        await self.process.start()
        await until_ready(self.sandbox)

    @property
    def cpu(self) -> float:
        return cpu_seconds(self.process.pid)

    def post_boards(self, count: int, first: int) -> list[OpenDuel]:
        """Posts the boards of `count` duels, as if the bot had done so before."""
        return [self._post_board(number) for number in range(first, first + count)]

    def _post_board(self, duel: int) -> OpenDuel:
        button = {"type": 2, "style": 1, "label": "Your hand", "custom_id": self._panel_id(duel)}
        body = {"components": [{"type": 1, "components": [button]}]}
        channel = self._channels[duel % CHANNELS]
        return OpenDuel(
            duel, self.sandbox.platform.messages.create(Draft(channel, self.sandbox.world.bot, body))
        )

    def _panel_id(self, duel: int) -> str:
        return f"duel:hand:{duel:x}" if self.is_real else f"bare:hand:{duel:x}:0:0:"

    async def open_panels(self, duel: OpenDuel) -> None:
        duel.panels = [await self._open_panel(duel, seat) for seat in (0, 1)]

    async def _open_panel(self, duel: OpenDuel, seat: int) -> Message:
        answer = await self._press(seat, duel.board, self._panel_id(duel.duel))
        assert answer.message is not None  # noqa: S101 - the answer is a panel
        return answer.message

    async def pick(self, duel: OpenDuel, seat: int, turn: int, edit_rates: Mapping[str, float]) -> None:
        """Makes a pick. The bare bot is told by the button which edits to make, at the given rates."""
        if self.is_real:
            custom_id = f"duel:pick:{duel.duel:x}:{turn}:{turn}"
        else:
            edits = self._edits_due("panel", edit_rates) + self._edits_due("board", edit_rates)
            custom_id = f"bare:pick:{duel.duel:x}:{seat}:{BUTTON_NUMBERS[edits]}:{edits}"
        await self._until_button_shows(duel, seat, custom_id)
        await self._press(seat, duel.panels[seat], custom_id)

    async def _until_button_shows(self, duel: OpenDuel, seat: int, custom_id: str) -> None:
        while find(duel.panels[seat].wire["components"], custom_id) is None:
            change = self._changes[duel.panels[seat].id] = asyncio.Event()
            async with asyncio.timeout(PATIENCE):
                await change.wait()

    def shown(self, message: Message) -> None:
        change = self._changes.pop(message.id, None)
        if change is not None:
            change.set()

    def _edits_due(self, kind: str, edit_rates: Mapping[str, float]) -> str:
        self._owed[kind] += round(1000 * edit_rates[kind])
        if self._owed[kind] < 1000:
            return ""
        self._owed[kind] -= 1000
        return kind[0]

    async def _press(self, seat: int, message: Message, custom_id: str) -> Answer:
        data = {"custom_id": custom_id, "component_type": 2, "id": 2}
        channel = self.sandbox.world.channels[message.channel_id]
        interaction = self.sandbox.platform.interactions.create(
            InteractionType.COMPONENT, self.people[seat], channel, data, message
        )
        _, answer = await whole_answer(self.sandbox.platform, interaction)
        if answer is None:
            raise RuntimeError(f"{self.name} did not answer a press in time.")
        return answer

    async def until_quiet(self, pause: float) -> None:
        """Waits until the bot has made no request for `pause` seconds."""
        before = -1
        while before != sum(self.requests.counts.values()):
            before = sum(self.requests.counts.values())
            await asyncio.sleep(pause)


@asynccontextmanager
async def running_bot(
    module: str, name: str, address: str, count: int, folder: str | None = None
) -> AsyncIterator[tuple[BotUnderTest, list[OpenDuel]]]:
    """Runs a bot that has `count` live duels; it is the one of another checkout if `folder` names one."""
    world = World.of({"Bench": ["Ann", "Bob"]}, channels=[f"room-{n}" for n in range(CHANNELS)])
    sandbox = Sandbox(world, messages_kept=100_000, contract=Contract(None))
    sandbox.limits.enforced = False  # the bot's own speed is measured
    put_deck(sandbox)
    bot = BotUnderTest(module, name, sandbox, address, folder)
    async with AsyncExitStack() as stack:
        stack.enter_context(_patience())
        await stack.enter_async_context(sandbox)
        duels_left = bot.post_boards(count, 1)
        if bot.is_real:
            await bot.start()  # a bot makes its own tables: those of another version may be others
            await bot.process.stop()
            await add_rows(address, "duels", COLUMNS, [_live(bot, duel) for duel in duels_left])
        await bot.start()
        try:
            yield bot, duels_left
        finally:
            await bot.process.stop()


@contextmanager
def _patience() -> Iterator[None]:
    """A slow machine is measured too."""
    before, interactions.ACKNOWLEDGE_WITHIN = interactions.ACKNOWLEDGE_WITHIN, PATIENCE
    try:
        yield
    finally:
        interactions.ACKNOWLEDGE_WITHIN = before


async def insert_duels(address: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Creates a database with these duels."""
    await (await open_database(address)).close()
    await add_rows(address, "duels", COLUMNS, rows)


def _live(bot: BotUnderTest, duel: OpenDuel) -> tuple[object, ...]:
    ann, bob = (person.id for person in bot.people)
    guild = next(iter(bot.sandbox.world.guilds))
    return live_row(duel.duel, guild, duel.board.channel_id, duel.board.id, ann, bob)


def live_row(duel: int, guild: int, channel: int, board: int, ann: int, bob: int) -> tuple[object, ...]:
    """The row of a live duel. Only duel 1 changed lately, so only its board is painted at the start."""
    game = GAMES[0].game
    began = time.time() - (0 if duel == 1 else HOUR)
    match = (game.key, game.edition, ann, bob, DAY, False, os.urandom(32), began, "live", 0, "1", ann, bob)
    return (duel, guild, channel, board, *match, began, None, None, None, None)
