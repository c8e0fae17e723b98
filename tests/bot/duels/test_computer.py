"""The computer as an opponent: it takes up what nobody took, at the level that was asked for."""

import asyncio
from random import Random

import pytest
from sqlalchemy import update

from bot.arena.limits import MAX_LIVE, PAUSE
from bot.database.schema import duels
from bot.duels.computer import levels_of, next_level, warm_up
from bot.duels.duel import CHALLENGE_LIFE, Duel, Status
from bot.duels.pace import PACES
from games import GAMES
from games.engine import Refused
from games.levels import LEVELS
from games.room import AnyRoom
from tests.bot.arena.test_arena import play_on
from tests.support.arenas import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    HIGHLOW,
    TEN,
    ArenaRig,
    open_rig,
    resigned,
)

BOT = 99
SPROUT, MAGPIE, BADGER, FOX, ORACLE = LEVELS


async def against(rig: ArenaRig, rival: str, room: AnyRoom = TEN) -> Duel:
    rig.time.now += 60
    challenge = await rig.arena.challenge(ANN, BOT, room, PACES[0], rated=True, channel=CHANNEL, rival=rival)
    return await rig.arena.accept(challenge.id, ANN, 77)


async def take_up(rig: ArenaRig, challenge: Duel, person: int = ANN, rival: str = FOX.key) -> Duel:
    return await rig.arena.play_computer(challenge.id, person, rival, BOT, 77)


@pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
async def test_every_level_of_every_game_plays_to_the_end(rig: ArenaRig, room: AnyRoom) -> None:
    for level in levels_of(room):
        over = await play_on(rig, await against(rig, level.key, room), Random(1))
        assert over.status is Status.WON
        assert await rig.storage.duel(over.id) == over


async def test_a_level_that_a_game_does_not_have_is_refused(rig: ArenaRig) -> None:
    with pytest.raises(Refused, match="no such level"):
        await against(rig, "wizard")
    challenge = await rig.challenge(challenged=None)
    with pytest.raises(Refused, match="no such level"):
        await take_up(rig, challenge, rival="wizard")


async def test_the_computer_takes_up_an_open_challenge_unrated_and_under_the_same_seal(
    rig: ArenaRig,
) -> None:
    challenge = await rig.challenge(TEN, challenged=None)
    assert challenge.rated
    live = await take_up(rig, challenge)
    assert set(live.players or ()) == {ANN, BOT}
    assert (live.status, live.rival, live.rated) == (Status.LIVE, FOX.key, False)
    assert live.seed.seal == challenge.seed.seal
    assert await rig.storage.duel(live.id) == live


async def test_the_computer_answers_at_once_when_it_moves_first(rig: ArenaRig) -> None:
    while True:
        live = await take_up(rig, await rig.challenge(TEN, challenged=None))
        if live.rival_seat() == 0:
            break
        await rig.arena.resign(live.id, ANN)
    assert live.match is not None
    assert live.match.waiting == (1,)


async def test_it_also_takes_up_what_has_expired_and_then_the_clock_runs(rig: ArenaRig) -> None:
    challenge = await rig.challenge(TEN, challenged=None)
    await rig.pass_time(CHALLENGE_LIFE + 1)
    assert (await rig.arena.duel(challenge.id)).status is Status.EXPIRED
    live = await take_up(rig, challenge)
    assert live.status is Status.LIVE
    await rig.pass_time(live.pace.seconds + 1)
    assert (await rig.arena.duel(live.id)).status is Status.VOID


async def test_only_the_challenger_can_call_the_computer(rig: ArenaRig) -> None:
    challenge = await rig.challenge(challenged=None)
    with pytest.raises(Refused, match="for the challenger"):
        await take_up(rig, challenge, CLEO)


async def test_the_computer_takes_no_challenge_that_was_for_somebody(rig: ArenaRig) -> None:
    challenge = await rig.challenge(challenged=BEN)
    with pytest.raises(Refused, match="no longer open"):
        await take_up(rig, challenge)


async def test_what_was_withdrawn_or_begun_is_gone(rig: ArenaRig) -> None:
    challenge = await rig.challenge(challenged=None)
    await rig.arena.withdraw(challenge.id, ANN)
    with pytest.raises(Refused, match="no longer open"):
        await take_up(rig, challenge)
    challenge = await rig.challenge(challenged=None)
    await rig.arena.accept(challenge.id, BEN, 77)
    with pytest.raises(Refused, match="already begun"):
        await take_up(rig, challenge)


async def test_a_double_press_begins_one_duel(rig: ArenaRig) -> None:
    challenge = await rig.challenge(HIGHLOW, challenged=None)
    await rig.pass_time(CHALLENGE_LIFE + 1)
    answers = await asyncio.gather(
        *(take_up(rig, challenge, rival=level.key) for level in (SPROUT, ORACLE)), return_exceptions=True
    )
    (begun,) = (answer for answer in answers if isinstance(answer, Duel))
    (refused,) = (answer for answer in answers if isinstance(answer, Refused))
    assert "already begun" in str(refused)
    assert await rig.storage.duel(begun.id) == await rig.arena.duel(begun.id) == begun


async def test_whoever_is_in_too_many_duels_finishes_one_first(rig: ArenaRig) -> None:
    challenge = await rig.challenge(challenged=None)
    for _ in range(MAX_LIVE):
        await against(rig, SPROUT.key)
    with pytest.raises(Refused, match="Finish one first"):
        await take_up(rig, challenge)


async def test_a_rematch_keeps_the_level_unless_another_is_asked_for(rig: ArenaRig) -> None:
    over = await rig.arena.resign((await against(rig, FOX.key)).id, ANN)
    rig.time.now += PAUSE
    again = await rig.arena.rematch(over.id, ANN, 78)
    assert again.rival == FOX.key
    await rig.arena.accept(again.id, ANN, 79)
    over = await rig.arena.resign(again.id, ANN)
    rig.time.now += PAUSE
    harder = await rig.arena.rematch(over.id, ANN, 80, ORACLE.key)
    assert harder.rival == ORACLE.key
    await rig.arena.accept(harder.id, ANN, 81)
    with pytest.raises(Refused, match="no such level"):
        await rig.arena.rematch((await rig.arena.resign(harder.id, ANN)).id, ANN, 82, "wizard")


async def test_nothing_is_dealt_before_a_later_press_than_the_one_that_showed_the_seal(
    rig: ArenaRig,
) -> None:
    asked = await rig.arena.challenge(ANN, BOT, TEN, PACES[0], rated=True, channel=CHANNEL, rival=FOX.key)
    await begun_later(rig, asked)
    over = await rig.arena.resign(asked.id, ANN)
    rig.time.now += PAUSE
    await begun_later(rig, await rig.arena.rematch(over.id, ANN, 78, ORACLE.key))


async def begun_later(rig: ArenaRig, asked: Duel) -> None:
    """What is dealt, and who sits where, is not known before the number of the second press."""
    assert (asked.status, asked.accepted, asked.match, asked.players) == (Status.CHALLENGE, None, None, None)
    live = await rig.arena.accept(asked.id, ANN, 12345)
    assert (live.status, live.accepted, live.seed.seal) == (Status.LIVE, "12345", asked.seed.seal)


async def test_only_the_person_who_asked_for_a_duel_with_the_computer_begins_it(rig: ArenaRig) -> None:
    asked = await rig.arena.challenge(ANN, BOT, TEN, PACES[0], rated=True, channel=CHANNEL, rival=FOX.key)
    for person in (BEN, BOT):
        with pytest.raises(Refused, match="Only the person who asked"):
            await rig.arena.accept(asked.id, person, 78)
    assert (await rig.arena.duel(asked.id)).status is Status.CHALLENGE


async def test_a_second_press_on_rematch_points_to_the_one_that_waits(rig: ArenaRig) -> None:
    over = await rig.arena.resign((await against(rig, FOX.key)).id, ANN)
    rig.time.now += PAUSE
    await rig.arena.rematch(over.id, ANN, 78)
    with pytest.raises(Refused, match="Press Begin"):
        await rig.arena.rematch(over.id, ANN, 79)


async def test_what_nobody_began_expires_and_is_gone(rig: ArenaRig) -> None:
    asked = await rig.arena.challenge(ANN, BOT, TEN, PACES[0], rated=True, channel=CHANNEL, rival=FOX.key)
    await rig.pass_time(CHALLENGE_LIFE + 1)
    assert (await rig.arena.duel(asked.id)).status is Status.EXPIRED
    with pytest.raises(Refused, match="no longer open"):
        await rig.arena.accept(asked.id, ANN, 78)


async def test_after_a_loss_an_easier_one_is_suggested_and_after_a_win_a_harder_one(rig: ArenaRig) -> None:
    live = await against(rig, BADGER.key, HIGHLOW)
    assert next_level(live) is None
    assert next_level(await resigned(rig.arena, live.id, ANN)) == MAGPIE
    weakest = await against(rig, SPROUT.key, HIGHLOW)
    assert next_level(await resigned(rig.arena, weakest.id, ANN)) is None
    called_off = await against(rig, BADGER.key, HIGHLOW)
    assert next_level(await rig.arena.resign(called_off.id, ANN)) is None
    assert next_level(await beaten(rig, SPROUT.key)) == MAGPIE


async def beaten(rig: ArenaRig, rival: str) -> Duel:
    """A duel that Ann has won against this level."""
    for number in range(100):
        over = await play_on(rig, await against(rig, rival), Random(number))
        if over.winner == ANN:
            return over
    raise AssertionError(f"nobody beats {rival}")


async def test_a_duel_from_before_there_were_levels_goes_on(address: str) -> None:
    rig = await open_rig(address)
    live = await against(rig, FOX.key)
    async with rig.database.writing() as connection:
        await connection.execute(update(duels).values(rival="random"))
    await rig.close()
    later = await open_rig(address, rig.time)
    over = await play_on(later, await later.arena.duel(live.id), Random(1))
    await later.close()
    assert (over.status, over.rival) == (Status.WON, "random")
    assert next_level(over) is None


def test_warming_up_asks_every_computer_player_for_a_pick() -> None:
    assert warm_up() == sum(len(room.rivals) for room in GAMES)
