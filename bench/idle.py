"""Measures the memory that an idle live duel takes, and how much finished duels slow down the start."""

import asyncio
import gc
import statistics
import sys
import time
import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.rig.bot_under_test import insert_duels, live_row
from bench.rig.deck import put_deck
from bot.arena.arenas import Arenas
from bot.arena.deadlines import Deadlines
from bot.arena.resume import resume
from bot.database import open_database
from bot.duels.duel import Duel
from bot.process.clock import Clock
from bot.process.shards import EVERYTHING
from bot.ratings.ledger import Ledger
from bot.storage.journal import Journal
from bot.storage.storage import Storage
from bot.storage.votes import VoteStore
from sandbox import Sandbox, World
from sandbox.server.process import BotProcess

LIVE = 2_000
FINISHED = 100_000
STARTS = 5
GUILD = 1


class NoAnnouncer:
    """Tells nobody."""

    def late(self, duel: Duel) -> None: ...

    def outdated(self, duel: Duel) -> None: ...

    def recall(self, duel: Duel) -> None: ...


def report() -> str:
    with TemporaryDirectory() as folder:
        size = asyncio.run(bytes_per_duel(_address(Path(folder), "live")))
        empty, full = asyncio.run(time_starts(Path(folder)))
    ratio = statistics.median(two / one for one, two in zip(empty, full, strict=True))
    return "\n".join(
        [
            f"Memory of an idle live duel: {size / 1024:.1f} KiB, mean of {LIVE:,} that were played halfway",
            f"From start to connection: {_seconds(empty)} with no duels, {_seconds(full)} "
            f"with {FINISHED:,} finished ones: {ratio:.2f} times as long, median of {STARTS} pairs",
        ]
    )


def _seconds(times: list[float]) -> str:
    return f"{statistics.median(times):.2f} s [{min(times):.2f}-{max(times):.2f}]"


async def bytes_per_duel(address: str) -> float:
    """Bytes of memory per live duel, after it was loaded and a few picks were made."""
    await insert_duels(address, [live_row(duel, GUILD, 1, 1, 1, 2) for duel in range(1, LIVE + 1)])
    database, clock = await open_database(address), Clock()
    storage, journal, votes = Storage(database), Journal(database), VoteStore(database)
    arenas = Arenas(storage, journal, Ledger(database), votes, clock)
    deadlines = Deadlines(clock, arenas.arena, NoAnnouncer())
    arenas.listeners.append(deadlines)
    await _play_some(arenas, 1)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    await resume(storage, deadlines, EVERYTHING, arenas.opened)
    for duel in range(2, LIVE + 1):
        await _play_some(arenas, duel)
    gc.collect()
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    await clock.stop()
    for part in (journal, storage, votes, database):
        await part.close()
    return used / (LIVE - 1)


async def _play_some(arenas: Arenas, duel: int) -> None:
    for turn in (1, 2, 3):
        await asyncio.gather(*(arenas.arena(GUILD).pick(duel, person, str(turn), turn) for person in (1, 2)))


async def time_starts(folder: Path) -> tuple[list[float], list[float]]:
    await insert_duels(_address(folder, "empty"), [])
    await insert_duels(_address(folder, "full"), [_finished(duel) for duel in range(1, FINISHED + 1)])
    async with Sandbox(World.of({"Bench": ["Ann", "Bob"]})) as sandbox:
        put_deck(sandbox)
        times: dict[str, list[float]] = {"empty": [], "full": []}
        for _ in range(STARTS + 1):
            for name, taken in times.items():
                taken.append(await _start(sandbox, _address(folder, name)))
    return times["empty"][1:], times["full"][1:]


def _address(folder: Path, name: str) -> str:
    return f"sqlite:///{folder / name}.db"


async def _start(sandbox: Sandbox, address: str) -> float:
    env = sandbox.environment | {"DATABASE_URL": address, "LOG_LEVEL": "WARNING"}
    bot = BotProcess("bot", env, sandbox.status)
    began = time.perf_counter()
    await bot.start()
    while sandbox.status.state != "ready":
        await asyncio.sleep(0.002)
    took = time.perf_counter() - began
    bot.kill()
    await bot.wait()
    while sandbox.status.state == "ready":
        await asyncio.sleep(0.002)
    return took


def _finished(duel: int) -> tuple[object, ...]:
    row = live_row(duel, GUILD, 1, 1, 1, 2)
    ended = time.time() - 100 * (FINISHED - duel)
    return (*row[:12], "won", *row[13:-4], ended, 0, "rules", duel)


if __name__ == "__main__":
    sys.stdout.write(report() + "\n")
