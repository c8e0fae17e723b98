"""Moves from sources that are none, backups in play and to a full disk, and restores, some of them killed."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.drill.outcome import Outcome, expect_refusal, run
from bench.drill.play import Table, seated
from bench.rig.disk import small_disk
from bench.rig.rows import rows
from bot.database import SQLITE

RESTORES = 12
BACKUPS = 5
SMALL = 4
"""Megabytes of the disk that a backup does not fit on."""
TABLES = ("picks", "results", "ratings", "votes", "duels")
PICKS = "SELECT duel, turn, seat, token FROM picks"


async def part(seed: int) -> list[Outcome]:
    with TemporaryDirectory(prefix="gauntlet-drill-") as name:
        folder, random = Path(name), Random(seed)
        played = folder / "played.db"
        backups = await _back_up_in_play(folder, played, seed)
        return [
            backups,
            await _back_up_to_a_full_disk(folder),
            await _move_from_nothing(folder),
            await _restore(folder, random),
        ]


async def _back_up_in_play(folder: Path, played: Path, seed: int) -> Outcome:
    """Leaves the database as `kill -9` does, with its write-ahead log beside it."""
    outcome = Outcome("backups taken while people play")
    async with seated(f"{SQLITE}{played}", seed) as table:
        table.play()
        for number in range(BACKUPS):
            await table.until_picked(20)
            await _back_up(folder, played, table, number, outcome)
    return outcome


async def _back_up(folder: Path, played: Path, table: Table, number: int, outcome: Outcome) -> None:
    told = [(pick.duel, pick.turn, pick.token) for pick in table.observed.acknowledged]
    copy = folder / f"copy-{number}.db"
    ended = await run("backup", str(copy), env={"DATABASE_URL": f"{SQLITE}{played}"}, folder=folder)
    saved = {(duel, turn, token) for duel, turn, _, token in await rows(f"{SQLITE}{copy}", PICKS)}
    whole = await rows(f"{SQLITE}{copy}", "PRAGMA integrity_check") == [("ok",)]
    outcome.expect(ended.code == 0 and whole, f"a backup: {ended}")
    outcome.expect(saved >= {*told}, f"{len({*told} - saved)} picks are not in a backup made after them")


async def _back_up_to_a_full_disk(folder: Path) -> Outcome:
    outcome = Outcome("backups to a full disk")
    large = folder / "large.db"
    shutil.copy(folder / "copy-0.db", large)
    with closing(sqlite3.connect(large)) as connection:
        connection.execute("CREATE TABLE ballast (bytes BLOB)")
        connection.executemany("INSERT INTO ballast VALUES (zeroblob(1000000))", [()] * 2 * SMALL)
        connection.commit()
    with small_disk(SMALL) as disk:
        if not disk.fills_for_all:
            return outcome
        copy = disk.folder / "copy.db"
        ended = await run("backup", str(copy), env={"DATABASE_URL": f"{SQLITE}{large}"}, folder=folder)
        expect_refusal(outcome, ended, "a backup to a full disk")
        left = [path.name for path in disk.folder.iterdir()]
        outcome.expect(not left, f"a backup to a full disk left {left}")
    return outcome


async def _move_from_nothing(folder: Path) -> Outcome:
    """Whatever is wrong with the source, the target keeps what it has and the source stays what it was."""
    outcome = Outcome("moves from a source that is none")
    target = f"{SQLITE}{folder / 'target.db'}"
    source = f"{SQLITE}{folder / 'copy-1.db'}"
    ended = await run("move-database", source, target, env={}, folder=folder)
    before = await rows(target, PICKS)
    outcome.expect(ended.code == 0 and bool(before), f"a move: {ended}")
    for name, path in _bad_sources(folder).items():
        was = path.read_bytes() if path.exists() else None
        ended = await run("move-database", f"{SQLITE}{path}", target, env={}, folder=folder)
        expect_refusal(outcome, ended, f"a source that is {name}")
        outcome.expect(await rows(target, PICKS) == before, f"a source that is {name} emptied the target")
        now = path.read_bytes() if path.exists() else None
        outcome.expect(now == was, f"a source that is {name} was created or changed")
    return outcome


def _bad_sources(folder: Path) -> dict[str, Path]:
    (folder / "empty.db").touch()
    (folder / "text.db").write_text("not a database\n" * 100, encoding="utf-8")
    _script(folder / "bare.db", "PRAGMA user_version = 7")
    _script(folder / "foreign.db", "CREATE TABLE duels (name TEXT)")
    shutil.copy(folder / "copy-1.db", folder / "cleared.db")
    _script(folder / "cleared.db", "; ".join(f"DELETE FROM {table}" for table in TABLES))  # noqa: S608
    return {
        "missing": folder / "typing-error.db",
        "empty": folder / "empty.db",
        "a text": folder / "text.db",
        "without tables": folder / "bare.db",
        "of another program": folder / "foreign.db",
        "without duels": folder / "cleared.db",
    }


async def _restore(folder: Path, random: Random) -> Outcome:
    """Restores over a database that has a write-ahead log beside it; every second time it is killed."""
    outcome = Outcome("restores, half of them killed")
    new = await rows(f"{SQLITE}{folder / 'copy-0.db'}", PICKS)
    place, took = folder / "restored", 0.0
    for number in range(RESTORES):
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        for path in folder.glob("played.db*"):
            if not path.name.endswith(".lock"):
                shutil.copy(path, place / path.name)
        old = await rows(f"{SQLITE}{await asyncio.to_thread(_copied, folder, place)}", PICKS)
        killed = took * random.uniform(0.3, 1.0) if number % 2 else None
        copy = str(folder / "copy-0.db")
        address = f"{SQLITE}{place / 'played.db'}"
        ended = await run("restore", copy, env={"DATABASE_URL": address}, folder=place, kill_after=killed)
        found = await _contents(place / "played.db")
        if killed is None:
            took = ended.seconds
            outcome.expect(ended.code == 0 and sorted(found) == sorted(new), f"a restore: {ended}")
        else:
            right = sorted(found) in (sorted(old), sorted(new))
            outcome.expect(right, f"a restore killed after {killed:.2f} s left {found or 'nothing'}")
    return outcome


def _copied(folder: Path, place: Path) -> Path:
    """A second copy of the database with its log, because to read one merges the log into the file."""
    (place / "twin").mkdir()
    for path in folder.glob("played.db*"):
        shutil.copy(path, place / "twin" / path.name)
    return place / "twin" / "played.db"


async def _contents(path: Path) -> list[tuple[object, ...]]:
    if not path.exists():
        return []
    try:
        return await rows(f"{SQLITE}{path}", PICKS)
    except sqlite3.Error as problem:
        return [(str(problem),)]


def _script(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
