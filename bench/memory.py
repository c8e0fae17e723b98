"""Measures the bot's memory at rest and per duel, and its start with many live duels: python -m bench.memory.

Memory is what the process has in RAM (VmRSS), with everything that it shares with other processes.
"""

import asyncio
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.clicks import cpu_seconds
from bench.load.gauges import memory_of
from bench.rig import postgres
from bench.rig.bot_under_test import BotUnderTest, OpenDuel, insert_duels, live_row, running_bot
from bench.rig.deck import put_deck
from sandbox import Sandbox, World
from sandbox.server.process import BotProcess

GUILDS = 100
IDLE = 100_000
STARTS = 5
WARM, PLAYED = 300, 2_000
"""Duels that are played before memory is first taken, and duels between that and the second time."""
TURNS, AT_ONCE = 3, 20
SETTLES, QUIET = 8.0, 3.0
"""Seconds from the connection to a measurement, and without a request until play counts as over."""
MIB, KIB = 2**20, 2**10


@dataclass(frozen=True, slots=True)
class Start:
    """How a start went: seconds and processor time until the bot was ready, and its memory afterwards."""

    seconds: float
    cpu: float
    memory: int


def report() -> str:
    with TemporaryDirectory() as folder:
        place = Path(folder)
        first, empty, full = asyncio.run(starts(place))
        rest, last = asyncio.run(played(f"sqlite:///{place / 'played.db'}"))
    on_server = server_starts()
    each = (last - rest) / PLAYED
    idle = statistics.median(two.memory - one.memory for one, two in zip(empty, full, strict=True))
    return "\n".join(
        [
            f"At rest: {_mib(empty)}; after the first start, which made the tables: {_mib([first])}",
            *([f"On PostgreSQL: {_mib(on_server[1:])}; {_mib(on_server[:1])}"] if on_server else []),
            f"An idle duel that nobody has touched: {idle / IDLE:.0f} bytes, mean of {IDLE:,}",
            f"A duel with its board and both panels: {each / KIB:.1f} KiB, mean of {PLAYED:,}",
            f"From start to connection: {_seconds(empty)} with no duels, "
            f"{_seconds(full)} with {IDLE:,} live ones: {_ratio(empty, full, 'seconds')} times as long, "
            f"with {_ratio(empty, full, 'cpu')} times the processor time",
        ]
    )


def server_starts() -> list[Start]:
    """Starts on PostgreSQL, the first of which makes the tables; none if it is not installed."""
    if postgres.missing() is not None:
        return []
    with postgres.running(durable=True) as server:
        return asyncio.run(_starts_on(server.make("memory")))


async def _starts_on(address: str) -> list[Start]:
    async with Sandbox(_world()) as sandbox:
        put_deck(sandbox)
        return [await _start(sandbox, address) for _ in range(STARTS)]


def _world() -> World:
    world = World()
    for number in range(GUILDS):
        world.add_guild(f"Server {number}", ["room"], ["Ann", "Bob"])
    return world


async def starts(folder: Path) -> tuple[Start, list[Start], list[Start]]:
    """The very first start, and alternating starts without duels and with many."""
    world = _world()
    guilds = [*world.guilds]
    rows = [live_row(duel, guilds[duel % GUILDS], 1, duel, 1, 2) for duel in range(1, IDLE + 1)]
    await insert_duels(f"sqlite:///{folder / 'full.db'}", rows)
    taken: dict[str, list[Start]] = {"empty": [], "full": []}
    async with Sandbox(world) as sandbox:
        put_deck(sandbox)
        for _ in range(STARTS + 1):
            for name, each in taken.items():
                each.append(await _start(sandbox, f"sqlite:///{folder / name}.db"))
    return taken["empty"][0], taken["empty"][1:], taken["full"][1:]


async def _start(sandbox: Sandbox, address: str) -> Start:
    env = sandbox.environment | {"DATABASE_URL": address, "LOG_LEVEL": "WARNING"}
    bot = BotProcess("bot", env, sandbox.status)
    began = time.perf_counter()
    await bot.start()
    while sandbox.status.state != "ready":
        await asyncio.sleep(0.002)
    seconds, cpu = time.perf_counter() - began, cpu_seconds(bot.pid)
    await asyncio.sleep(SETTLES)
    memory = memory_of(bot.pid)
    await bot.stop()
    while sandbox.status.state == "ready":
        await asyncio.sleep(0.002)
    return Start(seconds, cpu, memory)


async def played(address: str) -> tuple[int, int]:
    """The memory after some duels were played halfway, and after many more were."""
    async with running_bot("bot", "real", address, WARM + PLAYED) as (bot, duels):
        await asyncio.sleep(SETTLES)
        await _play(bot, duels[:WARM])
        rest = memory_of(bot.process.pid)
        await _play(bot, duels[WARM:])
        return rest, memory_of(bot.process.pid)


async def _play(bot: BotUnderTest, duels: Sequence[OpenDuel]) -> None:
    """Opens both panels of each duel and plays some turns. A few are played at the same time."""
    left = iter(duels)

    async def play() -> None:
        for duel in left:
            await bot.open_panels(duel)
            for turn in range(1, TURNS + 1):
                for seat in (0, 1):
                    await bot.pick(duel, seat, turn, {"panel": 1.0, "board": 1.0})

    await asyncio.gather(*(play() for _ in range(AT_ONCE)))
    await bot.until_quiet(QUIET)


def _mib(starts: Sequence[Start]) -> str:
    return f"{statistics.median(each.memory for each in starts) / MIB:.0f} MiB"


def _seconds(starts: Sequence[Start]) -> str:
    times = [each.seconds for each in starts]
    return f"{statistics.median(times):.2f} s [{min(times):.2f}-{max(times):.2f}]"


def _ratio(empty: Sequence[Start], full: Sequence[Start], what: str) -> str:
    ratios = [getattr(two, what) / getattr(one, what) for one, two in zip(empty, full, strict=True)]
    return f"{statistics.median(ratios):.2f} [{min(ratios):.2f}-{max(ratios):.2f}]"


if __name__ == "__main__":
    sys.stdout.write(report() + "\n")
