"""After a deletion nothing of the person stands in any file: not in the database, not in its log."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.duels.pace import DAY, PACES
from bot.privacy.texts import KEPT_AFTER_REMOVAL
from tests.support.arenas import (
    BEN,
    GUILD,
    HIGHLOW,
    ArenaRig,
    open_rig,
    resigned,
)

PERSON = 987_654_321_012_345_678
"""As long as Discord's ids are: chance does not put these bytes anywhere."""
PLACE = 876_543_210_123_456_789


def forms_of(number: int) -> Iterator[bytes]:
    """How a number can stand in a file: as SQLite's eight bytes, the other way round, or as text."""
    yield number.to_bytes(8, "big")
    yield number.to_bytes(8, "little")
    yield str(number).encode()
    yield str(number).encode("utf-16-le")
    yield f"{number:x}".encode()


def places_of(number: int, folder: Path) -> dict[str, int]:
    """The files in which a number stands, and how often."""
    found = {
        path.name: sum(path.read_bytes().count(form) for form in forms_of(number))
        for path in folder.iterdir()
    }
    return {name: count for name, count in found.items() if count}


async def furnish(rig: ArenaRig, guild: int = GUILD) -> None:
    """Everything that a person leaves behind, many times over, so that pages are split and freed."""
    arena = rig.arenas.arena(guild)
    for number in range(60):
        rig.time.now += 60
        duel = await arena.challenge(PERSON, BEN, HIGHLOW, PACES[0], rated=True, channel=20)
        duel = await arena.accept(duel.id, BEN, number)
        await arena.pick(duel.id, PERSON, "7", 1)
        await resigned(arena, duel.id, PERSON)
    for other in range(100, 160):
        await rig.storage.block(PERSON, other)
        await rig.storage.block(other, PERSON)
    await rig.storage.set_notify(PERSON, on=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


async def test_an_erased_person_stands_in_no_file_while_the_bot_runs(folder: Path) -> None:
    rig = await open_rig(folder / "gauntlet.db")
    await furnish(rig)
    assert places_of(PERSON, folder)["gauntlet.db-wal"] > 100, "otherwise the search proves nothing"
    await rig.erasure.erase(PERSON)
    assert places_of(PERSON, folder) == {}
    await rig.close()
    assert places_of(PERSON, folder) == {}


async def test_a_person_who_was_written_to_the_file_long_ago_is_overwritten_in_it(folder: Path) -> None:
    rig = await open_rig(folder / "gauntlet.db")
    await furnish(rig)
    await rig.close()
    assert places_of(PERSON, folder)["gauntlet.db"] > 100
    rig = await open_rig(folder / "gauntlet.db", rig.time)
    await rig.erasure.erase(PERSON)
    assert places_of(PERSON, folder) == {}
    await rig.close()


async def test_a_guild_whose_time_is_over_stands_in_no_file(folder: Path) -> None:
    rig = await open_rig(folder / "gauntlet.db")
    await furnish(rig, PLACE)
    await rig.removed_guilds.left(PLACE)
    for _ in range(12):
        await rig.pass_time(KEPT_AFTER_REMOVAL + DAY)
    assert places_of(PLACE, folder) == {}
    await rig.close()


async def test_somebody_who_reads_only_delays_it(folder: Path) -> None:
    rig = await open_rig(folder / "gauntlet.db")
    await furnish(rig)
    with closing(sqlite3.connect(folder / "gauntlet.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM notes").fetchall()
        erasing = asyncio.create_task(rig.erasure.erase(PERSON))
        while await rig.storage.notifies(PERSON):
            await asyncio.sleep(0.01)
        await rig.storage.set_note("others", "can write meanwhile")
        left = places_of(PERSON, folder)
    await erasing
    assert left
    assert places_of(PERSON, folder) == {}
    await rig.close()


async def test_what_a_bot_that_was_killed_left_in_its_log_is_gone_after_the_next_start(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def do_nothing(*_: object) -> None:
        return

    rig = await open_rig(folder / "gauntlet.db")
    await furnish(rig)
    monkeypatch.setattr(rig.database, "forget_deleted", do_nothing)
    await rig.erasure.erase(PERSON)
    killed = folder.with_name("killed")
    killed.mkdir()
    for path in folder.iterdir():
        (killed / path.name).write_bytes(path.read_bytes())
    await rig.close()
    assert places_of(PERSON, killed)
    rig = await open_rig(killed / "gauntlet.db", rig.time)
    assert places_of(PERSON, killed) == {}
    await rig.close()


async def test_a_server_has_nothing_to_forget(rig: ArenaRig) -> None:
    await rig.database.forget_deleted()
