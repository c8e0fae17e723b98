"""Everything about a person, and nothing that is somebody else's secret."""

import asyncio
import gc
import gzip
import json
import tracemalloc
from datetime import date, datetime
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert

from bot.database.schema import puzzles, votes
from bot.privacy.packing import Files
from tests.support.arenas import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    GUILD,
    HIGHLOW,
    TEN,
    ArenaRig,
    resigned,
)
from tests.support.finished_duels import FinishedDuel, insert_duels

ROOMY = 10_000_000
NAMELESS = -5


async def export(rig: ArenaRig, person: int) -> list[dict[str, Any]]:
    files = await rig.export.files(person, rig.time.now, ROOMY)
    if not files:
        return []
    ((name, content),) = files
    assert name == "mydata.json"
    data = json.loads(content)
    assert (data["format"], data["person"]) == (1, str(person))
    assert datetime.fromisoformat(data["made"]).timestamp() == rig.time.now
    records: list[dict[str, Any]] = data["records"]
    return records


def kinds(records: list[dict[str, Any]]) -> set[str]:
    return {record["kind"] for record in records}


async def test_of_somebody_unknown_there_is_nothing(rig: ArenaRig) -> None:
    assert await export(rig, ANN) == []


async def test_a_finished_duel_is_there_with_its_result_and_ones_own_picks(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.arena.pick(duel.id, ANN, "7", 1)
    await rig.arena.pick(duel.id, BEN, "5", 1)
    await resigned(rig.arena, duel.id, BEN)
    records = await export(rig, ANN)
    (found,) = [record for record in records if record["kind"] == "duel"]
    assert (found["guild"], found["channel"]) == (str(GUILD), str(CHANNEL))
    assert (found["game"], found["status"], found["reason"]) == (HIGHLOW.game.key, "won", "resigned")
    assert (found["you challenged"], found["opponent"], found["you won"]) == (True, str(BEN), True)
    assert found["your rating"] > 1500
    assert [(pick["turn"], pick["pick"]) for pick in found["your picks"]] == [(1, "7")]
    assert kinds(records) == {"duel", "rating"}
    assert [record["wins"] for record in records if record["kind"] == "rating"] == [1] * 4


async def test_of_a_live_duel_neither_the_others_pick_nor_the_seed_is_told(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.arena.pick(duel.id, BEN, "5", 1)
    ((_, content),) = await rig.export.files(ANN, rig.time.now, ROOMY)
    (found,) = json.loads(content)["records"]
    assert found["your picks"] == []
    assert duel.secret.hex().encode() not in content
    assert "secret" not in found
    (theirs,) = await export(rig, BEN)
    assert [pick["pick"] for pick in theirs["your picks"]] == ["5"]


async def test_wishes_votes_puzzles_and_resets_are_there(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.storage.set_notify(CLEO, on=True)
    await rig.storage.block(CLEO, BEN)
    await rig.storage.block(CLEO, 0)
    async with rig.database.writing() as connection:
        await connection.execute(insert(votes).values(duel=duel.id, person=CLEO, seat=1))
        tried = {"guild": GUILD, "day": date(2026, 11, 16), "person": CLEO, "token": "7"}
        await connection.execute(insert(puzzles).values(**tried, solved=True, at=1.0))
    await rig.ledger.reset(GUILD, TEN.game.key, CLEO, rig.time.now)
    records = await export(rig, CLEO)
    assert kinds(records) == {"direct messages", "pings", "block", "vote", "puzzle", "reset of a leaderboard"}
    assert {record["person"] for record in records if record["kind"] == "block"} == {str(BEN), "everyone"}
    (puzzle,) = [record for record in records if record["kind"] == "puzzle"]
    assert (puzzle["day"], puzzle["token"], puzzle["guild"]) == ("2026-11-16", "7", str(GUILD))


async def test_who_blocked_somebody_is_not_told_to_them(rig: ArenaRig) -> None:
    await rig.storage.block(BEN, ANN)
    assert await export(rig, ANN) == []


async def test_a_former_player_has_no_number(rig: ArenaRig) -> None:
    await insert_duels(rig.database, [FinishedDuel(ANN, NAMELESS)])
    (found,) = await export(rig, ANN)
    assert found["opponent"] == "a former player"


async def test_much_is_packed_and_split_and_nothing_is_lost(rig: ArenaRig) -> None:
    await insert_duels(rig.database, [FinishedDuel(ANN, BEN)] * 1200)
    limit = 3_000
    files = await rig.export.files(ANN, rig.time.now, limit)
    assert len(files) > 1
    assert [name for name, _ in files] == [
        f"mydata-{number}-of-{len(files)}.json.gz" for number in range(1, len(files) + 1)
    ]
    assert all(len(content) <= limit for _, content in files)
    parts = [json.loads(gzip.decompress(content)) for _, content in files]
    assert len({record["id"] for part in parts for record in part["records"]}) == 1200


async def test_memory_does_not_grow_with_the_number_of_duels(
    on_sqlite: ArenaRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.privacy.export.IDS", 100)
    await insert_duels(on_sqlite.database, [FinishedDuel(ANN, BEN)] * 300)
    await insert_duels(on_sqlite.database, [FinishedDuel(CLEO, BEN)] * 1800, first=301)
    await peak_of_export(on_sqlite, ANN)
    few, many = [await peak_of_export(on_sqlite, person) for person in (ANN, CLEO)]
    assert many < 1.5 * few, "six times as many duels"


async def peak_of_export(rig: ArenaRig, person: int) -> int:
    """The most bytes in use at a time, without those of the result."""
    gc.collect()
    tracemalloc.start()
    try:
        files = await rig.export.files(person, rig.time.now, 30_000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert all(name.endswith(".gz") for name, _ in files)
    return peak - sum(len(content) for _, content in files)


async def test_a_record_that_is_larger_than_a_file_may_be_gets_one_alone() -> None:
    files = Files('{"records": [', limit=300)
    files.add(["1", "2"])
    files.add(['"' + Random(1).randbytes(400).hex() + '"'])
    files.add(["3"])
    parts = [json.loads(gzip.decompress(content))["records"] for _, content in files.named("x")]
    assert [len(part) for part in parts] == [2, 1, 1]
    assert files.named("x")[0][0] == "x-1-of-3.json.gz"


async def test_what_is_small_is_a_plain_file_and_nothing_is_no_file() -> None:
    files = Files('{"records": [', limit=ROOMY)
    assert files.named("x") == []
    for number in range(3):
        files.add([str(number)])
    ((name, content),) = files.named("x")
    assert (name, json.loads(content)) == ("x.json", {"records": [0, 1, 2]})


async def test_collecting_much_leaves_time_for_others(rig: ArenaRig) -> None:
    await insert_duels(rig.database, [FinishedDuel(ANN, BEN)] * 2000)
    collecting = asyncio.create_task(rig.export.files(ANN, rig.time.now, ROOMY))
    turns = 0
    while not collecting.done():
        await rig.storage.notifies(ANN)
        turns += 1
    assert turns > 5
