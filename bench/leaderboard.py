"""Measures how long a top ten and a rank take among a million rated players and in one very large server."""

import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from sqlalchemy import bindparam, select

from bench.rig import postgres
from bench.rig.rated_people import fill, play
from bot.database import Database, open_database
from bot.database.prepared import prepared
from bot.database.schema import ratings
from bot.ratings.leaderboard import Leaderboard, Leaderboards
from bot.ratings.model import ALL_GAMES
from bot.ratings.seasons import ALL_TIME

PEOPLE, GUILDS, FEW_GUILDS = 100, 10_000, 10
PEOPLE_IN_ONE = 100_000
"""People in the one large server."""
CHANGES = 1_000
"""Rated duels in the large server, right after which it is measured again."""
CALLS = 300
LIMIT = 1.0
"""Milliseconds that a top ten or a rank may take."""
LIMITED = ("top ten", "rank")
KEY = ("guild", "game", "season", "person")
ONE_ROW = prepared(select(ratings).where(*(ratings.c[name] == bindparam(name) for name in KEY)))
"""The simplest read there is; the others are told as multiples of it too, so that a slow hour shows."""


def report() -> str:
    lines = [
        f"Leaderboards: milliseconds per call, median of {CALLS} (in brackets processor time of the bot, "
        f"and how many times as long as one row by its key). A top ten and a rank may take {LIMIT:.0f} ms."
    ]
    with TemporaryDirectory() as folder:
        files = (str(Path(folder) / f"{number}.db") for number in range(3))
        lines += ["  SQLite", *_measured(lambda: next(files))]
    if reason := postgres.missing():
        return "\n".join([*lines, f"  PostgreSQL was left out: {reason}."])
    with postgres.running(durable=True) as server:
        names = (f"ranks{number}" for number in range(3))
        lines += ["  PostgreSQL", *_measured(lambda: server.make(next(names)))]
    return "\n".join(lines)


def _measured(new: Callable[[], str]) -> Iterator[str]:
    for guilds, people in ((FEW_GUILDS, PEOPLE), (GUILDS, PEOPLE), (1, PEOPLE_IN_ONE)):
        servers = "one server" if guilds == 1 else f"{guilds:,} servers"
        with _filled(new(), guilds, people) as (runner, database):
            what = f"{guilds * people:,} rated players in {servers}"
            yield _line(what, runner.run(measure(database, guilds, people)))
            if guilds == 1:
                runner.run(play(database, 1, people, CHANGES))
                again = runner.run(measure(database, guilds, people))
                yield _line(f"right after {CHANGES:,} rated duels there", again)


@contextmanager
def _filled(address: str, guilds: int, people: int) -> Iterator[tuple[asyncio.Runner, Database]]:
    asyncio.run(_create(address))
    fill(address, guilds, people)
    with asyncio.Runner() as runner:
        database = runner.run(open_database(address))
        yield runner, database
        runner.run(database.close())


async def _create(address: str) -> None:
    await (await open_database(address)).close()


def _line(what: str, times: dict[str, tuple[float, float]]) -> str:
    (row, _) = times.pop("one row")
    calls = ", ".join(
        f"{name} {wall:.2f} ({cpu:.2f}; {wall / row:.1f}×)" for name, (wall, cpu) in times.items()
    )
    kept = all(times[name][0] <= LIMIT for name in LIMITED)
    return f"    {what}: {calls}; one row {row:.2f}: {'kept' if kept else 'NOT KEPT'}"


async def measure(database: Database, guilds: int, people: int) -> dict[str, tuple[float, float]]:
    leaderboards, random = Leaderboards(database), Random(1)

    def board() -> Leaderboard:
        return Leaderboard(random.randint(1, guilds), ALL_GAMES, ALL_TIME)

    def anyone() -> int:
        return random.randint(1, people)

    async def one_row() -> None:
        key = dict(zip(KEY, (random.randint(1, guilds), ALL_GAMES, ALL_TIME, anyone()), strict=True))
        async with database.reading() as connection:
            await connection.execute(ONE_ROW, key)

    return {
        "one row": await _time(one_row),
        "top ten": await _time(lambda: leaderboards.top(board())),
        "rank": await _time(lambda: leaderboards.rank_of(board(), anyone())),
        "a page with all on it": await _time(lambda: leaderboards.page_of(board(), anyone())),
    }


async def _time(call: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """The median time and the mean processor time of a call, in milliseconds."""
    times = []
    cpu = time.process_time()
    for _ in range(CALLS):
        began = time.perf_counter()
        await call()
        times.append(time.perf_counter() - began)
    return 1000 * statistics.median(times), 1000 * (time.process_time() - cpu) / CALLS


if __name__ == "__main__":
    sys.stdout.write(report() + "\n")
