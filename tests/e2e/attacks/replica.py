"""Plays the same match again and again. Only what a test changes on purpose is different."""

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

from bench.rig.conditions import put_deck
from games.dice import Seed
from games.engine import Seat
from games.room import AnyRoom
from games.seating import seat_of_challenger
from sandbox import Sandbox, World
from sandbox.people.person import Person
from sandbox.people.screen import Control
from sandbox.server.openapi import Contract
from sandbox.world.entities import Message
from sandbox.world.feed import Listener
from tests.e2e.attacks.prying import WAYS_OF_PLAYERS, pry
from tests.support.evening import Evening, board_of, is_live, picks_on, place_to_pick

DUEL = 0xD0E1
A_TIME = 1_800_000_000.0
WIRE = ("content", "components", "embeds", "attachments", "flags", "mentions")
Step: TypeAlias = tuple[Seat, str]


class Recorder(Listener, logging.Handler):
    """Records every message as its readers get it, and every line that the bot logs."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)
        self.recorded: list[tuple[str, str]] = []

    def shown(self, message: Message) -> None:
        reader = "everybody" if message.only_for is None else str(message.only_for)
        self.recorded.append((reader, orjson.dumps({key: message.wire[key] for key in WIRE}).decode()))

    def told(self, reader: str, spoken: list[str]) -> None:
        self.recorded.append((reader, "\n".join(spoken)))

    def listens(self, reader: str, person: Person) -> None:
        """What is spoken to somebody, message by message."""
        for seen in person.sees().messages:
            self.told(reader, person.hears(seen))

    def emit(self, record: logging.LogRecord) -> None:
        self.recorded.append(("log", self.format(record)))


@dataclass
class Transcript:
    """Everything that was sent and logged in one match, for each step: the reader and the content."""

    steps: list[list[tuple[str, str]]]
    ann: str
    bob: str
    tokens: list[str]
    """The bot's token and those of all interactions, which are secret."""

    def without(self, reader: str) -> list[list[tuple[str, str]]]:
        """What all others were sent in each step. Order does not matter, nor how often something was sent:
        a busy painter leaves edits out."""
        return [sorted({each for each in step if each[0] != reader}) for step in self.steps]


class Replicas:
    """Plays matches under equal conditions: same time, same ids, given secrets."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, contract: Contract) -> None:
        self._folder = folder
        self._patch = monkeypatch
        self._contract = contract
        self._count = 0

    async def seed(self, room: AnyRoom, secret: bytes) -> Seed:
        """The seed of all matches with this secret. Discord's part in it is always the same here."""
        async with self._evening(secret) as (evening, _):
            await evening.duel_with_panels(room.game.key)
            duel = await evening.bot.services.storage.duel(DUEL)
        assert duel is not None
        return duel.seed

    async def play(self, room: AnyRoom, seed: Seed, script: Sequence[Step]) -> Transcript:
        """Plays a match: Ann challenges Bob, both open their panels where there is something to hide, and
        these picks are made one by one. After each of them Cleo pries, and all three listen."""
        async with self._evening(seed.secret) as (evening, recorder):
            ann, bob = await self._begin(evening, room)
            people = ann, bob, evening.person("Cleo")
            seats = (ann, bob) if seat_of_challenger(seed) == 0 else (bob, ann)
            steps = [await self._new_records(evening, recorder, people, seed, 0)]
            for number, (seat, token) in enumerate(script, 1):
                await _pick(seats[seat], token)
                steps.append(await self._new_records(evening, recorder, people, seed, number))
            tokens = [evening.sandbox.token, *evening.sandbox.platform.interactions._by_token]
        return Transcript(steps, str(ann.id), str(bob.id), tokens)

    async def _begin(self, evening: Evening, room: AnyRoom) -> tuple[Person, Person]:
        begin = evening.duel_with_panels if room.hides else evening.duel
        return await begin(room.game.key)

    async def _new_records(
        self, evening: Evening, recorder: Recorder, people: tuple[Person, ...], seed: Seed, number: int
    ) -> list[tuple[str, str]]:
        """What was shown, said and logged since the last step. Cleo pries in every way and the players, who
        would lose sight of their panels, in one. The seal differs with the secret, so it is replaced."""
        *players, cleo = people
        await evening.bot.services.announcer.finish()
        if is_live(board_of(cleo)):
            recorder.told("everybody", await pry(evening.sandbox, cleo))
            way = WAYS_OF_PLAYERS[number % len(WAYS_OF_PLAYERS)]
            for player in players:
                recorder.told(str(player.id), await pry(evening.sandbox, player, [way]))
            await evening.bot.services.announcer.finish()
        recorder.listens("everybody", cleo)
        for player in players:
            recorder.listens(str(player.id), player)
        recorded, recorder.recorded = recorder.recorded, []
        return [(reader, _without_seal(content, seed)) for reader, content in recorded]

    @asynccontextmanager
    async def _evening(self, secret: bytes) -> AsyncIterator[tuple[Evening, Recorder]]:
        self._count += 1
        self._patch.setattr("sandbox.world.clock.time", SimpleNamespace(time=lambda: A_TIME))
        chance: Any = SimpleNamespace(randbits=lambda _: DUEL, token_bytes=lambda _: secret)
        self._patch.setattr("bot.arena.arena.secrets", chance)
        self._patch.setattr("bot.ui.painting.announcer.BOARD_PAUSE", 0.0)
        world = World.of({"The Arena": ["Ann", "Bob", "Cleo"]})
        async with Sandbox(world, contract=self._contract) as sandbox:
            put_deck(sandbox)
            sandbox.limits.enforced = False  # its clock stands still, so no bucket would ever reset
            self._patch.setattr(Route, "BASE", sandbox.api_url)
            self._patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway.url))
            recorder, log = Recorder(), logging.getLogger("bot")
            world.feed.join(recorder)
            log.addHandler(recorder)
            log.setLevel(logging.DEBUG)
            evening = Evening(sandbox, f"sqlite:///{self._folder}/{self._count}.db")
            await evening.open()
            try:
                yield evening, recorder
            finally:
                await evening.close()
                log.removeHandler(recorder)
                log.setLevel(logging.NOTSET)


async def _pick(person: Person, token: str) -> None:
    """Picks in the panel, or on the board, and means it."""
    await person.wait_until(lambda _: _buttons(person, token), what=f"a button for {token}")
    place, (press, *_) = place_to_pick(person), _buttons(person, token)
    reply = await person.press(press.custom_id, on=place)
    if reply.message is not None and "Yes, I mean it" in [each.label for each in reply.message.buttons]:
        await person.press("Yes, I mean it", on=reply.message)


def _buttons(person: Person, token: str) -> list[Control]:
    return [each for each in picks_on(place_to_pick(person)) if each.custom_id.endswith(f":{token}")]


def _without_seal(content: str, seed: Seed) -> str:
    return content.replace(seed.seal, "(the seal)").replace(seed.short_seal, "(its beginning)")
