"""The same match told again: an evening in which nothing is left to chance but what a test changes."""

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

import orjson
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from games.dice import Seed
from games.engine import Seat
from games.room import AnyRoom
from games.seating import seat_of_challenger
from sandbox import Sandbox, World
from sandbox.server.openapi import Contract
from sandbox.world.entities import Message
from sandbox.world.feed import Listener
from tests.support.evening import Evening, hand_of

DUEL = 0xD0E1
A_TIME = 1_800_000_000.0
WIRE = ("content", "components", "embeds", "attachments", "flags", "mentions")
Step: TypeAlias = tuple[Seat, str]


class Ear(Listener, logging.Handler):
    """Hears every message as its readers get it, and every line that the bot's own loggers write."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)
        self.heard: list[tuple[str, str]] = []

    def shown(self, message: Message) -> None:
        reader = "everybody" if message.only_for is None else str(message.only_for)
        self.heard.append((reader, orjson.dumps({key: message.wire[key] for key in WIRE}).decode()))

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(("log", self.format(record)))


@dataclass
class Told:
    """One match as it was told: step by step, who was sent what."""

    steps: list[list[tuple[str, str]]]
    ann: str
    bob: str
    tokens: list[str]
    """Secrets of Discord's side: the bot's token and those of the interactions."""

    def without(self, reader: str) -> list[list[tuple[str, str]]]:
        """All that others were sent; what was sent at once has no order."""
        return [sorted(each for each in step if each[0] != reader) for step in self.steps]


class Storyteller:
    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, contract: Contract) -> None:
        self._folder = folder
        self._patch = monkeypatch
        self._contract = contract
        self._count = 0

    async def seed(self, room: AnyRoom, secret: bytes) -> Seed:
        """Discord's part in the dice is the same every time, so one acceptance tells it for all."""
        async with self._evening(secret) as (evening, _):
            await evening.hands_open(room.game.key)
            duel = await evening.bot.house.storage.duel(DUEL)
        assert duel is not None
        return duel.seed

    async def tell(self, room: AnyRoom, seed: Seed, script: Sequence[Step]) -> Told:
        """Ann challenges Bob, both open their hands, and then these picks are made one by one."""
        async with self._evening(seed.secret) as (evening, ear):
            ann, bob = await evening.hands_open(room.game.key)
            seats = (ann, bob) if seat_of_challenger(seed) == 0 else (bob, ann)
            steps = [await self._listen(evening, ear, seed)]
            for seat, token in script:
                panel = hand_of(seats[seat])
                press = next(b for b in panel.buttons if b.custom_id.endswith(f":{token}"))
                reply = await seats[seat].press(press.custom_id, on=panel)
                if reply.message is not None and "Yes, I mean it" in map(str, reply.message.buttons):
                    await seats[seat].press("Yes, I mean it", on=reply.message)
                steps.append(await self._listen(evening, ear, seed))
            tokens = [evening.sandbox.token, *evening.sandbox.platform.interactions._by_token]
        return Told(steps, str(ann.id), str(bob.id), tokens)

    async def _listen(self, evening: Evening, ear: Ear, seed: Seed) -> list[tuple[str, str]]:
        """What was said since the last time; a seal binds a secret without telling it."""
        await evening.bot.stage.finish()
        heard, ear.heard = ear.heard, []
        return [(reader, what.replace(seed.seal, "(the seal)")) for reader, what in heard]

    @asynccontextmanager
    async def _evening(self, secret: bytes) -> AsyncIterator[tuple[Evening, Ear]]:
        self._count += 1
        self._patch.setattr("sandbox.world.clock.time", SimpleNamespace(time=lambda: A_TIME))
        chance: Any = SimpleNamespace(randbits=lambda _: DUEL, token_bytes=lambda _: secret)
        self._patch.setattr("bot.duels.arena.secrets", chance)
        self._patch.setattr("bot.ui.painting.announcer.BOARD_PAUSE", 0.0)
        world = World.of({"The Arena": ["Ann", "Bob"]})
        async with Sandbox(world, contract=self._contract) as sandbox:
            sandbox.limits.enforced = False
            self._patch.setattr(Route, "BASE", sandbox.api_url)
            self._patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway.url))
            ear, log = Ear(), logging.getLogger("bot")
            world.feed.join(ear)
            log.addHandler(ear)
            log.setLevel(logging.DEBUG)
            evening = Evening(sandbox, f"sqlite:///{self._folder}/{self._count}.db")
            await evening.open()
            try:
                yield evening, ear
            finally:
                await evening.close()
                log.removeHandler(ear)
                log.setLevel(logging.NOTSET)
