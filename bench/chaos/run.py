"""One chaos run on one database: trouble in a random order while people play, and then the findings."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bench.chaos.checks.checker import Findings, calls_left, check, wrong_boards
from bench.chaos.experiment import BotClock, Experiment, make_pairs, make_world
from bench.chaos.observations import ChaosObservations
from bench.chaos.troubles import discord, machine
from bench.chaos.troubles.skewed_bot import AHEAD
from bench.rig.bot_process import KillableBot
from bench.rig.conditions import SPEED, put_deck
from bench.rig.disk import Disk, small_disk
from bench.rig.postgres import Postgres
from bench.rig.rows import rows
from bench.rig.stored_duels import read_duels
from sandbox import Sandbox
from sandbox.server.openapi import Contract

SQLITE_DISK, POSTGRESQL_DISK = 64, 400
"""Sizes of the disks, in megabytes."""
EDITING = 15
"""Seconds in which the bot has to bring the last messages up to date."""
LONG_ENOUGH = 1000.0
"""Seconds after which the time of every turn and every challenge is up."""
PATIENCE = 20
"""Seconds in which all duels have to end then."""


@dataclass(frozen=True)
class Plan:
    """What a chaos run is to do."""

    database: str
    seed: int
    seconds: float
    pairs: int = 15
    guilds: int = 3
    calm: tuple[float, float] = (0.2, 1.0)
    """Seconds between two troubles."""
    last_round: float = 20.0
    """Seconds for people to finish their duels after the troubles."""


async def run_plan(plan: Plan, contract: Contract | None = None) -> tuple[Experiment, Findings]:
    async with _experiment(plan, contract) as experiment:
        await experiment.start_bot()
        try:
            await _play(experiment, plan)
            await _until_messages_are_right(experiment)
        finally:
            await experiment.bot.stop()
        return experiment, await check(experiment)


@asynccontextmanager
async def _experiment(plan: Plan, contract: Contract | None) -> AsyncIterator[Experiment]:
    random, observed = Random(plan.seed), ChaosObservations()
    world = make_world(plan.pairs, plan.guilds)
    with _empty_database(plan.database) as (address, disk, server), tempfile.TemporaryDirectory() as folder:
        async with Sandbox(world, contract=contract) as sandbox:
            sandbox.limits.speed = SPEED
            put_deck(sandbox)
            world.feed.join(observed)
            clock = BotClock(Path(folder) / "ahead")
            bot = KillableBot(sandbox, address, "bench.chaos.troubles.skewed_bot", {AHEAD: str(clock.file)})
            pairs = make_pairs(sandbox, observed, random, plan.pairs, plan.guilds)
            experiment = Experiment(sandbox, bot, address, disk, server, clock, random, observed, pairs)
            experiment.move_to_threads("Guild 0")
            yield experiment


@contextmanager
def _empty_database(database: str) -> Iterator[tuple[str, Disk, Postgres | None]]:
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


async def _until_messages_are_right(experiment: Experiment) -> None:
    for _ in range(EDITING):
        duels = {duel.id: duel for duel in await read_duels(experiment.address)}
        if not wrong_boards(experiment, duels) and not calls_left(experiment):
            return
        await asyncio.sleep(1)


async def _play(experiment: Experiment, plan: Plan) -> None:
    playing = [asyncio.create_task(p.play(experiment.bot)) for pair in experiment.pairs for p in pair.players]
    try:
        await _make_trouble(experiment, plan.seconds, plan.calm)
        await _settle(experiment, playing, plan.last_round)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def _make_trouble(experiment: Experiment, seconds: float, calm: tuple[float, float]) -> None:
    """Makes trouble for `seconds`, each kind about equally often and at least once."""
    known = discord.TROUBLES | machine.possible_troubles(experiment)
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while True:
        order = list(known.items())
        experiment.random.shuffle(order)
        for name, trouble in order:
            await asyncio.sleep(experiment.random.uniform(*calm))
            if not experiment.bot.is_up:
                await experiment.start_bot()
            await trouble(experiment)
            experiment.faults[name] += 1
        if loop.time() > end:
            return


async def _settle(experiment: Experiment, playing: list["asyncio.Task[None]"], last_round: float) -> None:
    """Ends all troubles and all duels, and starts the bot once more so that every board shows its end.

    Duels that people do not finish run out of time.
    """
    await _end_troubles(experiment)
    experiment.observed.closing = True
    _, late = await asyncio.wait(playing, timeout=last_round)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    await _let_time_run_out(experiment)
    await experiment.bot.stop()
    await experiment.start_bot()


async def _end_troubles(experiment: Experiment) -> None:
    experiment.sandbox.faults.clear()
    experiment.sandbox.faults.refuse_resume(refuse=False)
    delivery = experiment.sandbox.gateway.delivery
    delivery.repeats = delivery.holds = 0
    if not experiment.bot.is_up:
        await experiment.start_bot()


async def _let_time_run_out(experiment: Experiment) -> None:
    """Moves the clock forward until no duel is open."""
    query = "SELECT count(*) FROM duels WHERE status IN ('challenge', 'live')"
    for _ in range(PATIENCE):
        if await rows(experiment.address, query) == [(0,)]:
            return
        experiment.clock.jump(LONG_ENOUGH)
        await asyncio.sleep(1)
