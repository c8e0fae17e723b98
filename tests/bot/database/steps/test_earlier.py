"""Databases of earlier commits are brought up to date, and the bot goes on where it stopped."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bench.rig.manual_time import ManualTime
from bot.cli import recount
from bot.duels.duel import Status
from tests.support.arenas import (
    ANN,
    BEN,
    CLEO,
    GUILD,
    ArenaRig,
    open_rig,
    resigned,
)
from tests.support.databases import rows
from tests.support.steps.catalogue import definitions
from tests.support.steps.earlier import COMMITS, plant

LATER = 1_000_400.0
EARLIER = [
    pytest.param(
        kind, commit, marks=[pytest.mark.outside] if kind == "postgresql" else [], id=f"{commit}-{kind}"
    )
    for kind, commits in COMMITS.items()
    for commit in commits
]
DROPPED = ("people", "blocks_all")
GROWING = {"guilds", "notes", "alembic_version"}
"""Tables to which the steps themselves add rows."""


async def everything(address: str, columns: dict[str, list[str]]) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of all tables, in columns that they have before and after."""
    found = {}
    for table, names in columns.items():
        listed = ", ".join(f'"{name}"' for name in names if (table, name) != DROPPED)
        found[table] = sorted(await rows(address, f"SELECT {listed} FROM {table}"), key=repr)  # noqa: S608
    return found


async def columns_of(address: str) -> dict[str, list[str]]:
    if address.startswith("sqlite"):
        query = (
            "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'"
        )
    else:
        query = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
    found: dict[str, list[str]] = {}
    for table, column in await rows(address, query):
        found.setdefault(table, []).append(column)
    return found


@asynccontextmanager
async def playing(address: str) -> AsyncIterator[ArenaRig]:
    rig = await open_rig(address, ManualTime(LATER))
    try:
        yield rig
    finally:
        await rig.close()


@pytest.mark.parametrize(("kind", "commit"), EARLIER)
async def test_the_tables_become_those_of_a_new_database_and_keep_every_row(
    kind: str, commit: str, bare: str, fresh: dict[str, Any]
) -> None:
    await plant(bare, commit)
    columns = await columns_of(bare)
    before = await everything(bare, columns)
    assert before["duels"]
    assert before["picks"]
    assert await definitions(bare) == fresh, kind
    after = await everything(bare, columns)
    for table, kept in before.items():
        if table in GROWING:
            assert table == "alembic_version" or {*kept} <= {*after[table]}
        else:
            assert after[table] == kept


@pytest.mark.parametrize(("kind", "commit"), EARLIER)
async def test_its_duels_go_on_and_its_ratings_are_right(kind: str, commit: str, bare: str) -> None:
    await plant(bare, commit)
    async with playing(bare) as rig:
        ids = dict(await rows(bare, "SELECT status, id FROM duels WHERE status IN ('live', 'challenge')"))
        live = await rig.arena.pick(ids["live"], BEN, "4", 2)
        assert (await rig.saved(live)).match == live.match, kind
        assert await rows(bare, f"SELECT count(*) FROM picks WHERE duel = {live.id}") == [(4,)]  # noqa: S608
        assert (await resigned(rig.arena, live.id, BEN)).changes is not None
        assert (await rig.arena.accept(ids["challenge"], BEN, 77)).status is Status.LIVE
        assert await rig.storage.blocks(ANN, CLEO)
        assert await rig.storage.note("evening") == "kept"
        assert (GUILD,) in await rows(bare, "SELECT id FROM guilds")
    assert await recount(bare) == "Counted 4 duels of 1 server again: nothing differed."
