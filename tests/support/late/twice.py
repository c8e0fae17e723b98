"""Tells a story twice, with the same chance: once as usual, and once with every press acknowledged first."""

import asyncio
import difflib
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bench.rig.conditions import SPEED, put_deck
from bot.arena.limits import PAUSE
from sandbox import Sandbox, World
from sandbox.people.person import Reply
from sandbox.people.screen import Seen
from sandbox.server.openapi import Contract
from sandbox.wire import InteractionType, Wire
from sandbox.world.feed import Event, Listener
from sandbox.world.permissions import Permission
from sandbox.world.snowflake import Snowflakes
from tests.support.databases import rows
from tests.support.evening import PATIENCE, Evening
from tests.support.late.person import DEFERRED

FIRST_ID = 10**18
IDS_IN_A_STEP = 10_000
IDS = re.compile(r"\b1\d{18}\b")
SHOWN = ("content", "components", "embeds", "flags", "mention_everyone")
FORM_OPENER = "duel:number:"
COMMAND = "CommandTree-invoker"
"""What discord.py calls the task of a command."""
Kind: TypeAlias = tuple[InteractionType, str]
"""A component, a form or a command, and its custom id or name."""


class CountedIds(Snowflakes):
    """Discord's ids without the time: the same in both runs.

    A message that says "thinking…" takes one more, so every step begins at a round number."""

    _last = FIRST_ID

    def __init__(self, _clock: object) -> None:
        self._guilds = 0

    def make(self) -> int:
        self._last += 1
        return self._last

    def begin_step(self) -> None:
        self._last += IDS_IN_A_STEP - self._last % IDS_IN_A_STEP


class FixedSecrets(Random):
    """Stands for the module `secrets`: the numbers and seeds of duels are the same in both runs."""

    def randbits(self, k: int) -> int:
        return self.getrandbits(k)

    def token_bytes(self, nbytes: int) -> bytes:
        return self.randbytes(nbytes)


@dataclass(frozen=True)
class Step:
    """What somebody did, and what everybody saw when nothing moved any more."""

    deed: str
    screens: dict[str, list[str]]
    """The messages on each person's screen, as texts."""
    pinged: list[str]
    """Those who were pinged meanwhile, by name."""

    def lines(self) -> Iterator[str]:
        yield f"{self.deed}; pinged: {self.pinged}"
        for person, messages in self.screens.items():
            yield from (f"{person} sees {message}" for message in messages)


@dataclass
class Telling(Listener):
    """How a story went, and which presses were acknowledged before they were answered."""

    steps: list[Step] = field(default_factory=list)
    results: list[object] = field(default_factory=list)
    """The rows of all duels, picks and ratings."""
    deferred: set[Kind] = field(default_factory=set)
    answered_first: set[Kind] = field(default_factory=set)
    """The other presses."""
    pinged: list[str] = field(default_factory=list)
    like: "Telling | None" = None
    """How it went before, and has to go again."""
    _presses: list[Wire] = field(default_factory=list)

    def add(self, step: Step) -> None:
        """Fails at the first step that differs, and shows the lines that do."""
        if self.like is not None:
            before = self.like.steps[len(self.steps)]
            differing = difflib.unified_diff([*before.lines()], [*step.lines()], n=0, lineterm="")
            assert step == before, "\n".join(["after " + before.deed, *differing])
        self.steps.append(step)

    def dispatched(self, event: Event) -> None:
        if event.name == "INTERACTION_CREATE":
            self._presses.append(event.data)
        if event.name == "MESSAGE_CREATE":
            self.pinged += [user["global_name"] for user in event.data["mentions"]]

    def look_back(self, sandbox: Sandbox) -> None:
        """Sorts the presses so far by how they were answered first."""
        for press in self._presses:
            made = sandbox.platform.interactions._by_token[press["token"]]
            kinds = self.deferred if made.acknowledged in DEFERRED else self.answered_first
            kinds.add((made.type, made.command or press["data"]["custom_id"]))


class Stage:
    """The bot, two players, somebody who watches, and somebody who manages the server."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.telling = Telling()
        evening.sandbox.world.feed.join(self.telling)
        self.ann, self.bob, self.cleo, self.max = map(evening.person, ("Ann", "Bob", "Cleo", "Max"))
        self._numbers: dict[str, str] = {}
        """What stands for each id that Discord has given during the evening."""

    async def do(self, deed: Callable[..., Awaitable[Reply]], *given: Any, **named: Any) -> Reply:
        """Somebody presses or types something: `await stage.do(ann.press, "Accept")`."""
        ids = self.evening.sandbox.world.ids
        assert isinstance(ids, CountedIds)
        ids.begin_step()
        reply = await deed(*given, **named)
        await self._rest()
        pinged, self.telling.pinged = sorted(self.telling.pinged), []
        who = getattr(deed, "__self__", "somebody")
        done = " ".join([f"{who}: {deed.__name__}", *(each for each in given if isinstance(each, str))])
        self.telling.add(Step(done, self._screens(), pinged))
        return reply

    def wait(self, seconds: float = PAUSE) -> None:
        """Time passes for the bot; nothing is due."""
        self.evening.time.now += seconds

    async def _rest(self) -> None:
        """Waits until the bot has nothing to do."""
        async with asyncio.timeout(4 * PATIENCE):
            while self._is_busy() or not await self.evening.all_clocks_run():
                await asyncio.sleep(0.001)

    def _is_busy(self) -> bool:
        bot = self.evening.bot
        announcer = bot.services.announcer
        commands = any(task.get_name() == COMMAND for task in asyncio.all_tasks())
        is_answering = bot.router._background.busy or commands
        return is_answering or announcer._is_busy or announcer.panels._removing.busy

    def _screens(self) -> dict[str, list[str]]:
        people = (self.ann, self.bob, self.cleo, self.max)
        return {person.name: [*map(self._shown, person.sees().messages)] for person in people}

    def _shown(self, seen: Seen) -> str:
        shown = {key: seen.wire.get(key) for key in SHOWN}
        shown |= {"id": str(seen.id), "thinking": seen.thinking, "files": seen.files}
        named = sorted(user["global_name"] for user in seen.wire["mentions"])
        text = json.dumps(shown | {"named": named}, sort_keys=True, ensure_ascii=False)
        return IDS.sub(self._number, text.replace(self.evening.sandbox.url, "discord"))

    def _number(self, found: re.Match[str]) -> str:
        """Ids from before the first step are the same anyway."""
        if int(found[0]) < FIRST_ID + IDS_IN_A_STEP:
            return found[0]
        return self._numbers.setdefault(found[0], f"id {len(self._numbers)}")


Story: TypeAlias = Callable[[Stage], Awaitable[None]]


@dataclass(frozen=True)
class Twice:
    """Tells stories in both ways, and compares them."""

    folder: Path
    contract: Contract
    monkeypatch: pytest.MonkeyPatch

    async def tell(self, story: Story) -> Telling:
        """Returns how it went when every press was acknowledged first, which is how it goes otherwise."""
        direct = await self._told(story, is_late=False)
        late = await self._told(story, is_late=True, like=direct)
        assert len(late.steps) == len(direct.steps)
        assert late.results == direct.results
        forms = {kind for kind in late.answered_first if kind[1].startswith(FORM_OPENER)}
        assert late.answered_first == forms, "no form can follow an acknowledgement, but all else can"
        return late

    async def _told(self, story: Story, *, is_late: bool, like: Telling | None = None) -> Telling:
        async with self._stage(is_late=is_late) as stage:
            stage.telling.like = like
            await story(stage)
            telling, evening = stage.telling, stage.evening
            telling.look_back(evening.sandbox)
            telling.results = await _results(evening)
            return telling

    @asynccontextmanager
    async def _stage(self, *, is_late: bool) -> AsyncIterator[Stage]:
        patch = self.monkeypatch
        patch.setattr("sandbox.world.world.Snowflakes", CountedIds)
        patch.setattr("bot.arena.arena.secrets", FixedSecrets(1))
        patch.setattr("bot.ui.painting.announcer.BOARD_PAUSE", 0.0)
        world = World.of({"The Arena": ["Ann", "Bob", "Cleo"]})
        guild = world.guild("The Arena")
        world.add_member(guild, "Max", [world.add_role(guild, "Boss", Permission.MANAGE_GUILD)])
        async with Sandbox(world, contract=self.contract) as sandbox:
            sandbox.limits.speed = SPEED
            put_deck(sandbox)
            patch.setattr(Route, "BASE", sandbox.api_url)
            patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway.url))
            file = self.folder / f"{'late' if is_late else 'in time'}.db"
            evening = Evening(sandbox, f"sqlite:///{file}", is_late=is_late)
            await evening.open()
            try:
                yield Stage(evening)
            finally:
                await evening.close()


async def _results(evening: Evening) -> list[object]:
    duels = "SELECT id, status, winner, reason, seat0, seat1, accepted, ended FROM duels ORDER BY created, id"
    picks = "SELECT duel, turn, seat, token FROM picks ORDER BY duel, turn, seat"
    ratings = "SELECT * FROM ratings ORDER BY game, season, person"
    return [await rows(evening.address, query) for query in (duels, picks, ratings)]
