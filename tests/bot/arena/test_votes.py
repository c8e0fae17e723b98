"""Who will win? One vote a person, until the first reveal, and nothing that was confirmed is lost."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.duels.duel import Duel, Status
from bot.duels.pace import PACES
from games import GAMES
from games.engine import SEATS, Refused
from games.room import AnyRoom
from tests.support.arenas import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    HIGHLOW,
    ArenaRig,
    open_rig,
    resigned,
)
from tests.support.databases import DATABASE_ERRORS


async def reveal(rig: ArenaRig, duel: Duel) -> Duel:
    """The first turn is played to its end."""
    while duel.match is not None and duel.match.turn == 1:
        seat = duel.match.waiting[0]
        token = str(duel.match.legal_moves(seat)[0])
        duel = await rig.arena.pick(duel.id, (duel.players or (0, 0))[seat], token, 1)
    return duel


async def test_votes_are_counted_by_seat(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.arena.vote(duel.id, CLEO, 1)
    assert (await rig.arena.vote(duel.id, 4, 0)).notes.tally == (1, 1)
    assert (await rig.arena.vote(duel.id, 5, 1)).notes.tally == (1, 2)


async def test_a_person_has_one_vote_and_the_last_one_counts(rig: ArenaRig) -> None:
    duel = await rig.duel()
    for seat in (SEATS[0], SEATS[1], SEATS[1]):
        duel = await rig.arena.vote(duel.id, CLEO, seat)
    assert duel.notes.tally == (0, 1)


@pytest.mark.parametrize("person", [ANN, BEN])
async def test_those_who_play_have_no_vote(person: int, rig: ArenaRig) -> None:
    duel = await rig.duel()
    with pytest.raises(Refused, match="you have no vote"):
        await rig.arena.vote(duel.id, person, 0)
    assert (await rig.arena.duel(duel.id)).notes.tally == (0, 0)


@pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
async def test_the_first_reveal_closes_the_vote_in_every_game(room: AnyRoom, rig: ArenaRig) -> None:
    duel = await rig.duel(room)
    await rig.arena.vote(duel.id, CLEO, 1)
    duel = await reveal(rig, duel)
    with pytest.raises(Refused, match="first reveal"):
        await rig.arena.vote(duel.id, 4, 0)
    assert (await rig.arena.duel(duel.id)).notes.tally == (0, 1)


async def test_a_sealed_pick_does_not_close_the_vote(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.arena.pick(duel.id, ANN, "7", 1)
    assert (await rig.arena.vote(duel.id, CLEO, 0)).notes.tally == (1, 0)


async def test_there_is_nothing_to_vote_on_before_the_duel_and_after_it(rig: ArenaRig) -> None:
    challenge = await rig.challenge()
    with pytest.raises(Refused):
        await rig.arena.vote(challenge.id, CLEO, 0)
    await rig.arena.accept(challenge.id, BEN, 77)
    await resigned(rig.arena, challenge.id, BEN)
    with pytest.raises(Refused, match="voting is over"):
        await rig.arena.vote(challenge.id, CLEO, 0)


async def test_the_tally_stays_with_the_duel_to_its_end(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.arena.vote(duel.id, CLEO, 0)
    await reveal(rig, duel)
    over = await resigned(rig.arena, duel.id, ANN)
    assert (over.status, over.notes.tally) == (Status.WON, (1, 0))
    assert (await rig.arena.duel(duel.id)).notes.tally == (1, 0)


async def test_a_confirmed_vote_is_on_disk(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.arena.vote(duel.id, CLEO, 1)
    stored = await rig.storage.duel(duel.id)
    assert stored is not None
    assert stored.notes.tally == (0, 1)


async def test_after_a_restart_a_board_with_votes_is_looked_at_again(tmp_path: Path) -> None:
    """What was confirmed may not have been painted, however long ago the duel itself changed."""
    rig = await open_rig(tmp_path / "gauntlet.db")
    slow = await rig.arena.challenge(ANN, BEN, HIGHLOW, PACES[-1], rated=True, channel=CHANNEL)
    await rig.arena.accept(slow.id, BEN, 77)
    await rig.arena.vote(slow.id, CLEO, 1)
    await rig.pass_time(3600)
    await rig.duel()
    await rig.close()
    rig = await open_rig(tmp_path / "gauntlet.db", rig.time)
    await rig.pass_time(0)
    assert [duel.notes.tally for duel in rig.recorded.outdated_duels if duel.id == slow.id] == [(0, 1)]
    await rig.close()


async def test_a_crowd_shares_a_few_commits_and_is_told_of_as_rarely(rig: ArenaRig) -> None:
    duel = await rig.duel()
    rig.recorded.changes.clear()
    async with asyncio.TaskGroup() as group:
        for person in range(100, 300):
            group.create_task(rig.arena.vote(duel.id, person, SEATS[person % 2]))
    assert (await rig.arena.duel(duel.id)).notes.tally == (100, 100)
    assert len(rig.recorded.changes) <= 3


async def test_votes_at_the_instant_of_the_reveal_disturb_nothing(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.arena.pick(duel.id, ANN, "7", 1)

    async def vote(person: int) -> bool:
        try:
            await rig.arena.vote(duel.id, person, 0)
        except Refused:
            return False
        return True

    voting = [asyncio.create_task(vote(person)) for person in range(100, 150)]
    picking = asyncio.create_task(rig.arena.pick(duel.id, BEN, "5", 1))
    voting += [asyncio.create_task(vote(person)) for person in range(150, 200)]
    await picking
    taken = sum(await asyncio.gather(*voting))
    stored = await rig.storage.duel(duel.id)
    assert stored is not None
    assert stored == await rig.arena.duel(duel.id)
    assert (stored.notes.tally, stored.match and stored.match.turn) == ((taken, 0), 2)
    assert 50 <= taken < 100


async def test_a_vote_that_could_not_be_saved_counts_nowhere(rig: ArenaRig) -> None:
    duel = await rig.duel()
    async with rig.database.writing() as connection:
        await connection.execute(text("ALTER TABLE votes RENAME TO elsewhere"))
    with pytest.raises(DATABASE_ERRORS):
        await rig.arena.vote(duel.id, CLEO, 0)
    async with rig.database.writing() as connection:
        await connection.execute(text("ALTER TABLE elsewhere RENAME TO votes"))
    assert (await rig.arena.duel(duel.id)).notes.tally == (0, 0)
    assert (await rig.arena.vote(duel.id, CLEO, 0)).notes.tally == (1, 0)


async def test_the_computer_can_be_voted_for(rig: ArenaRig) -> None:
    duel = await rig.arena.challenge(
        ANN, BEN, HIGHLOW, PACES[0], rated=False, channel=CHANNEL, rival=next(iter(HIGHLOW.rivals))
    )
    duel = await rig.arena.accept(duel.id, ANN, 77)
    seat = duel.rival_seat()
    assert seat is not None
    assert sum((await rig.arena.vote(duel.id, CLEO, seat)).notes.tally) == 1


async def test_a_rematch_starts_without_votes(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.arena.vote(duel.id, CLEO, 0)
    await resigned(rig.arena, duel.id, ANN)
    assert (await rig.arena.rematch(duel.id, ANN, 78)).notes.tally == (0, 0)
