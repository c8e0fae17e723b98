"""How many requests a duel makes to a server: each takes time, also if the server has little to do."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest

from bot.database.postgres.pool import SIZE
from bot.storage import queries
from tests.support.arenas import ANN, BEN, GUILD, ArenaRig, under_way
from tests.support.databases import Request

PATIENCE = 10.0


async def test_a_duel_takes_few_requests(rig: ArenaRig, requests: list[Request]) -> None:
    async def made_by(work: Awaitable[Any]) -> int:
        requests.clear()
        await work
        return len(requests)

    async def duel() -> tuple[int, int, int]:
        challenging = await made_by(rig.challenge())
        offer = (await rig.storage.open_of(ANN, GUILD))[0]
        accepting = await made_by(rig.arena.accept(offer, BEN, 77))
        await under_way(rig.arena, offer)
        return challenging, accepting, await made_by(rig.arena.resign(offer, BEN))

    await duel()  # makes all connections
    challenges, accepts, ends = await duel()
    begin, check, change, commit = 1, 1, 1, 1
    recent = blocks = 1
    between = len(("ratings", "meetings", "record"))
    assert challenges == recent + blocks + between + begin + check + change + commit
    assert accepts == check + begin + check + change + commit
    end, waiting, before = begin + change + commit, 1, len(("ratings", "meetings"))
    counted = len(("number", "results", "ratings"))
    assert ends == end + begin + waiting + before + counted + commit


async def test_who_fails_while_reading_gives_back_what_they_had(rig: ArenaRig) -> None:
    async def fail() -> None:
        async with rig.database.reading() as connection:
            await connection.execute(queries.GUILD, {"of_duel": 1})
            raise ZeroDivisionError

    async with asyncio.timeout(PATIENCE):
        for _ in range(2 * SIZE):
            with pytest.raises(ZeroDivisionError):
                await fail()
        assert await rig.storage.guild_of(1) is None
