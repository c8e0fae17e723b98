"""Measures what a player of 30,000 duels costs everybody else: how long a profile, a history and an export
take, for how long they hold the loop, and how much memory an export needs."""

import asyncio
import sqlite3
import sys
import time
import tracemalloc
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.database import open_database
from bot.history.history import History
from bot.history.profile import ProfileStore
from bot.privacy.export import Export
from bot.process.memory import tune_garbage_collector
from bot.ratings.model import ALL_GAMES
from bot.ratings.seasons import ALL_TIME
from games import GAMES

DUELS, FEW = 30_000, 3_000
PICKS = 7
"""Picks of each player in a duel."""
GUILD, ANN, BEN, COMPUTER = 10, 1, 2, 99
FILE_LIMIT = 10 * 1024 * 1024
ROUNDS = 5
LONGEST_HOLD, LONGEST_ANSWER = 10.0, 1000.0
"""Milliseconds for which a profile may hold the loop, and take."""
MIB = 1024 * 1024


def report() -> str:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "big.db"
        lines = asyncio.run(_times(path))
        few, many = asyncio.run(_memory(Path(folder) / "few.db", FEW)), asyncio.run(_memory(path, DUELS))
    lines.append(
        f"  an export's memory beside its result: {few / MIB:.1f} MiB at {FEW:,} duels, "
        f"{many / MIB:.1f} MiB at {DUELS:,}: {many / few:.2f} times as much"
    )
    return "\n".join(lines)


async def _times(path: Path) -> list[str]:
    await _create(path, DUELS)
    database = await open_database(str(path))
    profiles, history, export = ProfileStore(database), History(database), Export(database)
    calls: dict[str, Callable[[], Awaitable[object]]] = {
        "profile": lambda: profiles.profile(ANN, GUILD, COMPUTER),
        "history": lambda: history.before(DUELS // 2, ANN, GUILD),
        "export": lambda: export.files(ANN, time.time(), FILE_LIMIT),
    }
    lines = [
        f"A player of {DUELS:,} duels on SQLite, the longest of {ROUNDS} rounds. A profile may take "
        f"{LONGEST_ANSWER:.0f} ms and hold the loop for {LONGEST_HOLD:.0f} ms."
    ]
    tune_garbage_collector()
    _, noise = await _measured(lambda: asyncio.sleep(1.0), 1)
    lines.append(f"  nothing at all: the machine itself holds the loop for {noise:.1f} ms")
    for name, call in calls.items():
        took, held = await _measured(call, 1 if name == "export" else ROUNDS)
        lines.append(f"  {name}: {took:.0f} ms, holds the loop for {held:.1f} ms at most")
    await database.close()
    return lines


async def _measured(call: Callable[[], Awaitable[object]], rounds: int) -> tuple[float, float]:
    """The longest time that a call took, and the longest that the loop was held, in milliseconds."""
    took = 0.0
    longest = [0.0]
    ticking = asyncio.create_task(_tick(longest))
    for _ in range(rounds):
        began = time.perf_counter()
        await call()
        took = max(took, time.perf_counter() - began)
    ticking.cancel()
    return 1000 * took, 1000 * longest[0]


async def _tick(longest: list[float]) -> None:
    """Does nothing, as often as it can without taking the processor from others."""
    pause = 0.001
    while True:
        began = time.perf_counter()
        await asyncio.sleep(pause)
        longest[0] = max(longest[0], time.perf_counter() - began - pause)


async def _memory(path: Path, duels: int) -> float:
    """The most bytes that an export holds at a time, without those of its result."""
    await _create(path, duels)
    database = await open_database(str(path))
    await Export(database).files(BEN + 1, time.time(), FILE_LIMIT)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    files = await Export(database).files(ANN, time.time(), 100_000)
    peak = tracemalloc.get_traced_memory()[1] - before
    tracemalloc.stop()
    await database.close()
    return peak - sum(len(content) for _, content in files)


async def _create(path: Path, duels: int) -> None:
    if path.exists():
        return
    await (await open_database(str(path))).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in _statements(duels):
            connection.execute(statement)


def _statements(duels: int) -> Iterator[str]:
    """Rated duels in which Ann beats Ben two times out of three."""
    game = GAMES[0].game.key
    count = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {duels})"  # noqa: S608
    yield f"""
        INSERT INTO duels (id, guild, channel, game, edition, challenger, challenged, pace, rated, secret,
                           created, status, seat0, seat1, started, ended, winner, reason, counted)
        {count} SELECT i * 7919, {GUILD}, 1, '{game}', 1, {ANN}, {BEN}, 60, TRUE, '', i, 'won', {ANN}, {BEN},
                       i, i, CASE i % 3 WHEN 1 THEN 1 ELSE 0 END, 'rules', i FROM n"""  # noqa: S608
    yield f"""
        INSERT INTO results (duel, seat, guild, game, person, opponent, counted, ended, won, rating, change)
        {count} SELECT i * 7919, 0, {GUILD}, '{game}', {ANN}, {BEN}, i, i, i % 3 <> 1, 1500 + i % 7, 1
                FROM n"""  # noqa: S608
    for turn in range(1, PICKS + 1):
        for seat in (0, 1):
            yield f"""
                INSERT INTO picks (duel, turn, seat, token, at, closes)
                {count} SELECT i * 7919, {turn}, {seat}, '{turn}', i, {seat} FROM n"""  # noqa: S608
    yield f"""
        INSERT INTO ratings (guild, game, season, person, mu, sigma, provisional, shown, wins, losses)
        VALUES ({GUILD}, '{ALL_GAMES}', {ALL_TIME}, {ANN}, 1500, 100, FALSE, 1500, {duels}, 0)"""  # noqa: S608


if __name__ == "__main__":
    sys.stdout.write(report() + "\n")
