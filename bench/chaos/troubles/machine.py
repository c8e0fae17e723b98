"""What goes wrong on the bot's own machine: killed processes, disks, clocks."""

import asyncio
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from bench.chaos.scene import Scene
from bench.chaos.troubles.network import Trouble
from bot.database import SQLITE

PAGE = 4096


async def killed_bot(scene: Scene) -> None:
    await scene.bot.kill()
    await scene.bring_up()


async def killed_server(scene: Scene) -> None:
    """Mostly for a moment; sometimes for longer than anybody's patience."""
    server = scene.server
    if server is None:
        return
    server.kill()
    away = scene.random.uniform(0, 0.8) if scene.random.random() < 0.7 else scene.random.uniform(2.2, 3.5)
    await asyncio.sleep(away)
    await asyncio.to_thread(server.start)


async def full_disk(scene: Scene) -> None:
    scene.disk.fill(scene.bot.pid)
    await asyncio.sleep(scene.random.uniform(0.5, 2))
    scene.disk.make_room(scene.bot.pid)
    if scene.server is not None:
        await asyncio.to_thread(scene.server.ensure)


async def read_only_file(scene: Scene) -> None:
    """The bot comes back to a file that it can't write to: it says so, and ends."""
    await scene.bot.kill()
    scene.disk.protect()
    await _expect_refusal(scene, "read-only", "readonly", "permission denied")
    scene.disk.unprotect()
    await scene.bring_up()


async def corrupt_page(scene: Scene) -> None:
    """The bot comes back to a damaged file: it says so, ends, and leaves the file as it is."""
    await scene.bot.kill()
    file = Path(scene.address.removeprefix(SQLITE))
    kept = _read_all(file)
    _damage(scene, file)
    damaged = file.read_bytes()
    await _expect_refusal(scene, "damaged")
    if file.read_bytes() != damaged:
        scene.complaints.append("A damaged file was written to.")
    _write_all(kept)
    await scene.bring_up()


def _read_all(file: Path) -> dict[Path, bytes]:
    """The database and what lies beside it."""
    paths = [file.with_name(file.name + end) for end in ("", "-wal", "-shm")]
    return {path: path.read_bytes() for path in paths if path.exists()}


def _write_all(kept: dict[Path, bytes]) -> None:
    for path, content in kept.items():
        path.write_bytes(content)


def _damage(scene: Scene, file: Path) -> None:
    """Noise over one page; what is still in the log beside the file is brought in first, for it would
    cover the damage."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = [
            row[0] for row in connection.execute("SELECT rootpage FROM sqlite_master WHERE rootpage > 1")
        ]
    with file.open("r+b") as opened:
        opened.seek((scene.random.choice(pages) - 1) * PAGE)
        opened.write(scene.random.randbytes(PAGE))


async def _expect_refusal(scene: Scene, *words: str) -> None:
    """One line that has one of these in it, and nothing else."""
    env = {**os.environ, **scene.sandbox.environment, "DATABASE_URL": scene.address}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot"),
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(30):
            text, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        text, _ = await process.communicate()
    lines = text.decode().splitlines()
    if process.returncode != 1 or len(lines) != 1 or not any(word in lines[0].lower() for word in words):
        said = lines[-1] if lines else "nothing"
        scene.complaints.append(
            f"With a {words[0]} file the bot ended with {process.returncode}, saying: {said}"
        )


async def forward_clock(scene: Scene) -> None:
    """Both clocks, or one of them alone; now and then so far that everybody's time is up."""
    seconds = scene.random.uniform(5, 90) if scene.random.random() < 0.85 else 700.0
    which = scene.random.choice(("both", "bot", "Discord"))
    if which != "Discord":
        scene.clock.jump(seconds)
    if which != "bot":
        scene.sandbox.clock.advance(seconds)


async def backward_clock(scene: Scene) -> None:
    scene.clock.jump(-scene.random.uniform(1, 60))


TROUBLES: dict[str, Trouble] = {
    "SIGKILL of the bot": killed_bot,
    "clocks put forward": forward_clock,
    "clocks put back": backward_clock,
}
ON_SQLITE: dict[str, Trouble] = {"corrupt pages": corrupt_page}
ON_POSTGRESQL: dict[str, Trouble] = {"SIGKILL of PostgreSQL": killed_server}


def troubles_of(scene: Scene) -> dict[str, Trouble]:
    """Those that can be had with this database, on this machine."""
    found = dict(TROUBLES) | (ON_SQLITE if scene.server is None else ON_POSTGRESQL)
    if scene.server is None or scene.disk.fills_for_all:
        found["full disks"] = full_disk
    if scene.server is None and scene.disk.can_be_read_only:
        found["read-only files"] = read_only_file
    return found
