"""Measures how long a top ten and a rank take among a million rated players and in one very large server."""

import asyncio
import sqlite3
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.database import open_database
from bot.ratings.leaderboard import Leaderboard, Leaderboards
from bot.ratings.model import ALL_GAMES
from bot.ratings.seasons import ALL_TIME

GUILDS, PEOPLE = 10_000, 100
FEW_GUILDS = 10
PEOPLE_IN_ONE = 100_000
"""People in the one large server."""
CALLS = 300
LIMIT = 3.0
"""Milliseconds that a top ten or a rank may take."""
COLUMNS = "guild, game, season, person, mu, sigma, provisional, shown, wins, losses"


def report() -> str:
    with TemporaryDirectory() as folder:
        few = asyncio.run(measure(Path(folder) / "few.db", FEW_GUILDS, PEOPLE))
        many = asyncio.run(measure(Path(folder) / "many.db", GUILDS, PEOPLE))
        one = asyncio.run(measure(Path(folder) / "one.db", 1, PEOPLE_IN_ONE))
    lines = [
        f"Leaderboards on SQLite: milliseconds per call, median of {CALLS} (processor time in brackets). "
        f"A top ten and a rank may take {LIMIT:.0f} ms.",
        _line(f"{FEW_GUILDS * PEOPLE:,} rated players in {FEW_GUILDS} servers", few),
        _line(f"{GUILDS * PEOPLE:,} rated players in {GUILDS:,} servers", many),
        _line(f"{PEOPLE_IN_ONE:,} rated players in one server", one),
    ]
    return "\n".join(lines)


def _line(what: str, times: dict[str, tuple[float, float]]) -> str:
    calls = ", ".join(f"{name} {wall:.2f} ({cpu:.2f})" for name, (wall, cpu) in times.items())
    return f"  {what}: {calls}"


async def measure(path: Path, guilds: int, people: int) -> dict[str, tuple[float, float]]:
    await (await open_database(str(path))).close()
    _fill(path, guilds, people)
    database = await open_database(str(path))
    standings, random = Leaderboards(database), Random(1)

    def board() -> Leaderboard:
        return Leaderboard(random.randint(1, guilds), ALL_GAMES, ALL_TIME)

    def anyone() -> int:
        return random.randint(1, people)

    times = {
        "top ten": await _time(lambda: standings.top(board())),
        "rank": await _time(lambda: standings.rank_of(board(), anyone())),
        "a page with all on it": await _time(lambda: standings.page_of(board(), anyone())),
    }
    await database.close()
    return times


async def _time(call: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """The median time and the mean processor time of a call, in milliseconds."""
    times = []
    cpu = time.process_time()
    for _ in range(CALLS):
        began = time.perf_counter()
        await call()
        times.append(time.perf_counter() - began)
    return 1000 * statistics.median(times), 1000 * (time.process_time() - cpu) / CALLS


def _fill(path: Path, guilds: int, people: int) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        marks = ", ".join("?" * len(COLUMNS.split(", ")))
        connection.executemany(
            f"INSERT INTO ratings ({COLUMNS}) VALUES ({marks})",  # noqa: S608
            _rows(guilds, people),
        )


def _rows(guilds: int, people: int) -> Iterator[tuple[object, ...]]:
    random = Random(2)
    for guild in range(1, guilds + 1):
        for person in range(1, people + 1):
            mu, provisional = random.gauss(1500, 150), random.random() < 0.3
            sigma = 220.0 if provisional else 100.0
            yield guild, ALL_GAMES, ALL_TIME, person, mu, sigma, provisional, round(mu), 10, 10


if __name__ == "__main__":
    sys.stdout.write(report() + "\n")
