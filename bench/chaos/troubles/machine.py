"""Troubles on the bot's own machine: killed processes, full or damaged disks, wrong clocks."""

import asyncio
import os
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from bench.chaos.experiment import Experiment
from bench.chaos.troubles.discord import Trouble
from bot.database import SQLITE

PAGE = 4096
REFUSES_WITHIN = 60
"""Seconds in which the bot has to end when it refuses to start, also on a busy machine."""


async def killed_bot(experiment: Experiment) -> None:
    await experiment.bot.kill()
    await experiment.start_bot()


async def killed_server(experiment: Experiment) -> None:
    """Kills PostgreSQL, mostly for a moment and sometimes for longer than the bot waits."""
    server = experiment.server
    if server is None:
        return
    server.kill()
    away = (
        experiment.random.uniform(0, 0.8)
        if experiment.random.random() < 0.7
        else experiment.random.uniform(2.2, 3.5)
    )
    await asyncio.sleep(away)
    await asyncio.to_thread(server.start)


async def frozen_server(experiment: Experiment) -> None:
    """Lets PostgreSQL stand still, mostly for longer than the bot waits. No connection is closed."""
    server = experiment.server
    if server is None:
        return
    server.freeze()
    try:
        await asyncio.sleep(experiment.random.uniform(0.5, 6))
    finally:
        server.thaw()


async def replaced_file(experiment: Experiment) -> None:
    """Deletes the database under the running bot, or puts a copy in its place, and later puts it back as it
    was at that moment: whatever the bot acknowledged in between is lost."""
    file = Path(experiment.address.removeprefix(SQLITE))
    os.kill(experiment.bot.pid, signal.SIGSTOP)
    saved = _read_all(file)
    for path in saved:
        path.unlink()
    if experiment.random.random() < 0.5:
        _write_all(saved)
    os.kill(experiment.bot.pid, signal.SIGCONT)
    await asyncio.sleep(experiment.random.uniform(0.5, 2))
    await experiment.bot.kill()
    for path in _read_all(file):
        path.unlink()
    _write_all(saved)
    await experiment.start_bot()


async def full_disk(experiment: Experiment) -> None:
    experiment.disk.fill(experiment.bot.pid)
    await asyncio.sleep(experiment.random.uniform(0.5, 2))
    experiment.disk.free_space(experiment.bot.pid)
    if experiment.server is not None:
        await asyncio.to_thread(experiment.server.start_if_down)


async def read_only_file(experiment: Experiment) -> None:
    """Starts the bot on a read-only file. It has to say so and end."""
    await experiment.bot.kill()
    experiment.disk.protect()
    await _expect_refusal(experiment, "read-only", "readonly", "permission denied")
    experiment.disk.unprotect()
    await experiment.start_bot()


async def corrupt_page(experiment: Experiment) -> None:
    """Starts the bot on a damaged file. It has to say so and end, and leave the file as it is."""
    await experiment.bot.kill()
    file = Path(experiment.address.removeprefix(SQLITE))
    saved = _read_all(file)
    _damage(experiment, file)
    damaged = file.read_bytes()
    await _expect_refusal(experiment, "damaged")
    if file.read_bytes() != damaged:
        experiment.wrong_refusals.append("The bot wrote to a damaged file.")
    _write_all(saved)
    await experiment.start_bot()


def _read_all(file: Path) -> dict[Path, bytes]:
    """The contents of the database file and of the files that SQLite keeps beside it."""
    paths = [file.with_name(file.name + end) for end in ("", "-wal", "-shm")]
    return {path: path.read_bytes() for path in paths if path.exists()}


def _write_all(saved: dict[Path, bytes]) -> None:
    for path, content in saved.items():
        path.write_bytes(content)


def _damage(experiment: Experiment, file: Path) -> None:
    """Overwrites one page with random bytes.

    The write-ahead log is merged into the file first, because it would hide the damage.
    """
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = [
            row[0] for row in connection.execute("SELECT rootpage FROM sqlite_master WHERE rootpage > 1")
        ]
    with file.open("r+b") as opened:
        opened.seek((experiment.random.choice(pages) - 1) * PAGE)
        opened.write(experiment.random.randbytes(PAGE))


async def _expect_refusal(experiment: Experiment, *words: str) -> None:
    """Starts the bot. It has to end with one line that has one of these words in it."""
    env = {**os.environ, **experiment.sandbox.environment, "DATABASE_URL": experiment.address}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot"),
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(REFUSES_WITHIN):
            text, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        text, _ = await process.communicate()
    lines = text.decode().splitlines()
    if process.returncode != 1 or len(lines) != 1 or not any(word in lines[0].lower() for word in words):
        output = lines[-1] if lines else "nothing"
        experiment.wrong_refusals.append(
            f"With a {words[0]} file the bot ended with code {process.returncode} and printed: {output}"
        )


async def forward_clock(experiment: Experiment) -> None:
    """Puts the bot's clock, Discord's or both forward, sometimes so far that everybody's time is up."""
    seconds = experiment.random.uniform(5, 90) if experiment.random.random() < 0.85 else 700.0
    which = experiment.random.choice(("both", "bot", "Discord"))
    if which != "Discord":
        experiment.clock.jump(seconds)
    if which != "bot":
        experiment.sandbox.clock.advance(seconds)


async def backward_clock(experiment: Experiment) -> None:
    experiment.clock.jump(-experiment.random.uniform(1, 60))


TROUBLES: dict[str, Trouble] = {
    "SIGKILL of the bot": killed_bot,
    "clocks put forward": forward_clock,
    "clocks put back": backward_clock,
}
ON_SQLITE: dict[str, Trouble] = {
    "corrupt pages": corrupt_page,
    "files deleted or replaced": replaced_file,
}
ON_POSTGRESQL: dict[str, Trouble] = {
    "SIGKILL of PostgreSQL": killed_server,
    "PostgreSQL stands still": frozen_server,
}


def possible_troubles(experiment: Experiment) -> dict[str, Trouble]:
    """The troubles that can be made with this database on this machine."""
    found = dict(TROUBLES) | (ON_SQLITE if experiment.server is None else ON_POSTGRESQL)
    if experiment.server is None or experiment.disk.fills_for_all:
        found["full disks"] = full_disk
    if experiment.server is None and experiment.disk.can_be_read_only:
        found["read-only files"] = read_only_file
    return found
