"""The one door through which duels change."""

import asyncio
from random import Random

import pytest

from bot.duels.duel import CHALLENGE_LIFE, Duel, Ending, Reason, Status
from bot.duels.limits import MAX_CHALLENGES, PAUSE
from bot.duels.pace import PACES
from games import GAMES
from games.engine import SEATS, Refused, other
from games.room import AnyRoom
from tests.support.arenas import ANN, BEN, BIDBATTLE, CHANNEL, CLEO, GUILD, HIGHLOW, TEN, Evening
from tests.support.databases import duels_locked


def player(duel: Duel, seat: int) -> int:
    assert duel.players is not None
    return duel.players[seat]


async def play_on(evening: Evening, duel: Duel, random: Random) -> Duel:
    """Random picks until the duel is over."""
    while duel.status is Status.LIVE and duel.match is not None:
        seat = random.choice([seat for seat in duel.match.waiting if seat != duel.rival_seat()])
        token = str(random.choice(duel.match.legal_moves(seat)))
        duel = await evening.arena.pick(duel.id, player(duel, seat), token, duel.match.turn)
    return duel


async def test_a_challenge_is_saved_and_told(evening: Evening) -> None:
    duel = await evening.challenge()
    assert evening.told.changes == [duel]
    assert await evening.saved(duel) == duel


async def test_a_challenge_carries_a_seal_before_it_is_accepted(evening: Evening) -> None:
    challenge = await evening.challenge()
    live = await evening.arena.accept(challenge.id, BEN, 77)
    assert live.seed.seal == challenge.seed.seal
    assert live.match is not None
    assert live.match.seed.accepted == "77"


async def test_nobody_can_challenge_themselves(evening: Evening) -> None:
    with pytest.raises(Refused, match="yourself"):
        await evening.challenge(challenged=ANN)


async def test_challenges_come_with_a_pause_between_them(evening: Evening) -> None:
    await evening.challenge()
    with pytest.raises(Refused, match="quick"):
        await evening.arena.challenge(ANN, CLEO, TEN, PACES[0], rated=True, channel=CHANNEL)
    evening.time.now += PAUSE
    await evening.arena.challenge(ANN, CLEO, TEN, PACES[0], rated=True, channel=CHANNEL)


async def test_a_handful_of_open_challenges_is_enough(evening: Evening) -> None:
    for _ in range(MAX_CHALLENGES):
        await evening.challenge()
    with pytest.raises(Refused, match="Withdraw one first"):
        await evening.challenge()


@pytest.mark.parametrize("blocked", [ANN, 0])
async def test_a_person_can_block_challenges_from_one_or_from_all(evening: Evening, blocked: int) -> None:
    await evening.storage.block(BEN, blocked)
    with pytest.raises(Refused, match="takes no challenges"):
        await evening.challenge()
    assert await evening.storage.unblock(BEN, blocked)
    await evening.challenge()


async def test_an_open_challenge_can_be_accepted_by_anyone_but_its_maker(evening: Evening) -> None:
    challenge = await evening.challenge(challenged=None)
    with pytest.raises(Refused, match="your own challenge"):
        await evening.arena.accept(challenge.id, ANN, 77)
    live = await evening.arena.accept(challenge.id, CLEO, 77)
    assert set(live.players or ()) == {ANN, CLEO}


async def test_a_challenge_for_somebody_else_cannot_be_accepted(evening: Evening) -> None:
    challenge = await evening.challenge()
    with pytest.raises(Refused, match="somebody else"):
        await evening.arena.accept(challenge.id, CLEO, 77)


async def test_a_challenge_is_accepted_once(evening: Evening) -> None:
    challenge = await evening.challenge(challenged=None)
    answers = await asyncio.gather(
        *(evening.arena.accept(challenge.id, person, 77) for person in (BEN, CLEO)), return_exceptions=True
    )
    assert sum(isinstance(answer, Duel) for answer in answers) == 1
    assert sum(isinstance(answer, Refused) for answer in answers) == 1


async def test_the_challenged_decline_and_the_challenger_withdraws(evening: Evening) -> None:
    declined, withdrawn = await evening.challenge(), await evening.challenge()
    for person in (ANN, CLEO):
        with pytest.raises(Refused):
            await evening.arena.decline(declined.id, person)
    assert (await evening.arena.decline(declined.id, BEN)).status is Status.DECLINED
    for person in (BEN, CLEO):
        with pytest.raises(Refused):
            await evening.arena.withdraw(withdrawn.id, person)
    assert (await evening.arena.withdraw(withdrawn.id, ANN)).status is Status.WITHDRAWN
    with pytest.raises(Refused, match="no longer open"):
        await evening.arena.accept(withdrawn.id, BEN, 77)


async def test_a_challenge_expires(evening: Evening) -> None:
    challenge = await evening.challenge()
    await evening.pass_time(CHALLENGE_LIFE + 1)
    assert evening.told.changes[-1].status is Status.EXPIRED
    with pytest.raises(Refused, match="no longer open"):
        await evening.arena.accept(challenge.id, BEN, 77)


async def test_a_pick_is_on_disk_when_it_is_told(evening: Evening) -> None:
    duel = await evening.duel()
    after = await evening.arena.pick(duel.id, ANN, "7", 1)
    stored = await evening.storage.duel(duel.id)
    assert stored is not None
    assert stored.match == after.match
    assert evening.told.changes[-1] == after


async def test_outsiders_cannot_pick(evening: Evening) -> None:
    duel = await evening.duel()
    with pytest.raises(Refused, match="not in this duel"):
        await evening.arena.pick(duel.id, CLEO, "7", 1)


async def test_a_double_press_counts_once(evening: Evening) -> None:
    duel = await evening.duel()
    answers = await asyncio.gather(
        *(evening.arena.pick(duel.id, ANN, "7", 1) for _ in range(5)), return_exceptions=True
    )
    assert sum(isinstance(answer, Duel) for answer in answers) == 1
    stored = await evening.storage.duel(duel.id)
    assert stored is not None
    assert stored.match is not None
    assert stored.match.sealed.count("7") == 1


async def test_both_press_at_the_same_instant_a_thousand_times(evening: Evening) -> None:
    turns = 0
    while turns < 1000:
        duel = await evening.duel()
        while duel.status is Status.LIVE and duel.match is not None:
            match = duel.match
            await asyncio.gather(
                *(
                    evening.arena.pick(
                        duel.id, player(duel, seat), str(match.legal_moves(seat)[-1 - seat]), match.turn
                    )
                    for seat in SEATS
                )
            )
            turns += 1
            duel = await evening.arena.duel(duel.id)
            assert duel.match is not None
            assert duel.match.turn == match.turn + 1


async def test_what_is_not_saved_yet_is_shown_to_nobody(evening: Evening) -> None:
    duel = await evening.duel()
    picking = asyncio.create_task(evening.arena.pick(duel.id, ANN, "7", 1))
    await asyncio.sleep(0)
    assert (await evening.arena.duel(duel.id)).match == duel.match
    await picking
    assert (await evening.arena.duel(duel.id)).match != duel.match


@pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
async def test_every_game_is_played_to_its_end_and_stored_with_its_result(
    room: AnyRoom, evening: Evening
) -> None:
    duel = await play_on(evening, await evening.duel(room), Random(1))
    assert duel.match is not None
    outcome = duel.match.outcome
    assert outcome is not None
    assert duel.ending == Ending(outcome.winner, Reason.RULES, evening.time.now)
    assert await evening.storage.duel(duel.id) == duel


@pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
async def test_the_computer_answers_at_once_and_its_picks_are_saved(room: AnyRoom, evening: Evening) -> None:
    evening.time.now += 60
    challenge = await evening.arena.challenge(
        ANN, 99, room, PACES[0], rated=True, channel=CHANNEL, rival="sprout"
    )
    duel = await evening.arena.accept(challenge.id, ANN, 77)
    assert not duel.rated
    duel = await play_on(evening, duel, Random(2))
    assert duel.ending is not None
    assert await evening.storage.duel(duel.id) == duel


async def test_resigning_loses_and_ends_the_duel(evening: Evening) -> None:
    duel = await evening.duel()
    seat = duel.seat_of(BEN)
    assert seat is not None
    ended = await evening.arena.resign(duel.id, BEN)
    assert ended.ending == Ending(other(seat), Reason.RESIGNED, evening.time.now)
    with pytest.raises(Refused, match="over"):
        await evening.arena.pick(duel.id, ANN, "7", 1)


async def test_whoever_alone_is_late_loses(evening: Evening) -> None:
    duel = await evening.duel()
    await evening.arena.pick(duel.id, ANN, "7", 1)
    await evening.pass_time(61)
    ended = await evening.arena.duel(duel.id)
    assert ended.winner == ANN
    assert ended.ending is not None
    assert ended.ending.reason is Reason.TIME


async def test_if_both_are_late_nobody_wins(evening: Evening) -> None:
    duel = await evening.duel()
    await evening.pass_time(61)
    ended = await evening.arena.duel(duel.id)
    assert ended.status is Status.VOID
    assert ended.winner is None


async def test_every_turn_has_its_own_time(evening: Evening) -> None:
    duel = await evening.duel(TEN)
    for turn, digit in enumerate("124", 1):
        await evening.pass_time(50)
        assert duel.match is not None
        (seat,) = duel.match.waiting
        duel = await evening.arena.pick(duel.id, player(duel, seat), digit, turn)
    assert duel.status is Status.LIVE
    await evening.pass_time(61)
    assert (await evening.arena.duel(duel.id)).status is Status.WON


async def test_the_late_are_reminded_once_and_nobody_else(evening: Evening) -> None:
    duel = await evening.duel()
    await evening.arena.pick(duel.id, ANN, "7", 1)
    await evening.pass_time(45)
    await evening.pass_time(5)
    (late,) = evening.told.late_ones
    assert late.match is not None
    assert [player(late, seat) for seat in late.match.waiting] == [BEN]


async def test_a_duel_whose_place_is_gone_ends_without_a_result(evening: Evening) -> None:
    duel = await evening.duel()
    await evening.arena.void(duel.id)
    ended = await evening.arena.duel(duel.id)
    assert (ended.status, ended.winner) == (Status.VOID, None)


async def test_a_rematch_is_mutual_and_swaps_the_seats(evening: Evening) -> None:
    duel = await evening.arena.resign((await evening.duel()).id, ANN)
    offer = await evening.arena.rematch(duel.id, ANN, 88)
    assert offer.status is Status.CHALLENGE
    with pytest.raises(Refused, match="Wait for the other"):
        await evening.arena.rematch(duel.id, ANN, 88)
    again = await evening.arena.rematch(duel.id, BEN, 89)
    assert again.id == offer.id
    assert again.status is Status.LIVE
    assert again.players == (duel.players or ())[::-1]


async def test_only_the_players_can_have_a_rematch_and_only_after_the_end(evening: Evening) -> None:
    duel = await evening.duel()
    with pytest.raises(Refused, match="still on"):
        await evening.arena.rematch(duel.id, ANN, 88)
    await evening.arena.resign(duel.id, ANN)
    with pytest.raises(Refused, match="Only the two players"):
        await evening.arena.rematch(duel.id, CLEO, 88)


async def test_a_duel_of_another_guild_is_not_known_here(evening: Evening) -> None:
    duel = await evening.duel()
    with pytest.raises(Refused, match="not known here"):
        await evening.arenas.arena(GUILD + 1).pick(duel.id, ANN, "7", 1)


async def test_a_bid_without_points_is_not_asked_for(evening: Evening) -> None:
    duel = await evening.duel(BIDBATTLE)
    first, second = player(duel, 0), player(duel, 1)
    await evening.arena.pick(duel.id, first, "100", 1)
    duel = await evening.arena.pick(duel.id, second, "1", 1)
    with pytest.raises(Refused, match="nothing for you to pick"):
        await evening.arena.pick(duel.id, first, "1", 2)


async def test_your_open_duels_are_listed_oldest_first(evening: Evening) -> None:
    first = await evening.duel()
    second = await evening.challenge(TEN, challenged=None)
    assert [duel.id for duel in await evening.arena.open_of(ANN)] == [first.id, second.id]
    assert [duel.id for duel in await evening.arena.open_of(BEN)] == [first.id]
    assert HIGHLOW.game.key == "highlow"


async def test_what_is_noted_while_a_pick_is_being_saved_stays_noted(evening: Evening) -> None:
    duel = await evening.duel()
    async with duels_locked(evening.database):
        placing = asyncio.create_task(evening.arena.place(duel.id, CHANNEL, 99))
        await asyncio.sleep(0)
        picking = asyncio.create_task(evening.arena.pick(duel.id, ANN, "7", 1))
        await asyncio.sleep(0)
    await asyncio.gather(placing, picking)
    assert evening.told.changes[-1].board == (await evening.arena.duel(duel.id)).board == 99
