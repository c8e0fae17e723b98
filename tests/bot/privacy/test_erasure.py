"""Whoever has their data deleted is nowhere afterwards, and everybody else's results stay right."""

from collections.abc import Iterator
from datetime import date
from random import Random
from typing import Any

import pytest
from sqlalchemy import BigInteger, insert, select

from bot.database.schema import duels, metadata, puzzles, ratings, results, votes
from bot.duels.duel import Reason, Status
from bot.duels.pace import PACES
from bot.privacy.erasure import DELETED, RENAMED, UNDERWAY
from games.engine import Refused
from tests.support.arenas import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    GUILD,
    TEN,
    ArenaRig,
    open_rig,
    resigned,
)
from tests.support.finished_duels import derived_rows, insert_duels, random_duels

DORA = 987_654_321_012_345_678
"""An id that is like no other number."""
NO_PEOPLE = {
    "letters.id",
    *(
        "duels.id",
        "duels.guild",
        "duels.channel",
        "duels.board",
        "duels.call",
        "duels.card",
        "duels.dm0",
        "duels.dm1",
        "duels.rematch_of",
    ),
    *(
        "picks.duel",
        "votes.duel",
        "results.duel",
        "results.guild",
        "ratings.guild",
        "resets.guild",
    ),
    *("guilds.id", "guilds.role", "channels.guild", "channels.channel", "puzzles.guild"),
}


async def everything(rig: ArenaRig) -> list[Any]:
    """Every value in every table."""
    values: list[Any] = []
    async with rig.database.reading() as connection:
        for table in metadata.sorted_tables:
            for row in await connection.execute(select(table)):
                values.extend(row)
    return values


def traces(values: list[Any], person: int) -> Iterator[Any]:
    """Values that are this person's id or have it in them, as text or as bytes."""
    for value in values:
        inside = isinstance(value, bytes) and person.to_bytes(8, "big") in value
        if value == person or str(person) in str(value) or f"{person:x}" in str(value) or inside:
            yield value


async def fill(rig: ArenaRig) -> None:
    """Dora has left her mark everywhere."""
    storage, database = rig.storage, rig.database
    won = await rig.arena.accept((await rig.challenge(challenged=DORA)).id, DORA, 77)
    await rig.arena.pick(won.id, DORA, "7", 1)
    await resigned(rig.arena, won.id, ANN)
    lost = await rig.arena.accept((await rig.challenge(TEN, None, DORA)).id, BEN, 77)
    await resigned(rig.arena, lost.id, DORA)
    await storage.set_notify(DORA, on=True)
    await storage.block(DORA, CLEO)
    await storage.block(BEN, DORA)
    async with database.writing() as connection:
        await connection.execute(insert(votes).values(duel=won.id, person=DORA, seat=0))
        tried = {"guild": GUILD, "day": date(2026, 11, 16), "person": DORA, "token": "7"}
        await connection.execute(insert(puzzles).values(**tried, solved=True, at=1.0))
    await rig.ledger.reset(GUILD, TEN.game.key, DORA, rig.time.now)


def test_every_number_of_the_schema_is_known_to_be_a_person_or_not() -> None:
    numbers = {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.c
        if isinstance(column.type, BigInteger)
    }
    people = {f"{column.table.name}.{column.name}" for column in (*RENAMED, *DELETED)}
    assert people | NO_PEOPLE == numbers
    assert not people & NO_PEOPLE


async def test_afterwards_the_id_is_nowhere(rig: ArenaRig) -> None:
    await fill(rig)
    assert len(list(traces(await everything(rig), DORA))) >= 10
    await rig.erasure.erase(DORA)
    assert list(traces(await everything(rig), DORA)) == []


async def test_finished_duels_stay_with_one_nameless_player_in_each_server(rig: ArenaRig) -> None:
    await fill(rig)
    elsewhere = rig.arenas.arena(GUILD + 1)
    rig.time.now += 60
    away = await elsewhere.challenge(DORA, ANN, TEN, PACES[0], rated=True, channel=CHANNEL)
    await elsewhere.accept(away.id, ANN, 77)
    await resigned(elsewhere, away.id, ANN)
    await rig.erasure.erase(DORA)
    async with rig.database.reading() as connection:
        seats = await connection.execute(select(duels.c.guild, duels.c.seat0, duels.c.seat1))
    here = {seat for guild, *both in seats for seat in both if guild == GUILD and seat < 0}
    there = {seat for guild, *both in seats for seat in both if guild != GUILD and seat < 0}
    assert (len(here), len(there)) == (1, 1)
    assert here != there


async def test_open_challenges_end_and_live_duels_count_as_resigned(rig: ArenaRig) -> None:
    made = await rig.challenge(challenged=None, by=DORA)
    asked = await rig.challenge(challenged=DORA)
    live = await rig.arena.accept((await rig.challenge(by=DORA)).id, BEN, 77)
    await rig.arena.pick(live.id, DORA, "7", 1)
    await rig.arena.pick(live.id, BEN, "3", 1)
    await rig.erasure.erase(DORA)
    assert (await rig.arena.duel(made.id)).status is Status.WITHDRAWN
    assert (await rig.arena.duel(asked.id)).status is Status.DECLINED
    over = await rig.arena.duel(live.id)
    assert over.winner == BEN
    assert over.ending is not None
    assert over.ending.reason is Reason.RESIGNED
    assert list(traces(await everything(rig), DORA)) == []
    assert {duel.id for duel in rig.recorded.outdated_duels} == {made.id, asked.id, live.id}
    assert DORA not in {*(rig.recorded.outdated_duels[-1].players or ())}


async def test_a_recount_gives_the_others_the_same_numbers(rig: ArenaRig) -> None:
    await insert_duels(rig.database, random_duels(Random(3), 300))
    await rig.ledger.recount(GUILD)
    await rig.ledger.reset(GUILD, TEN.game.key, ANN, rig.time.now)
    before = await standings(rig)
    await rig.erasure.erase(ANN)
    assert await standings(rig) == before
    renamed = await derived_rows(rig.database)
    async with rig.database.writing() as connection:
        await connection.execute(results.delete())
        await connection.execute(ratings.delete())
    await rig.ledger.recount(GUILD)
    assert await derived_rows(rig.database) == renamed
    assert await standings(rig) == before


async def standings(rig: ArenaRig) -> list[Any]:
    """Results and ratings of everybody but Ann, or whoever was Ann."""
    noted, rated = await derived_rows(rig.database)
    others = [row for row in rated if row[3] > 0 and row[3] != ANN]
    theirs = [(row[0], row[1], row[4], *row[6:]) for row in noted if row[4] > 0 and row[4] != ANN]
    return [others, theirs]


async def test_an_erasure_that_a_crash_interrupted_goes_on_at_the_next_start(address: str) -> None:
    rig = await open_rig(address)
    await fill(rig)
    await rig.storage.set_note(f"{UNDERWAY}{DORA}", "")
    await rig.erasure._rename(DORA, GUILD)
    await rig.close()
    rig = await open_rig(address, rig.time)
    await rig.pass_time(1)
    assert list(traces(await everything(rig), DORA)) == []
    await rig.close()


async def test_a_crash_in_the_middle_of_a_server_leaves_one_nameless_player_there(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.privacy.erasure.CHUNK", 7)
    rig = await open_rig(address)
    await insert_duels(rig.database, random_duels(Random(3), 80))
    await rig.ledger.recount(GUILD)
    before = await standings(rig)
    await rig.storage.set_note(f"{UNDERWAY}{ANN}", f"{GUILD} -4711")
    assert await rig.erasure._rename_some(ANN, GUILD, -4711)
    await rig.close()
    rig = await open_rig(address, rig.time)
    await rig.pass_time(1)
    assert await aliases(rig) == {-4711}
    assert (await rig.ledger.recount(GUILD)).is_empty
    assert await standings(rig) == before
    await rig.close()


async def aliases(rig: ArenaRig) -> set[int]:
    query = select(duels.c.seat0, duels.c.seat1)
    async with rig.database.reading() as connection:
        return {seat for row in await connection.execute(query) for seat in row if seat < 0}


async def test_a_former_player_is_not_asked_for_a_rematch(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await resigned(rig.arena, duel.id, BEN)
    await rig.erasure.erase(BEN)
    with pytest.raises(Refused, match="no longer here"):
        await rig.arena.rematch(duel.id, ANN, 78)
    with pytest.raises(Refused, match="Only the two players"):
        await rig.arena.rematch(duel.id, BEN, 78)


async def test_whoever_was_deleted_plays_again_as_someone_new(rig: ArenaRig) -> None:
    await fill(rig)
    await rig.erasure.erase(DORA)
    duel = await rig.arena.accept((await rig.challenge(by=DORA)).id, BEN, 77)
    await resigned(rig.arena, duel.id, BEN)
    async with rig.database.reading() as connection:
        query = select(ratings.c.wins, ratings.c.losses).where(ratings.c.person == DORA)
        assert {(row.wins, row.losses) for row in await connection.execute(query)} == {(1, 0)}


async def test_erasing_somebody_unknown_changes_nothing(rig: ArenaRig) -> None:
    await fill(rig)
    before = await everything(rig)
    await rig.erasure.erase(424_242)
    assert await everything(rig) == before
