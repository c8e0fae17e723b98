"""A server that removes the bot is forgotten after the promised days, unless it comes back."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.database.schema import blocks, duels, metadata, people
from bot.duels.pace import DAY, PACES
from bot.privacy.texts import DAYS_AFTER_REMOVAL
from tests.support.arenas import (
    ANN,
    BEN,
    CHANNEL,
    GUILD,
    TEN,
    ArenaRig,
    open_rig,
    resigned,
)
from tests.support.finished_duels import FinishedDuel, insert_duels

OTHER = GUILD + 1
NOT_OF_SERVERS = {people, blocks, metadata.tables["notes"]}


@pytest.fixture(autouse=True)
def _small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.privacy.removed_guilds.CHUNK", 50)


async def fill(rig: ArenaRig) -> None:
    """Something in every table, in two servers."""
    await rig.removed_guilds.compare([GUILD, OTHER])
    for guild in (GUILD, OTHER):
        played = [FinishedDuel(ANN, BEN, 1000.0 * number, guild=guild) for number in range(1, 61)]
        await insert_duels(rig.database, played, first=guild * 10_000)
        await rig.ledger.recount(guild)
        await rig.settings.set_channels(guild, {CHANNEL})
        await rig.ledger.reset(guild, TEN.game.key, ANN, rig.time.now)
        arena = rig.arenas.arena(guild)
        duel = await arena.challenge(guild, BEN, TEN, PACES[0], rated=True, channel=CHANNEL)
        await arena.accept(duel.id, BEN, 77)
        await resigned(arena, duel.id, BEN)


async def remaining(rig: ArenaRig, guild: int) -> dict[str, int]:
    """How many rows each table still has of a server."""
    async with rig.database.reading() as connection:
        mine = select(duels.c.id).where(duels.c.guild == guild)
        ids = {*(await connection.execute(mine)).scalars()}
        found: dict[str, int] = {}
        for table in {*metadata.sorted_tables} - NOT_OF_SERVERS:
            rows = (await connection.execute(select(table))).mappings()
            found[table.name] = sum(_belongs(table.name, dict(row), guild, ids) for row in rows)
    return found


def _belongs(table: str, row: dict[str, Any], guild: int, ids: set[int]) -> bool:
    if table == "guilds":
        return bool(row["id"] == guild)
    return row.get("guild") == guild or row.get("duel") in ids


async def days_later(rig: ArenaRig, days: float) -> None:
    """Night after night."""
    for _ in range(int(days)):
        await rig.pass_time(DAY)
    await rig.pass_time((days - int(days)) * DAY)


async def test_after_the_promised_days_nothing_is_left_and_other_servers_keep_all(rig: ArenaRig) -> None:
    await fill(rig)
    kept = await remaining(rig, OTHER)
    await rig.removed_guilds.left(GUILD)
    await days_later(rig, DAYS_AFTER_REMOVAL - 1)
    assert (await remaining(rig, GUILD))["duels"] == 61
    await days_later(rig, 2)
    assert set((await remaining(rig, GUILD)).values()) == {0}
    assert await remaining(rig, OTHER) == kept
    assert kept["results"] == 122


async def test_whoever_comes_back_in_time_finds_everything_again(rig: ArenaRig) -> None:
    await fill(rig)
    before = await remaining(rig, GUILD)
    await rig.removed_guilds.left(GUILD)
    await days_later(rig, DAYS_AFTER_REMOVAL - 1)
    await rig.removed_guilds.joined(GUILD)
    await days_later(rig, DAYS_AFTER_REMOVAL + 1)
    assert await remaining(rig, GUILD) == before
    assert (await rig.settings.settings(GUILD)).channels == {CHANNEL}


@pytest.mark.parametrize("noticed", ["joined", "compared"])
async def test_whoever_comes_back_too_late_begins_anew(rig: ArenaRig, noticed: str) -> None:
    await fill(rig)
    await rig.removed_guilds.left(GUILD)
    rig.time.now += (DAYS_AFTER_REMOVAL + 1) * DAY
    if noticed == "joined":
        await rig.removed_guilds.joined(GUILD)
    else:
        await rig.removed_guilds.compare([GUILD, OTHER])
    left = await remaining(rig, GUILD)
    assert left.pop("guilds") == 1
    assert set(left.values()) == {0}
    await days_later(rig, DAYS_AFTER_REMOVAL + 1)
    assert (await remaining(rig, GUILD))["guilds"] == 1


async def test_the_days_count_from_the_first_removal_that_was_noticed(rig: ArenaRig) -> None:
    await fill(rig)
    await rig.removed_guilds.left(GUILD)
    await days_later(rig, DAYS_AFTER_REMOVAL - 1)
    await rig.removed_guilds.left(GUILD)
    await days_later(rig, 2)
    assert set((await remaining(rig, GUILD)).values()) == {0}


async def test_servers_that_are_gone_at_the_start_are_noticed_once(rig: ArenaRig) -> None:
    departures = rig.removed_guilds
    assert await departures.compare([GUILD, OTHER]) == set()
    assert await departures.compare([OTHER]) == {GUILD}
    await departures.left(GUILD)
    assert await departures.compare([OTHER]) == set()


async def test_the_deletion_goes_on_after_a_restart(address: str) -> None:
    rig = await open_rig(address)
    await fill(rig)
    await rig.removed_guilds.left(GUILD)
    rig.time.now += (DAYS_AFTER_REMOVAL + 1) * DAY
    await rig.removed_guilds._delete_some(GUILD)
    assert 0 < (await remaining(rig, GUILD))["duels"] < 61
    await rig.close()
    rig = await open_rig(address, rig.time)
    await rig.pass_time(1)
    assert set((await remaining(rig, GUILD)).values()) == {0}
    await rig.close()
