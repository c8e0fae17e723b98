"""Plays thousands of duels at once through the sandbox, with the real bot in its own process.

    python -m bench.load --duels 5000 --guilds 500 --rate 300 --minutes 10 --database postgresql

Picks arrive at the given rate even if the bot is too slow. Each pick is made by a random person who has had
time to think. A pair that has finished a duel begins the next with a challenge. The sandbox enforces the
three seconds for an answer and Discord's limits for each channel and for the bot, and is as far away as the
real Discord, unless told otherwise. It checks all requests and compares one body in ten of each route with
Discord's API description. It serves plain HTTP without aiohttp, which leaves this process more time for the
crowd. A bare bot is measured before and after the run, unless `--no-bare` leaves it out.
"""

import asyncio
import sys
import time
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from statistics import median

from bench.load.audit import audit
from bench.load.crowd import Crowd
from bench.load.gauges import Gauges
from bench.load.observations import MISSED, LoadObservations
from bench.load.report import CHECKED_ONE_IN, BareCost, Discord, Outcome, Plan, report
from bench.load.requests import RequestsByStatus
from bench.picks import BARE, burst
from bench.rig.bot_process import beside
from bench.rig.bot_under_test import running_bot
from bench.rig.conditions import put_deck
from bench.rig.rows import DATABASES, databases
from bench.rig.stored_duels import read_duels
from bot.process.runtime import run, tune_garbage_collector
from sandbox import Sandbox, World
from sandbox.server.latency import REAL
from sandbox.server.process import BotProcess
from sandbox.server.ratelimit import FIVE_IN_FIVE, FIVE_IN_ONE

MESSAGES_KEPT = 10
"""Messages that the sandbox keeps for each duel that a channel has at once. No live board may be among those
that it drops."""
PROFILES = {"5/5": FIVE_IN_FIVE, "5/1": FIVE_IN_ONE, "none": None}
SEED = 7
LAST_BOARDS = 15.0
"""Seconds after which the last boards are painted, where channels take only few edits."""
COLLECT_AFTER = (5_000, 50, 50)
"""Thresholds of the garbage collector. Its steps are small because answers wait while it runs."""
BARE_PICKS, BARE_BURSTS = 100, 3
EDIT_RATES = {"panel": 0.5, "board": 0.2}
"""Edits per pick, about as many as the real bot makes."""
OPENING, MINUTE = 10.0, 60.0
"""Seconds between two lines of progress, while duels are begun and during the run."""


def main() -> int:
    options = _parser().parse_args()
    plan = Plan(
        options.duels,
        options.guilds,
        options.rate,
        options.minutes * 60,
        options.warm_up,
        options.think,
        options.database,
        per_channel=options.per_channel,
        discord=Discord(PROFILES[options.limits], REAL if options.latency == "real" else None),
        processes=options.processes,
    )
    with databases(options.database, ["load"]) as addresses:
        playing = play if options.no_bare else play_beside_bare
        outcome = run(playing(plan, addresses["load"]))
    print(report(outcome))
    return 1 if outcome.wrong else 0


async def bare_cost() -> float:
    """Milliseconds of a bare bot's processor time per pick, median of some bursts. The first one warms up."""
    duels = (BARE_BURSTS + 1) * BARE_PICKS
    async with running_bot(BARE, "bare", "", duels) as (bot, duels_left):
        runs = [await burst(bot, duels_left, BARE_PICKS, EDIT_RATES) for _ in range(BARE_BURSTS + 1)]
    return median(run.cost for run in runs[1:]) / 1000


async def play_beside_bare(plan: Plan, address: str) -> Outcome:
    before = await bare_cost()
    outcome = await play(plan, address)
    outcome.bare = BareCost(before, await bare_cost())
    return outcome


async def play(plan: Plan, address: str) -> Outcome:
    observed = LoadObservations()
    sandbox = Sandbox(_world(plan), messages_kept=MESSAGES_KEPT * plan.per_channel, plain_http=True)
    requests = RequestsByStatus(observed.dismissed, sandbox.platform.interactions)
    sandbox.contract.one_in, sandbox.traffic = CHECKED_ONE_IN, requests
    sandbox.limits.enforced = plan.discord.profile is not None
    sandbox.limits.profile = plan.discord.profile or sandbox.limits.profile
    sandbox.latency = plan.discord.latency
    put_deck(sandbox)
    async with sandbox:
        crowd = _crowd(plan, sandbox, observed)
        async with _running(sandbox, address, plan) as pids:
            await asyncio.sleep(plan.settle)
            gauges = Gauges(pids)
            idle = gauges.memory_now()
            async with beside(_print(OPENING, lambda: f"beginning duels: {progress_line(observed)}")):
                await crowd.open()
            tune_garbage_collector(COLLECT_AFTER)
            await _arrive(plan.rate, plan.warm_up, crowd)
            observed.start_measuring()
            before = len(observed.acknowledged)
            printing = _print(MINUTE, lambda: progress_line(observed))
            async with beside(gauges.watch(observed)), beside(printing):
                await _arrive(plan.rate, plan.seconds, crowd)
            picks = len(observed.acknowledged) - before
            await crowd.finish()
            await asyncio.sleep(plan.settle if plan.discord.profile is None else LAST_BOARDS)
        wrong = observed.wrong + audit(observed, await read_duels(address), crowd.pairs)
        wrong["requests that broke Discord's API description"] = len(sandbox.violations)
        sandbox.violations.clear()
    return Outcome(plan, observed, gauges, picks, idle, wrong + requests.wrong, requests.counts)


def _world(plan: Plan) -> World:
    world = World()
    pairs = -(-plan.duels // plan.guilds)
    for number in range(plan.guilds):
        people = [f"{name} {number}-{n}" for n in range(pairs) for name in ("Ann", "Bob")]
        rooms = [f"room-{n}" for n in range(-(-pairs // plan.per_channel))]
        world.add_guild(f"Guild {number}", rooms, people)
    return world


def _crowd(plan: Plan, sandbox: Sandbox, observed: LoadObservations) -> Crowd:
    crowd = Crowd(sandbox, observed, plan.think, SEED)
    guilds = [*sandbox.world.guilds.values()]
    for number in range(plan.duels):
        guild, n = guilds[number % plan.guilds], number // plan.guilds
        channel = [*guild.channels.values()][n // plan.per_channel]
        index = number % plan.guilds
        ann, bob = (sandbox.world.person(f"{name} {index}-{n}") for name in ("Ann", "Bob"))
        crowd.add_pair(channel, (ann, bob))
    return crowd


@asynccontextmanager
async def _running(sandbox: Sandbox, address: str, plan: Plan) -> AsyncIterator[list[int]]:
    """Yields the ids of the bot's processes, one for each shard. The first one makes the tables."""
    own = {"DATABASE_URL": address, "LOG_LEVEL": "WARNING"}
    env = sandbox.environment | own | {"DISCORD_REQUESTS_PER_SECOND": str(plan.granted)}
    async with AsyncExitStack() as stack:
        pids = []
        for number in range(plan.processes):
            shard = {"SHARD_IDS": str(number), "SHARD_COUNT": str(plan.processes)}
            bot = BotProcess("bot", env | (shard if plan.processes > 1 else {}), sandbox.status)
            stack.push_async_callback(bot.stop)
            await bot.start()
            pids.append(bot.pid)
            while len(sandbox.gateway.connected) < len(pids):
                if sandbox.status.state == "crashed":
                    raise RuntimeError("The bot has crashed.")
                await asyncio.sleep(0.05)
        yield pids


def progress_line(observed: LoadObservations) -> str:
    return (
        f"{observed.live:,} duels live, {len(observed.acknowledged):,} picks acknowledged, "
        f"{observed.slow:,} answers over a second, "
        f"{observed.acknowledged_first:,} acknowledged first, {observed.wrong[MISSED]:,} deadlines missed"
    )


async def _print(seconds: float, line: Callable[[], str]) -> None:
    began = time.perf_counter()
    while True:
        await asyncio.sleep(seconds)
        print(f"{time.perf_counter() - began:,.0f} s: {line()}", file=sys.stderr, flush=True)


async def _arrive(rate: float, seconds: float, crowd: Crowd) -> None:
    """Makes picks at random moments (a Poisson process). Late picks are made at once."""
    random = Random(SEED)
    due = began = time.perf_counter()
    while (due := due + random.expovariate(rate)) < began + seconds:
        wait = due - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        crowd.pick()


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        "python -m bench.load",
        description="Play thousands of duels at once and report how long people waited.",
    )
    parser.add_argument("--duels", type=int, default=500, help="duels that are live at once")
    parser.add_argument("--guilds", type=int, default=50)
    parser.add_argument("--rate", type=float, default=50.0, help="picks per second")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--warm-up", type=float, default=30.0, help="seconds before the measurement begins")
    parser.add_argument("--think", type=float, default=2.0, help="seconds that people think, on average")
    parser.add_argument("--per-channel", type=int, default=20, help="duels in one channel")
    parser.add_argument("--limits", choices=PROFILES, default="5/5", help="edits and seconds, in one channel")
    parser.add_argument("--latency", choices=("real", "none"), default="real")
    parser.add_argument("--database", choices=DATABASES, default="sqlite")
    parser.add_argument("--processes", type=int, default=1, help="several need PostgreSQL")
    parser.add_argument("--no-bare", action="store_true", help="measure no bare bot before and after the run")
    return parser
