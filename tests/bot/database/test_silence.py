"""A server that goes silent: nobody waits for it for long, and what happened is found out afterwards."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable
from functools import partial

import pytest
from sqlalchemy import text

from bench.rig.postgres import Postgres
from bot.database import Unusable
from bot.database.postgres.connection import is_lost
from bot.database.postgres.server import PostgresServer
from bot.duels.duel import Status
from bot.storage.picks import Entry, Pick, append
from tests.support.arenas import ANN, BEN, TEN, ArenaRig, open_rig, under_way
from tests.support.databases import rows
from tests.support.postgres.proxy import Proxy, in_front_of

SOON = 4.0
"""Seconds; nothing may hang for longer. A person waits for three."""
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"


@pytest.fixture
async def proxied(postgresql: str) -> AsyncIterator[tuple[Proxy, ArenaRig]]:
    async with in_front_of(postgresql) as (proxy, address):
        rig = await open_rig(address)
        yield proxy, rig
        proxy.resume()
        await rig.close()


@pytest.fixture
def proxy(proxied: tuple[Proxy, ArenaRig]) -> Proxy:
    return proxied[0]


@pytest.fixture
def rig(proxied: tuple[Proxy, ArenaRig]) -> ArenaRig:
    return proxied[1]


async def fails_soon(work: Awaitable[object]) -> None:
    done, _ = await asyncio.wait([asyncio.ensure_future(work)], timeout=2 * SOON)  # on a busy machine
    assert done, "it hangs"
    problem = done.pop().exception()
    assert problem is not None
    assert is_lost(problem), repr(problem)


async def test_a_pick_is_saved_over_a_new_connection_when_the_old_one_is_silent(
    proxy: Proxy, rig: ArenaRig
) -> None:
    duel = await rig.duel()
    proxy.silence_old()
    async with asyncio.timeout(SOON):
        duel = await rig.arena.pick(duel.id, ANN, "7", 1)
    assert duel.match is not None
    assert duel.match.waiting == ((await rig.saved(duel)).match or duel.match).waiting
    assert rig.database.trouble is None


async def test_a_pick_that_was_saved_unheard_counts_once(proxy: Proxy, rig: ArenaRig) -> None:
    duel = await rig.duel()
    proxy.silence_answers(new=False)
    async with asyncio.timeout(SOON):
        await rig.arena.pick(duel.id, ANN, "7", 1)
    assert len((await rig.saved(duel)).match.sealed) == 2  # type: ignore[union-attr]


@pytest.mark.parametrize("silence", ["silence_old", "silence_answers", "silence_all"])
async def test_every_way_to_the_database_gives_up_soon(proxy: Proxy, rig: ArenaRig, silence: str) -> None:
    async def transact() -> None:
        async with rig.database.writing() as connection:
            await connection.execute(text("SELECT 1"))

    async def read() -> None:
        async with rig.database.reading() as connection:
            await connection.execute(text("SELECT 1"))

    await transact()
    await read()
    await rig.storage.guild_of(1)
    proxy.silence_all()
    getattr(proxy, silence)()
    ways = (transact(), read(), rig.storage.guild_of(1), rig.storage.remind(1, 1))
    await asyncio.gather(*map(fails_soon, ways))
    assert rig.database.trouble is not None


async def test_work_resumes_at_once_when_new_connections_work(proxy: Proxy, rig: ArenaRig) -> None:
    """All idle connections are dead after the first one was found to be, so only one person has to wait."""
    await asyncio.gather(*(rig.storage.guild_of(number) for number in range(8)))
    proxy.silence_old()
    await fails_soon(rig.storage.guild_of(1))
    async with asyncio.timeout(1.0):
        await asyncio.gather(*(rig.storage.guild_of(number) for number in range(8)))
    assert rig.database.trouble is None


async def test_the_probe_says_within_seconds_that_the_server_is_silent_and_that_it_is_back(
    proxy: Proxy, rig: ArenaRig
) -> None:
    assert await rig.database.probe() is None
    proxy.silence_all()
    async with asyncio.timeout(3.0):
        assert await rig.database.probe() == "The database can't be reached at the moment."
    proxy.resume()
    assert await rig.database.probe() is None
    assert rig.database.trouble is None


async def test_the_probe_does_not_wait_for_a_writer(rig: ArenaRig) -> None:
    async with rig.database.writing():
        assert await rig.database.probe() is None


async def test_the_probe_names_a_server_that_takes_no_changes(
    proxy: Proxy, rig: ArenaRig, server: Postgres
) -> None:
    server.execute("ALTER DATABASE test SET default_transaction_read_only = on")
    try:
        proxy.cut()
        assert "read-only" in str(await rig.database.probe())
    finally:
        server.execute("ALTER DATABASE test RESET ALL")


@pytest.mark.parametrize("silence", ["silence_all", "silence_answers"])
async def test_closing_ends_soon_while_the_server_is_silent(postgresql: str, silence: str) -> None:
    async with in_front_of(postgresql) as (proxy, address):
        rig = await open_rig(address)
        duel = await rig.duel()
        proxy.silence_all()
        getattr(proxy, silence)()
        hanging = [
            asyncio.create_task(rig.arena.pick(duel.id, ANN, "7", 1)),
            asyncio.create_task(rig.storage.told(duel.id)),
        ]
        await asyncio.sleep(0)
        async with asyncio.timeout(8.0):
            await rig.close()
        await asyncio.gather(*hanging, return_exceptions=True)


async def test_what_a_lost_connection_began_is_ended_before_a_new_one_is_used(
    proxy: Proxy, rig: ArenaRig, postgresql: str
) -> None:
    """It holds locks on the server that nobody would free otherwise."""
    duel = await under_way(rig.arena, (await rig.duel()).id)

    async def hang() -> None:
        async with rig.database.writing() as connection:
            await connection.execute(text("UPDATE duels SET reminded = reminded"))
            proxy.silence_old()
            await connection.execute(text("SELECT 1"))

    await fails_soon(hang())
    async with asyncio.timeout(SOON):
        await rig.arena.resign(duel.id, ANN)
    assert await rows(postgresql, "SELECT status FROM duels") == [("won",)]
    left = "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"
    assert await rows(postgresql, left) == [(0,)]


async def turn_completed_unheard(proxy: Proxy, rig: ArenaRig) -> int:
    """The server saves the pick that completes a turn, but nobody hears of it before the silence ends."""
    duel = await rig.duel()
    await rig.arena.pick(duel.id, ANN, "7", 1)
    proxy.silence_answers()
    await fails_soon(rig.arena.pick(duel.id, BEN, "5", 1))
    proxy.resume()
    return duel.id


async def test_a_turn_that_began_unheard_has_a_deadline_and_is_shown(proxy: Proxy, rig: ArenaRig) -> None:
    duel = await turn_completed_unheard(proxy, rig)
    told = len(rig.recorded.changes)
    await rig.pass_time(2)
    assert [change.match.turn for change in rig.recorded.changes[told:]] == [2]  # type: ignore[union-attr]
    await rig.pass_time(10_000)
    assert (await rig.arena.duel(duel)).status is Status.VOID


async def test_an_end_that_was_saved_unheard_is_told_and_rated(proxy: Proxy, rig: ArenaRig) -> None:
    duel = await under_way(rig.arena, (await rig.duel()).id)
    proxy.silence_answers_to(b"COMMIT")
    await fails_soon(rig.arena.resign(duel.id, ANN))
    proxy.resume()
    await rig.pass_time(2)
    last = rig.recorded.changes[-1]
    assert last.status is Status.WON
    assert last.changes is not None


async def test_an_acceptance_that_was_saved_unheard_begins_the_duel(proxy: Proxy, rig: ArenaRig) -> None:
    offer = await rig.challenge()
    await rig.arena.place(offer.id, 20, 99)
    proxy.silence_answers_to(b"COMMIT")
    await fails_soon(rig.arena.accept(offer.id, BEN, 77))
    proxy.resume()
    await rig.pass_time(2)
    assert rig.recorded.changes[-1].status is Status.LIVE
    await rig.pass_time(10_000)
    assert (await rig.arena.duel(offer.id)).status is Status.VOID


async def test_the_computer_answers_a_duel_that_began_unheard(proxy: Proxy, rig: ArenaRig) -> None:
    """It would have moved at once; half of the time it moves first."""
    offer = await rig.challenge(TEN, None)
    await rig.arena.place(offer.id, 20, 99)
    await rig.pass_time(10_000)
    proxy.silence_answers_to(b"COMMIT")
    await fails_soon(rig.arena.play_computer(offer.id, ANN, "oracle", 9, 78))
    proxy.resume()
    await rig.pass_time(2)
    duel = await rig.arena.duel(offer.id)
    assert duel.status is Status.LIVE
    assert duel.match is not None
    assert duel.rival_seat() not in duel.match.waiting


async def test_a_challenge_that_nobody_was_shown_is_withdrawn(
    proxy: Proxy, rig: ArenaRig, postgresql: str
) -> None:
    proxy.silence_answers_to(b"COMMIT")
    await fails_soon(rig.challenge())
    proxy.resume()
    assert await rows(postgresql, "SELECT status FROM duels") == [("challenge",)]
    await rig.pass_time(2)
    assert await rows(postgresql, "SELECT status FROM duels") == [("withdrawn",)]


async def test_a_deadline_that_falls_into_the_silence_is_kept_afterwards(proxy: Proxy, rig: ArenaRig) -> None:
    duel = await under_way(rig.arena, (await rig.duel()).id)
    await rig.arena.pick(duel.id, ANN, "7", 2)
    proxy.silence_all()
    async with asyncio.timeout(3 * SOON):
        await rig.pass_time(10_000)
    proxy.resume()
    await rig.pass_time(60)
    found = await rig.arena.duel(duel.id)
    assert (found.status, found.winner) == (Status.WON, ANN)


async def test_a_late_statement_of_a_frozen_connection_changes_nothing(
    proxy: Proxy, rig: ArenaRig, postgresql: str
) -> None:
    """The server gets to it only after the bot has given it up and people have gone on."""
    duel = await rig.duel()
    proxy.silence_all()
    await fails_soon(rig.arena.pick(duel.id, ANN, "7", 1))
    proxy.resume()
    await rig.arena.pick(duel.id, ANN, "5", 1)
    proxy.resume(old=True)
    await rig.arena.pick(duel.id, BEN, "9", 1)
    assert await rows(postgresql, "SELECT token FROM picks ORDER BY token") == [("5",), ("9",)]


async def test_a_deadlock_is_repeated_and_is_no_outage(
    rig: ArenaRig, caplog: pytest.LogCaptureFixture
) -> None:
    """Both wait for each other; the server undoes the one that began to wait first: the picks."""
    other = await rig.arena.accept((await rig.challenge(by=3, challenged=4)).id, 4, 78)
    first, second = sorted([(await rig.duel()).id, other.id])
    entries = [Entry(duel, (Pick(duel, 1, 0, "7", 1.0, closes=False),)) for duel in (first, second)]
    touch = text("UPDATE duels SET reminded = 1 WHERE id = :duel")
    async with rig.database.writing() as connection:
        await connection.execute(touch, {"duel": second})
        appending = asyncio.create_task(
            rig.database.repeated(partial(append, rig.database, entries), if_lost=True)
        )
        while not (await connection.execute(text(WAITING))).scalar():
            await asyncio.sleep(0.01)
        await connection.execute(touch, {"duel": first})
    assert await appending == [True, True]
    assert rig.database.trouble is None
    assert "can't be reached" not in caplog.text


async def test_a_server_that_is_not_there_yet_is_waited_for_with_one_line(
    postgresql: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with in_front_of(postgresql) as (proxy, address):
        proxy.silence_all()
        caplog.set_level(logging.WARNING)
        opening = asyncio.create_task(PostgresServer.open(address))
        while proxy.made < 2:
            await asyncio.sleep(0.02)
        proxy.cut()
        proxy.resume()
        await (await opening).close()
    assert [line.getMessage()[:37] for line in caplog.records] == ["waiting up to 30 s for the database: "]


async def test_nobody_waits_for_a_database_that_does_not_exist(postgresql: str) -> None:
    with pytest.raises(Unusable, match="does not exist"):
        async with asyncio.timeout(SOON):
            await PostgresServer.open(postgresql.replace("/test", "/nowhere"))
