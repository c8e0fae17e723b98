"""Poolers in front of a server: one that shares sessions is refused, one that keeps them works."""

import pytest

from bot.database import Unusable, open_database
from bot.process.shards import EVERYTHING
from tests.support.arenas import (
    ANN,
    open_rig,
    resigned,
)
from tests.support.databases import rows
from tests.support.postgres.pgbouncer import pooler

LEFT = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"


@pytest.mark.parametrize("size", [1, 2, 20])
@pytest.mark.parametrize("mode", ["transaction", "statement"])
async def test_a_pooler_that_shares_sessions_is_refused_in_a_sentence_and_nothing_is_left_in_it(
    postgresql: str, mode: str, size: int
) -> None:
    with pooler(postgresql, mode, size) as address:
        for exclusive in (False, True):
            with pytest.raises(Unusable, match=r"transaction pooler .* Set DATABASE_DIRECT_URL") as problem:
                await open_database(address, shards=EVERYTHING, exclusive=exclusive)
            assert "\n" not in str(problem.value)
        assert await rows(postgresql, LEFT) == [(0,)]
        assert await rows(postgresql, "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'") == [
            (0,)
        ]


async def test_a_pooler_that_keeps_sessions_works_without_complaint(postgresql: str) -> None:
    with pooler(postgresql, "session", 30) as address:
        rig = await open_rig(address)
        duel = await rig.duel()
        await resigned(rig.arena, duel.id, ANN)
        assert await rig.database.probe() is None
        await rig.close()
        await (await open_database(address, exclusive=True)).close()


async def test_a_server_without_a_pooler_is_not_taken_for_one(postgresql: str) -> None:
    for _ in range(5):
        await (await open_database(postgresql, shards=EVERYTHING)).close()
