"""People who play on a bot in a process of its own, for the drill to disturb."""

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random

from bench.chaos.experiment import Pair, make_pairs, make_world
from bench.chaos.observations import ChaosObservations
from bench.rig.bot_process import KillableBot
from bench.rig.conditions import SPEED, put_deck
from bench.rig.postgres import free_port
from sandbox import Sandbox

PAIRS, GUILDS = 6, 2
NO_ANSWER = 0


@dataclass
class Table:
    """A bot and the people around it. `health` is the bot's port."""

    sandbox: Sandbox
    bot: KillableBot
    observed: ChaosObservations
    pairs: list[Pair]
    health: int
    _playing: list["asyncio.Task[None]"] = field(default_factory=list)

    def play(self) -> None:
        self._playing = [
            asyncio.create_task(player.play(self.bot)) for pair in self.pairs for player in pair.players
        ]

    async def rest(self) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        self._playing = []

    async def until_picked(self, more: int, within: float = 30.0) -> bool:
        """Waits until that many more picks were acknowledged; False if it takes too long."""
        until = len(self.observed.acknowledged) + more
        return await eventually(lambda: len(self.observed.acknowledged) >= until, within)

    async def well(self) -> int:
        """The status of /health; NO_ANSWER if there is none within three seconds."""
        return await asyncio.to_thread(_status, f"http://127.0.0.1:{self.health}/health")

    async def until_health_is(self, status: int, within: float) -> bool:
        loop = asyncio.get_running_loop()
        until = loop.time() + within
        while await self.well() != status:
            if loop.time() > until:
                return False
            await asyncio.sleep(0.2)
        return True


@asynccontextmanager
async def seated(address: str, seed: int, env: Mapping[str, str] | None = None) -> AsyncIterator[Table]:
    """Starts the bot on this database; nobody plays yet."""
    random, observed, port = Random(seed), ChaosObservations(), free_port()
    world = make_world(PAIRS, GUILDS)
    async with Sandbox(world) as sandbox:
        sandbox.limits.speed = SPEED
        put_deck(sandbox)
        world.feed.join(observed)
        bot = KillableBot(sandbox, address, env={"HEALTH_PORT": str(port), **(env or {})})
        pairs = make_pairs(sandbox, observed, random, PAIRS, GUILDS)
        table = Table(sandbox, bot, observed, pairs, port)
        await bot.start()
        try:
            yield table
        finally:
            await table.rest()
            await bot.kill()


async def eventually(happened: Callable[[], bool], within: float) -> bool:
    loop = asyncio.get_running_loop()
    until = loop.time() + within
    while not happened():
        if loop.time() > until:
            return False
        await asyncio.sleep(0.02)
    return True


def _status(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=3) as answer:  # noqa: S310 - our own page
            json.load(answer)
            return int(answer.status)
    except urllib.error.HTTPError as refusal:
        return refusal.code
    except OSError:
        return NO_ANSWER
