"""One run on one database, from an empty disk to the findings."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bench.chaos.checks.checker import Findings, check, wrong_boards
from bench.chaos.observations import Notebook
from bench.chaos.scene import BotClock, Scene, make_pairs, make_world
from bench.chaos.troubles import conductor
from bench.chaos.troubles.bot_process import MortalBot
from bench.chaos.troubles.disk import Disk, small_disk
from bench.chaos.troubles.skewed_bot import AHEAD
from bench.rig.postgres import Postgres
from bench.rig.stored_duels import read_duels
from sandbox import Sandbox
from sandbox.server.openapi import Contract

SQLITE_DISK, POSTGRESQL_DISK = 64, 400
"""Megabytes."""
PAINTING = 15
"""Seconds in which the last boards have to be painted."""


@dataclass(frozen=True)
class Plan:
    database: str
    seed: int
    seconds: float
    pairs: int = 15
    guilds: int = 3
    calm: tuple[float, float] = (0.2, 1.0)
    """Seconds between two troubles."""
    last_round: float = 20.0
    """Seconds to finish the duels that are on at the end."""


async def spend(plan: Plan, contract: Contract | None = None) -> tuple[Scene, Findings]:
    async with _scene(plan, contract) as scene:
        await scene.bring_up()
        try:
            await conductor.run(scene, plan.seconds, plan.calm, plan.last_round)
            await _until_painted(scene)
        finally:
            await scene.bot.stop()
        return scene, await check(scene)


@asynccontextmanager
async def _scene(plan: Plan, contract: Contract | None) -> AsyncIterator[Scene]:
    random, notes = Random(plan.seed), Notebook()
    world = make_world(plan.pairs, plan.guilds)
    with _place(plan.database) as (address, disk, server), tempfile.TemporaryDirectory() as folder:
        async with Sandbox(world, contract=contract) as sandbox:
            sandbox.limits.enforced = False
            world.feed.join(notes)
            clock = BotClock(Path(folder) / "ahead")
            bot = MortalBot(sandbox, address, "bench.chaos.troubles.skewed_bot", {AHEAD: str(clock.file)})
            pairs = make_pairs(sandbox, notes, random, plan.pairs, plan.guilds)
            yield Scene(sandbox, bot, address, disk, server, clock, random, notes, pairs)


@contextmanager
def _place(database: str) -> Iterator[tuple[str, Disk, Postgres | None]]:
    if database == "sqlite":
        with small_disk(SQLITE_DISK) as disk:
            yield f"sqlite:///{disk.folder}/gauntlet.db", disk, None
        return
    with small_disk(POSTGRESQL_DISK) as disk:
        server = Postgres(disk.folder)
        server.create()
        server.start()
        try:
            yield server.make("gauntlet"), disk, server
        finally:
            server.stop()


async def _until_painted(scene: Scene) -> None:
    for _ in range(PAINTING):
        duels = {duel.id: duel for duel in await read_duels(scene.address)}
        if not wrong_boards(scene, duels):
            return
        await asyncio.sleep(1)
