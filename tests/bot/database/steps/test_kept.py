"""A database that commit c380a778 left at step 0013 is taken over, and everybody plays on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from random import Random
from typing import Any

import pytest

from bench.rig.manual_time import ManualTime
from bot.cli import recount
from bot.database import Unusable, open_database
from bot.database.schema import metadata
from bot.database.upgrade import BASE, pending_steps, upgrade
from bot.duels.duel import Duel, Reason, Status
from tests.support.arenas import ANN, BEN, CLEO, GUILD, ArenaRig, open_rig
from tests.support.databases import rows
from tests.support.steps.catalogue import contents, definitions, run
from tests.support.steps.kept import kept_at, kept_duels, plant

EVE = 5
ENDINGS = {
    "resigned": (Status.WON, Reason.RESIGNED),
    "called off": (Status.VOID, Reason.RESIGNED),
    "timed out": (Status.WON, Reason.TIME),
    "both late": (Status.VOID, Reason.TIME),
    "place gone": (Status.VOID, Reason.PLACE_GONE),
    "shared": (Status.WON, Reason.RULES),
    "rematch": (Status.WON, Reason.RULES),
    "unrated": (Status.WON, Reason.RULES),
    "told": (Status.WON, Reason.RULES),
    "computer won": (Status.WON, Reason.RULES),
    "uncounted": (Status.WON, Reason.RESIGNED),
    **{
        f"rules {game}": (Status.WON, Reason.RULES)
        for game in ("highlow", "numbermatch", "bidbattle", "digitduel", "ten")
    },
}
LIVE = {
    *("live highlow", "live numbermatch", "live bidbattle", "live digitduel", "live ten"),
    *("unpicked", "sealed", "clock waits", "called", "thread", "unrated live", "minute"),
    *("computer", "taken by the computer"),
}
CHALLENGES = {
    "challenge": BEN,
    "open challenge": CLEO,
    "computer challenge": EVE,
    "rematch offered": BEN,
}
"""And who accepts each."""
DROPPED = {
    "declined": Status.DECLINED,
    "withdrawn": Status.WITHDRAWN,
    "expired": Status.EXPIRED,
    "expired open": Status.EXPIRED,
}


@pytest.fixture
async def kept(bare: str) -> str:
    await plant(bare)
    return bare


@asynccontextmanager
async def playing(address: str) -> AsyncIterator[ArenaRig]:
    """Goes on where it was closed, a second later."""
    rig = await open_rig(address, ManualTime(await kept_at(address) + 1))
    try:
        yield rig
    finally:
        await rig.close()


async def played_out(rig: ArenaRig, duel: Duel) -> Duel:
    arena, random = rig.arenas.arena(duel.guild), Random(duel.id)
    while duel.status is Status.LIVE and duel.match is not None and duel.players is not None:
        seat = next(seat for seat in duel.match.waiting if seat != duel.rival_seat())
        token = str(random.choice(duel.match.legal_moves(seat)))
        duel = await arena.pick(duel.id, duel.players[seat], token, duel.match.turn)
    return duel


async def test_the_first_step_makes_the_tables_that_it_has(
    kind: str, bare: str, request: pytest.FixtureRequest
) -> None:
    await plant(bare)
    before = await definitions(bare)
    emptied = f"{bare}.new" if kind == "sqlite" else request.getfixturevalue("bare_server").address()
    await run(emptied, partial(upgrade, last=BASE))
    assert await definitions(emptied) == before


async def test_its_tables_become_those_of_a_new_database(kept: str, fresh: dict[str, Any]) -> None:
    assert [step.number for step in await run(kept, pending_steps)] == ["0015"]
    await (await open_database(kept)).close()
    assert await definitions(kept) == fresh


async def test_every_row_stays(kept: str) -> None:
    before = await everything(kept)
    await (await open_database(kept)).close()
    assert await everything(kept) == before
    assert all(before.values())


async def everything(address: str) -> dict[str, list[tuple[Any, ...]]]:
    return {
        table: sorted(await rows(address, f"SELECT * FROM {table}"), key=repr)  # noqa: S608
        for table in metadata.tables
    }


async def test_a_database_whose_tables_were_changed_is_not_taken_over(kept: str) -> None:
    await run(kept, lambda connection: connection.exec_driver_sql("DROP INDEX ranks"))
    before = await contents(kept)
    with pytest.raises(Unusable, match="the index ranks of ratings is missing"):
        await open_database(kept)
    assert await contents(kept) == before


async def test_what_was_over_shows_how_it_ended(kept: str) -> None:
    duels = await kept_duels(kept)
    async with playing(kept) as rig:
        for state, ending in ENDINGS.items():
            duel = await rig.arena.duel(duels[state])
            assert duel.ending is not None
            assert (duel.status, duel.ending.reason) == ending, state
            assert (duel.match is not None and duel.match.outcome is not None) == (
                duel.ending.reason is Reason.RULES
            )
            assert (duel.changes is not None) == (duel.rated and duel.status is Status.WON), state
        for state, status in DROPPED.items():
            assert (await rig.arena.duel(duels[state])).status is status, state
        assert (await rig.arena.duel(duels["resigned"])).notes.tally == (1, 0)
        assert (await rig.arena.duel(duels["shared"])).shared


async def test_every_live_duel_is_played_to_its_end(kept: str) -> None:
    duels = await kept_duels(kept)
    async with playing(kept) as rig:
        for state in LIVE:
            duel = await rig.arena.duel(duels[state])
            assert duel.status is Status.LIVE, state
            over = await played_out(rig, duel)
            assert over.ending is not None
            assert over.ending.reason is Reason.RULES, state
            assert (await rig.saved(over)).match == over.match
            assert (over.changes is not None) == over.rated, state
    assert (await recount(kept)).endswith("again: nothing differed.")


async def test_every_challenge_is_accepted_and_played(kept: str) -> None:
    duels = await kept_duels(kept)
    async with playing(kept) as rig:
        for state, person in CHALLENGES.items():
            challenge = await rig.arena.duel(duels[state])
            assert challenge.status is Status.CHALLENGE
            live = await rig.arena.accept(challenge.id, person, 77)
            assert (await played_out(rig, live)).status is Status.WON, state


async def test_live_duels_keep_what_was_noted_of_them(kept: str) -> None:
    duels = await kept_duels(kept)
    async with playing(kept) as rig:
        unpicked, sealed, waits, called, thread = [
            await rig.arena.duel(duels[state])
            for state in ("unpicked", "sealed", "clock waits", "called", "thread")
        ]
    assert (unpicked.board, unpicked.notes.tally) == (600, (2, 1))
    assert sealed.match is not None
    assert len(sealed.match.waiting) == 1
    assert not waits.clock_runs
    notes = called.notes
    assert (notes.called, notes.call, notes.dms, notes.reminded) == (1, 801, (None, 802), 1)
    assert False in notes.bells
    assert (thread.channel, thread.board, thread.notes.card) == (603, 604, 20)


async def test_a_recount_finds_the_same_numbers(kept: str) -> None:
    async with playing(kept):
        pass  # counts the one that was over before it could be counted
    assert await recount(kept) == "Counted 103 duels of 3 servers again: nothing differed."


async def test_a_server_that_an_earlier_upgrade_marked_is_still_recounted(kept: str) -> None:
    """The bot may have been stopped between that upgrade and the end of the recount."""
    marked = (
        f"INSERT INTO notes (key, value) VALUES ('recount {GUILD}', '')",  # noqa: S608
        f"UPDATE ratings SET wins = wins + 1 WHERE guild = {GUILD}",  # noqa: S608
    )
    await run(kept, lambda connection: [*map(connection.exec_driver_sql, marked)])
    async with playing(kept):
        pass
    assert await recount(kept) == "Counted 103 duels of 3 servers again: nothing differed."
    assert await rows(kept, "SELECT key FROM notes WHERE key LIKE 'recount %'") == []


async def test_settings_and_what_people_asked_for_stay(kept: str) -> None:
    async with playing(kept) as rig:
        assert await rig.storage.blocks(ANN, CLEO)
        settings = await rig.settings.settings(GUILD + 1)
        assert (settings.threads, settings.role, settings.channels) == (True, 31, frozenset({21, 22}))
        assert (await rig.puzzles.view(GUILD, ANN)).streak == 1
