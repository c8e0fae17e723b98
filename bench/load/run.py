"""Thousands of duels at once, through the sandbox, with the real bot in a process of its own.

    python -m bench.load --duels 5000 --guilds 500 --rate 300 --minutes 10 --database postgresql

Picks arrive at the stated rate whether or not the bot keeps up; who picks is drawn by lot among those who
have had time to think. Whoever has finished a duel begins the next with a challenge. The sandbox enforces its
three seconds but no rate limits; the bot by itself paints no more boards than Discord takes. Of the bodies of
each route the sandbox holds one in ten against Discord's description; its own checks see them all. The bot
reaches it through the plain HTTP server, which leaves this process time for the crowd.
"""

import asyncio
import os
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.load.audit import Books, audit
from bench.load.crowd import Crowd
from bench.load.gauges import Gauges, memory_of
from bench.load.observations import Notebook
from bench.load.progress import line_of, told_every
from bench.load.report import HELD_ONE_IN, Outcome, Plan, report
from bench.rig import postgres
from bot.process.memory import tune_garbage_collector
from sandbox import Sandbox, World
from sandbox.server.process import BotProcess
from sandbox.server.traffic import Traffic

CHANNELS = 2
"""In each guild."""
KEPT = 40
"""Messages that a channel remembers."""
SEED = 7
COLLECT_AFTER = (5_000, 50, 50)
"""In small steps: while the crowd's garbage is collected, nobody sees an answer."""
OPENING, MINUTE = 10.0, 60.0
"""Seconds between two lines on how far it is, before the run and during it."""


class Tally(Traffic):
    """Counts requests by what became of them."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()

    def record(self, method: str, path: str, status: int) -> None:  # noqa: ARG002 - as it is called
        self.counts["all" if status < 300 else f"{method} answered with {status}"] += 1


def main() -> int:
    given = _parser().parse_args()
    plan = Plan(
        given.duels,
        given.guilds,
        given.rate,
        given.minutes * 60,
        given.warm_up,
        given.think,
        given.database,
    )
    with address_for(given.database) as address:
        outcome = asyncio.run(play(plan, address))
    print(report(outcome))
    return 1 if outcome.wrong else 0


@contextmanager
def address_for(kind: str) -> Iterator[str]:
    """An empty database, gone afterwards."""
    with TemporaryDirectory(dir=os.environ.get("BENCH_DIR", ".")) as folder:
        if kind == "sqlite":
            yield f"sqlite:///{Path(folder).resolve() / 'load.db'}"
            return
        with postgres.running(durable=True) as server:
            yield server.make("load")


async def play(plan: Plan, address: str) -> Outcome:
    notes, tally = Notebook(), Tally()
    sandbox = Sandbox(_world(plan), messages_kept=KEPT, plain_http=True)
    sandbox.limits.enforced, sandbox.contract.one_in, sandbox.traffic = False, HELD_ONE_IN, tally
    async with sandbox:
        crowd = _crowd(plan, sandbox, notes)
        async with _running(sandbox, address) as bot:
            await asyncio.sleep(plan.settle)
            idle = memory_of(bot.pid)
            async with told_every(OPENING, lambda: f"opening, {line_of(notes)}"):
                await crowd.open()
            tune_garbage_collector(COLLECT_AFTER)
            await _arrive(plan.rate, plan.warm_up, crowd)
            notes.start_measuring()
            before, gauges = len(notes.acknowledged), Gauges(bot.pid)
            watching = asyncio.create_task(gauges.watch(notes))
            async with told_every(MINUTE, lambda: line_of(notes)):
                await _arrive(plan.rate, plan.seconds, crowd)
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
            made = len(notes.acknowledged) - before
            await crowd.finish()
            await asyncio.sleep(plan.settle)
        wrong = notes.wrong + audit(notes, await Books.read(address), crowd.pairs)
        wrong["requests that broke Discord's description"] = len(sandbox.violations)
        sandbox.violations.clear()
    requests = tally.counts
    wrong.update({what: count for what, count in requests.items() if what != "all"})
    return Outcome(plan, notes, gauges, made, idle, +wrong, requests)


def _world(plan: Plan) -> World:
    world = World()
    pairs = -(-plan.duels // plan.guilds)
    for number in range(plan.guilds):
        people = [f"{name} {number}-{n}" for n in range(pairs) for name in ("Ann", "Bob")]
        world.add_guild(f"Guild {number}", [f"room-{n}" for n in range(CHANNELS)], people)
    return world


def _crowd(plan: Plan, sandbox: Sandbox, notes: Notebook) -> Crowd:
    crowd = Crowd(sandbox, notes, plan.think, SEED)
    guilds = [*sandbox.world.guilds.values()]
    for number in range(plan.duels):
        guild, n = guilds[number % plan.guilds], number // plan.guilds
        channel = [*guild.channels.values()][n % CHANNELS]
        index = number % plan.guilds
        ann, bob = (sandbox.world.person(f"{name} {index}-{n}") for name in ("Ann", "Bob"))
        crowd.seat(channel, (ann, bob))
    return crowd


@asynccontextmanager
async def _running(sandbox: Sandbox, address: str) -> AsyncIterator[BotProcess]:
    env = sandbox.environment | {"DATABASE_URL": address, "LOG_LEVEL": "WARNING"}
    bot = BotProcess("bot", env, sandbox.status)
    await bot.start()
    try:
        while sandbox.status.state != "ready":
            if sandbox.status.state == "crashed":
                raise RuntimeError("The bot has crashed.")
            await asyncio.sleep(0.05)
        yield bot
    finally:
        await bot.stop()


async def _arrive(rate: float, seconds: float, crowd: Crowd) -> None:
    """A Poisson process: whoever is late for an arrival makes up for it at once."""
    random = Random(SEED)
    due = began = time.perf_counter()
    while (due := due + random.expovariate(rate)) < began + seconds:
        wait = due - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        crowd.pick()


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m bench.load", description="Thousands of duels at once.")
    parser.add_argument("--duels", type=int, default=500, help="live at once")
    parser.add_argument("--guilds", type=int, default=50)
    parser.add_argument("--rate", type=float, default=50.0, help="picks a second")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--warm-up", type=float, default=30.0, help="seconds, not measured")
    parser.add_argument("--think", type=float, default=2.0, help="seconds that people think at least")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    return parser
