"""Picks and ends on PostgreSQL: few requests, and the same outcome whoever else is at work."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Sequence
from dataclasses import replace
from typing import Any

import asyncpg
import pytest

from bot.database.postgres.append import append
from bot.duels.duel import Ending, Reason, Status
from bot.storage.entries import Entry, Pick
from games.engine import Seat
from tests.support.arenas import ArenaRig
from tests.support.databases import rows, server_link

PATIENCE = 10.0
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"
TOKENS = "SELECT turn, seat, token FROM picks ORDER BY turn, seat"
ENDS = "SELECT status, winner, reason, ended, untold FROM duels"
OF_DRIVER = ("typeinfo", "jit")
"""What the driver asks by itself, once per connection, is about these."""
LIVE, WON = ("live", None, None, None, None), ("won", 1, "rules", 5.0, True)


@pytest.fixture
async def duel(rig: ArenaRig) -> int:
    return (await rig.duel()).id


@pytest.fixture
async def link(postgresql: str) -> AsyncIterator[asyncpg.Connection]:
    async with server_link(postgresql) as opened:
        yield opened


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


async def sent(link: asyncpg.Connection, entries: Sequence[Entry]) -> int:
    """Appends entries that nobody contradicts, and says with how many requests."""
    requests: list[str] = []
    with link.query_logger(lambda asked: requests.append(asked.query)):
        assert await append(link, entries) == [True] * len(entries)
        await asyncio.sleep(0)  # they are logged soon, not at once
    return len([each for each in requests if not any(word in each for word in OF_DRIVER)])


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
async def test_an_entry_is_one_request(
    link: asyncpg.Connection, duel: int, postgresql: str, make: Any, tokens: tuple[str, ...]
) -> None:
    assert await sent(link, [make(duel, *tokens)]) == 1
    assert await rows(postgresql, TOKENS) == [(1, seat, token) for seat, token in enumerate(tokens)]
    details = await rows(postgresql, "SELECT at, closes FROM picks ORDER BY seat")
    assert details == [(1.5, False), (1.5, True)][: len(tokens)]
    assert await rows(postgresql, ENDS) == [WON if make is end else LIVE]


async def test_an_end_without_a_pick_is_one_request(
    link: asyncpg.Connection, duel: int, postgresql: str
) -> None:
    assert await sent(link, [end(duel)]) == 1
    assert await rows(postgresql, ENDS) == [WON]


@pytest.mark.parametrize("entry", [("7",), ("7", "5")])
async def test_who_is_not_heard_finds_their_own_entry(
    link: asyncpg.Connection, duel: int, postgresql: str, entry: tuple[str, ...]
) -> None:
    """The answer was lost with the connection, and the same entry is sent again."""
    for make in (picks, end):
        for _ in range(2):
            assert await append(link, [make(duel, *entry)]) == [True]
    assert await rows(postgresql, ENDS) == [WON]


async def test_another_pick_is_refused_and_the_first_one_stays(
    link: asyncpg.Connection, duel: int, postgresql: str
) -> None:
    await append(link, [picks(duel, "7")])
    assert await append(link, [picks(duel, "8")]) == [False]
    assert await rows(postgresql, TOKENS) == [(1, 0, "7")]


@pytest.mark.parametrize("tokens", [("8",), ("8", "5")])
async def test_an_end_whose_pick_is_contradicted_is_refused(
    link: asyncpg.Connection, duel: int, postgresql: str, tokens: tuple[str, ...]
) -> None:
    await append(link, [picks(duel, "7")])
    assert await append(link, [end(duel, *tokens)]) == [False]
    assert (await rows(postgresql, TOKENS))[0] == (1, 0, "7")
    assert await rows(postgresql, ENDS) == [LIVE]


@pytest.mark.parametrize("make", [picks, end])
async def test_nothing_is_added_to_a_duel_that_is_over(
    link: asyncpg.Connection, duel: int, postgresql: str, make: Any
) -> None:
    await append(link, [end(duel)])
    assert await append(link, [replace(make(duel, "7"), status=Status.VOID)]) == [False]
    assert await rows(postgresql, TOKENS) == []
    assert await rows(postgresql, ENDS) == [WON]


@pytest.mark.parametrize("make", [picks, end])
async def test_a_duel_that_ends_at_the_same_moment_takes_nothing_more(
    link: asyncpg.Connection, other: asyncpg.Connection, duel: int, postgresql: str, make: Any
) -> None:
    ending = f"UPDATE duels SET status = 'void', reason = 'unheard' WHERE id = {duel}"  # noqa: S608
    assert await while_locked(other, ending, append(link, [make(duel, "7")])) == [False]
    assert await rows(postgresql, TOKENS) == []
    assert await rows(postgresql, "SELECT status FROM duels") == [("void",)]


@pytest.mark.parametrize("make", [picks, end])
async def test_another_change_of_the_duel_at_the_same_moment_stays(
    link: asyncpg.Connection, other: asyncpg.Connection, duel: int, postgresql: str, make: Any
) -> None:
    change = f"UPDATE duels SET reminded = 4 WHERE id = {duel}"  # noqa: S608
    assert await while_locked(other, change, append(link, [make(duel, "7")])) == [True]
    assert await rows(postgresql, TOKENS) == [(1, 0, "7")]
    assert await rows(postgresql, "SELECT status, reminded FROM duels") == [
        ("won" if make is end else "live", 4)
    ]


@pytest.mark.parametrize("saved", ["7", "8"])
async def test_a_pick_that_another_process_saves_at_the_same_moment_counts(
    link: asyncpg.Connection, other: asyncpg.Connection, duel: int, postgresql: str, saved: str
) -> None:
    """It ends the duel only if it is the very same pick."""
    pick = f"INSERT INTO picks VALUES ({duel}, 1, 0, '{saved}', 1.5, FALSE)"  # noqa: S608
    assert await while_locked(other, pick, append(link, [end(duel, "7")])) == [saved == "7"]
    assert await rows(postgresql, TOKENS) == [(1, 0, saved)]
    assert await rows(postgresql, ENDS) == [WON if saved == "7" else LIVE]


async def test_of_two_ends_at_the_same_moment_one_is_saved(
    link: asyncpg.Connection, other: asyncpg.Connection, duel: int, postgresql: str
) -> None:
    first, second = end(duel, "7", winner=0), end(duel, "7", "5")
    second = replace(second, ending=Ending(1, Reason.RULES, 6.0))
    saved = await asyncio.gather(append(link, [first]), append(other, [second]))
    assert sorted(saved) == [[False], [True]]
    tokens = [(1, 0, "7")] if saved[0] == [True] else [(1, 0, "7"), (1, 1, "5")]
    assert await rows(postgresql, TOKENS) == tokens
