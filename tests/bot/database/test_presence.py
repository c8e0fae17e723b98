"""Who may run on one PostgreSQL server at the same time: each shard once, with one number of shards."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import text

from bot.database import Database, Unusable, open_database
from bot.process.shards import EVERYTHING, Shards
from bot.storage.picks import Entry, Pick, append
from tests.support.databases import rows
from tests.support.postgres.proxy import in_front_of

FIRST_OF_TWO, SECOND_OF_TWO = Shards((0,), 2), Shards((1,), 2)
Open = Callable[..., Awaitable[Database]]


@pytest.fixture
async def start(postgresql: str) -> AsyncIterator[Open]:
    """Opens the database as a process does."""
    async with AsyncExitStack() as stack:

        async def opened(
            shards: Shards | None = None, *, exclusive: bool = False, address: str = postgresql
        ) -> Database:
            database = await open_database(address, shards=shards, exclusive=exclusive)
            stack.push_async_callback(database.close)
            return database

        yield opened


async def write(database: Database) -> None:
    async with database.writing() as connection:
        await connection.execute(text("UPDATE duels SET reminded = reminded"))


async def pick(database: Database) -> None:
    """Saves a pick of a duel that is not there."""
    assert await append(database, [Entry(1, (Pick(1, 1, 0, "7", 1.0, closes=False),))]) == [False]


async def test_two_processes_with_different_shards_share_a_server(start: Open) -> None:
    for shards in (FIRST_OF_TWO, SECOND_OF_TWO):
        await write(await start(shards))


@pytest.mark.parametrize("shards", [EVERYTHING, FIRST_OF_TWO, Shards((0, 2), 3)])
async def test_the_same_shard_twice_is_refused(start: Open, shards: Shards) -> None:
    await start(shards)
    with pytest.raises(
        Unusable, match=r"^Another Gauntlet (is running|runs shard 0.*) on this database\. Stop"
    ):
        await start(Shards(shards.ids[:1], shards.count))


@pytest.mark.parametrize(("first", "second"), [(FIRST_OF_TWO, Shards((1,), 3)), (EVERYTHING, SECOND_OF_TWO)])
async def test_another_number_of_shards_is_refused(start: Open, first: Shards, second: Shards) -> None:
    await start(first)
    with pytest.raises(Unusable, match=f"would have {second.count} shards: to change the number, stop all"):
        await start(second)


async def test_a_shard_is_free_again_after_its_process_has_ended(start: Open) -> None:
    await (await start(EVERYTHING)).close()
    await start(EVERYTHING)


async def test_who_was_refused_leaves_no_lock(start: Open) -> None:
    first = await start(FIRST_OF_TWO)
    with pytest.raises(Unusable):
        await start(Shards((2, 0), 3))
    await first.close()
    await start(Shards((0, 1, 2), 3))


@pytest.mark.parametrize("order", [(None, EVERYTHING), (EVERYTHING, None)])
async def test_a_bot_and_a_command_that_rewrites_everything_exclude_each_other(
    start: Open, order: tuple[Shards | None, Shards | None]
) -> None:
    await start(order[0], exclusive=order[0] is None)
    with pytest.raises(Unusable, match="Another Gauntlet is running"):
        await start(order[1], exclusive=order[1] is None)


async def test_a_process_does_not_lock_itself_out_with_a_connection_that_went_silent(
    start: Open, postgresql: str
) -> None:
    async with in_front_of(postgresql) as (proxy, address):
        database = await start(EVERYTHING, address=address)
        proxy.silence_old()
        await pick(database)
        async with asyncio.timeout(5):
            for _ in range(2):
                try:
                    await write(database)
                    break
                except TimeoutError:
                    continue
        assert database.trouble is None
        held = "SELECT count(DISTINCT pid) FROM pg_locks WHERE locktype = 'advisory'"
        assert await rows(postgresql, held) == [(1,)]


async def test_a_process_whose_shard_was_taken_during_an_outage_saves_nothing_more_and_says_so(
    start: Open, postgresql: str
) -> None:
    async with in_front_of(postgresql) as (proxy, address):
        database = await start(EVERYTHING, address=address)
        await rows(
            postgresql, "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory'"
        )
        other = await start(EVERYTHING)
        proxy.cut()
        for attempt in (pick(database), write(database)):
            with pytest.raises(Unusable):
                await attempt
        for said in (database.trouble, await database.probe()):
            assert said is not None
            assert said.startswith("Nothing is saved any more. Another Gauntlet is running")
        await write(other)
        await other.close()
        await write(database)
        assert database.trouble is None


async def test_a_process_that_heard_nothing_of_its_lost_locks_asks_before_it_writes_over_a_new_connection(
    start: Open, postgresql: str
) -> None:
    async with in_front_of(postgresql) as (proxy, address):
        database = await start(EVERYTHING, address=address)
        proxy.silence_old()
        await rows(
            postgresql, "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory'"
        )
        await start(EVERYTHING)
        with pytest.raises(Unusable, match="Another Gauntlet is running"):
            await write(database)
