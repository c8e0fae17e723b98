"""Big reads run beside the loop: others go on, and who gives up stops the database too."""

import asyncio
import sqlite3
import threading

import pytest
from sqlalchemy import func, select, text

from bot.database.schema import notes
from bot.database.sqlite import BESIDE, FileLink, SqliteFile
from tests.support.arenas import ArenaRig

PATIENCE = 5.0
ENDLESS = text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")


async def read_endlessly(rig: ArenaRig) -> None:
    async with rig.database.reading_beside() as connection:
        await connection.execute(ENDLESS)


async def test_it_finds_what_any_other_reading_finds(rig: ArenaRig) -> None:
    for name in ("one", "two"):
        await rig.storage.set_note(name, name.upper())
    query = select(notes).where(notes.c.value.in_(["ONE", "TWO"])).order_by(notes.c.key)
    async with rig.database.reading() as plain, rig.database.reading_beside() as beside:
        assert await beside.execute(query) == await plain.execute(query)
        assert [*(await beside.execute(query)).mappings()] == [
            {"key": "one", "value": "ONE"},
            {"key": "two", "value": "TWO"},
        ]
        assert (await beside.execute(query.limit(1))).scalars() == ["one"]
        assert (await beside.execute(query.where(notes.c.key == "three"))).one_or_none() is None


async def test_the_loop_goes_on_and_who_gives_up_stops_the_read(on_sqlite: ArenaRig) -> None:
    reading = [asyncio.create_task(read_endlessly(on_sqlite)) for _ in range(2 * BESIDE)]
    async with asyncio.timeout(PATIENCE):
        for number in range(20):
            await on_sqlite.storage.set_note("one", str(number))
        assert await on_sqlite.storage.note("one") == "19"
        for task in reading:
            task.cancel()
        ended = await asyncio.gather(*reading, return_exceptions=True)
    assert {type(error) for error in ended} == {asyncio.CancelledError}
    async with asyncio.timeout(PATIENCE), on_sqlite.database.reading_beside() as connection:
        assert await connection.execute(select(notes.c.value).where(notes.c.key == "one")) == [("19",)]


async def test_who_gives_up_twice_still_waits_for_the_thread(on_sqlite: ArenaRig) -> None:
    """Else the connection would be given to somebody else while the thread uses it."""
    go_on = threading.Event()
    assert isinstance(on_sqlite.database, SqliteFile)
    async with on_sqlite.database.reading() as link:
        assert isinstance(link, FileLink)
        (reader,) = on_sqlite.database._reading
        await reader.create_function("slowly", 0, lambda: go_on.wait(PATIENCE))
    reading = asyncio.create_task(on_sqlite.database.execute(select(func.slowly())))
    for _ in range(3):
        await asyncio.sleep(0.02)
        reading.cancel()
    await asyncio.sleep(0.02)
    assert not reading.done()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await reading


async def test_only_a_few_read_at_a_time(on_sqlite: ArenaRig) -> None:
    inside = most = 0

    async def read() -> None:
        nonlocal inside, most
        async with on_sqlite.database.reading_beside() as connection:
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0.01)
            await connection.execute(select(notes))
            inside -= 1

    await asyncio.gather(*(read() for _ in range(20)))
    assert most == BESIDE


async def test_a_read_that_fails_makes_room_for_the_next(on_sqlite: ArenaRig) -> None:
    for _ in range(2 * BESIDE):
        with pytest.raises(Exception, match="no such table"):
            async with on_sqlite.database.reading_beside() as connection:
                await connection.execute(text("SELECT * FROM nowhere"))
    async with asyncio.timeout(PATIENCE), on_sqlite.database.reading_beside() as connection:
        await connection.execute(select(notes))


async def test_closing_the_database_waits_for_no_endless_read(
    on_sqlite: ArenaRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.database.usage.PATIENCE", 0.05)
    reading = asyncio.create_task(read_endlessly(on_sqlite))
    await on_sqlite.storage.set_note("one", "two")
    async with asyncio.timeout(PATIENCE):
        await on_sqlite.close()
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            await reading
