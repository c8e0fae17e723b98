"""Picks and ends: the same outcome on both databases, whoever else is at work, with few requests."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from dataclasses import replace
from typing import Any

import asyncpg
import pytest

from bot.database import Database, open_database
from bot.duels.duel import Ending, Reason, Status
from bot.storage.picks import Entry, Pick, append
from games.engine import Seat
from tests.support.arenas import ArenaRig, open_rig
from tests.support.databases import Request, rows, server_link

PATIENCE = 10.0
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"
TOKENS = "SELECT turn, seat, token FROM picks ORDER BY turn, seat"
ENDS = "SELECT status, winner, reason, ended, untold FROM duels"
LIVE, WON = ("live", None, None, None, None), ("won", 1, "rules", 5.0, True)


@pytest.fixture
async def duel(rig: ArenaRig) -> int:
    return (await rig.duel()).id


@pytest.fixture
def database(rig: ArenaRig) -> Database:
    return rig.database


@pytest.fixture
async def shared(postgresql: str) -> AsyncIterator[ArenaRig]:
    """On a server, which another process uses too."""
    rig = await open_rig(postgresql)
    yield rig
    await rig.close()


@pytest.fixture
async def other(postgresql: str) -> AsyncIterator[asyncpg.Connection]:
    """The connection of another process."""
    async with server_link(postgresql) as opened:
        yield opened


def picks(duel: int, *tokens: str) -> Entry:
    """Picks of the first turn, seat by seat."""
    made = (Pick(duel, 1, seat, token, 1.5, closes=seat == 1) for seat, token in enumerate(tokens))
    return Entry(duel, tuple(made))


def end(duel: int, *tokens: str, winner: Seat = 1) -> Entry:
    return replace(picks(duel, *tokens), status=Status.WON, ending=Ending(winner, Reason.RULES, 5.0))


async def while_locked(other: asyncpg.Connection, command: str, waiting: Awaitable[list[bool]]) -> list[bool]:
    """Executes a command in another process and commits it once somebody waits for it."""
    async with asyncio.timeout(PATIENCE):
        async with other.transaction():
            await other.execute(command)
            task = asyncio.ensure_future(waiting)
            while not await other.fetchval(WAITING):
                await asyncio.sleep(0.01)
        return await task


@pytest.mark.parametrize("make", [picks, end])
@pytest.mark.parametrize("tokens", [("7",), ("7", "5")])
async def test_an_entry_is_saved_as_it_is(
    database: Database, duel: int, address: str, make: Any, tokens: tuple[str, ...]
) -> None:
    assert await append(database, [make(duel, *tokens)]) == [True]
    assert await rows(address, TOKENS) == [(1, seat, token) for seat, token in enumerate(tokens)]
    details = await rows(address, "SELECT at, closes FROM picks ORDER BY seat")
    assert details == [(1.5, False), (1.5, True)][: len(tokens)]
    assert await rows(address, ENDS) == [WON if make is end else LIVE]


async def test_the_moment_of_a_pick_keeps_all_its_digits(database: Database, duel: int, address: str) -> None:
    moment = 1_795_053_233.4912345
    assert await append(database, [Entry(duel, (Pick(duel, 1, 0, "7", moment, closes=False),))]) == [True]
    assert await rows(address, "SELECT at FROM picks") == [(moment,)]


async def test_an_end_without_a_pick_is_saved(database: Database, duel: int, address: str) -> None:
    assert await append(database, [end(duel)]) == [True]
    assert await rows(address, ENDS) == [WON]


async def test_of_many_entries_each_gets_its_own_answer(
    rig: ArenaRig, database: Database, duel: int, address: str
) -> None:
    ending = (await rig.duel()).id
    await append(database, [picks(duel, "7")])
    entries = [picks(duel, "8"), end(ending, "1", "2"), picks(duel, "7", "5"), Entry(duel)]
    assert await append(database, entries) == [False, True, True, True]
    assert await rows(address, f"SELECT status FROM duels WHERE id = {ending}") == [("won",)]  # noqa: S608
    assert await rows(address, f"SELECT token FROM picks WHERE duel = {duel} ORDER BY seat") == [  # noqa: S608
        ("7",),
        ("5",),
    ]


@pytest.mark.parametrize("number", [1, 2, 50])
async def test_picks_that_are_saved_together_are_one_request(
    shared: ArenaRig, requests: list[Request], number: int
) -> None:
    duel = (await shared.duel()).id
    await append(shared.database, [picks(duel, "7")])  # makes a connection
    requests.clear()
    made = [Entry(duel, (Pick(duel, turn, 0, "7", 1.5, closes=False),)) for turn in range(2, 2 + number)]
    assert await append(shared.database, made) == [True] * number
    assert len(requests) == 1


@pytest.mark.parametrize("entry", [("7",), ("7", "5")])
async def test_who_is_not_heard_finds_their_own_entry(
    database: Database, duel: int, address: str, entry: tuple[str, ...]
) -> None:
    """The answer was lost with the connection, and the same entry is sent again."""
    for make in (picks, end):
        for _ in range(2):
            assert await append(database, [make(duel, *entry)]) == [True]
    assert await rows(address, ENDS) == [WON]


async def test_another_pick_is_refused_and_the_first_one_stays(
    database: Database, duel: int, address: str
) -> None:
    await append(database, [picks(duel, "7")])
    assert await append(database, [picks(duel, "8")]) == [False]
    assert await rows(address, TOKENS) == [(1, 0, "7")]


@pytest.mark.parametrize("tokens", [("8",), ("8", "5")])
async def test_an_end_whose_pick_is_contradicted_is_refused(
    database: Database, duel: int, address: str, tokens: tuple[str, ...]
) -> None:
    await append(database, [picks(duel, "7")])
    assert await append(database, [end(duel, *tokens)]) == [False]
    assert (await rows(address, TOKENS))[0] == (1, 0, "7")
    assert await rows(address, ENDS) == [LIVE]


@pytest.mark.parametrize("make", [picks, end])
async def test_nothing_is_added_to_a_duel_that_is_over(
    database: Database, duel: int, address: str, make: Any
) -> None:
    await append(database, [end(duel)])
    assert await append(database, [replace(make(duel, "7"), status=Status.VOID)]) == [False]
    assert await rows(address, TOKENS) == []
    assert await rows(address, ENDS) == [WON]


async def test_a_duel_that_is_over_does_not_end_in_another_way(
    database: Database, duel: int, address: str
) -> None:
    await append(database, [end(duel)])
    resigned = replace(end(duel), ending=Ending(0, Reason.RESIGNED, 6.0))
    assert await append(database, [resigned]) == [False]
    assert await rows(address, ENDS) == [WON]


@pytest.mark.parametrize("make", [picks, end])
async def test_a_duel_that_ends_at_the_same_moment_takes_nothing_more(
    shared: ArenaRig, other: asyncpg.Connection, postgresql: str, make: Any
) -> None:
    duel = (await shared.duel()).id
    ending = f"UPDATE duels SET status = 'void', reason = 'unheard' WHERE id = {duel}"  # noqa: S608
    assert await while_locked(other, ending, append(shared.database, [make(duel, "7")])) == [False]
    assert await rows(postgresql, TOKENS) == []
    assert await rows(postgresql, "SELECT status FROM duels") == [("void",)]


@pytest.mark.parametrize("make", [picks, end])
async def test_another_change_of_the_duel_at_the_same_moment_stays(
    shared: ArenaRig, other: asyncpg.Connection, postgresql: str, make: Any
) -> None:
    duel = (await shared.duel()).id
    change = f"UPDATE duels SET reminded = 4 WHERE id = {duel}"  # noqa: S608
    assert await while_locked(other, change, append(shared.database, [make(duel, "7")])) == [True]
    assert await rows(postgresql, TOKENS) == [(1, 0, "7")]
    assert await rows(postgresql, "SELECT status, reminded FROM duels") == [
        ("won" if make is end else "live", 4)
    ]


@pytest.mark.parametrize("saved", ["7", "8"])
async def test_a_pick_that_another_process_saves_at_the_same_moment_counts(
    shared: ArenaRig, other: asyncpg.Connection, postgresql: str, saved: str
) -> None:
    """It ends the duel only if it is the very same pick."""
    duel = (await shared.duel()).id
    pick = f"INSERT INTO picks VALUES ({duel}, 1, 0, '{saved}', 1.5, FALSE)"  # noqa: S608
    assert await while_locked(other, pick, append(shared.database, [end(duel, "7")])) == [saved == "7"]
    assert await rows(postgresql, TOKENS) == [(1, 0, saved)]
    assert await rows(postgresql, ENDS) == [WON if saved == "7" else LIVE]


async def test_of_two_ends_at_the_same_moment_one_is_saved(shared: ArenaRig, postgresql: str) -> None:
    duel = (await shared.duel()).id
    first, second = end(duel, "7", winner=0), end(duel, "7", "5")
    second = replace(second, ending=Ending(1, Reason.RULES, 6.0))
    another = await open_database(postgresql)
    saved = await asyncio.gather(append(shared.database, [first]), append(another, [second]))
    await another.close()
    assert sorted(saved) == [[False], [True]]
    tokens = [(1, 0, "7")] if saved[0] == [True] else [(1, 0, "7"), (1, 1, "5")]
    assert await rows(postgresql, TOKENS) == tokens
