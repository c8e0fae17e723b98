"""The one door through which duels change."""

import asyncio
from random import Random

import pytest

from bot.arena.limits import MAX_CHALLENGES, PAUSE
from bot.duels.duel import CHALLENGE_LIFE, Duel, Ending, Reason, Status
from bot.duels.pace import PACES
from games import GAMES
from games.engine import SEATS, Refused, other
from games.room import AnyRoom
from tests.support.arenas import (
    ANN,
    BEN,
    BIDBATTLE,
    CHANNEL,
    CLEO,
    GUILD,
    HIGHLOW,
    TEN,
    ArenaRig,
    resigned,
)
from tests.support.databases import duels_locked
from tests.support.finished_duels import rating_of
from tests.support.project import SOAK


def player(duel: Duel, seat: int) -> int:
    assert duel.players is not None
    return duel.players[seat]


async def play_on(rig: ArenaRig, duel: Duel, random: Random) -> Duel:
    """Random picks until the duel is over."""
    while duel.status is Status.LIVE and duel.match is not None:
        seat = random.choice([seat for seat in duel.match.waiting if seat != duel.rival_seat()])
        token = str(random.choice(duel.match.legal_moves(seat)))
        duel = await rig.arena.pick(duel.id, player(duel, seat), token, duel.match.turn)
    return duel


async def test_a_challenge_is_saved_and_told(rig: ArenaRig) -> None:
    duel = await rig.challenge()
    assert rig.recorded.changes == [duel]
    assert await rig.saved(duel) == duel


async def test_a_challenge_carries_a_seal_before_it_is_accepted(rig: ArenaRig) -> None:
    challenge = await rig.challenge()
    live = await rig.arena.accept(challenge.id, BEN, 77)
    assert live.seed.seal == challenge.seed.seal
    assert live.match is not None
    assert live.match.seed.accepted == "77"


async def test_nobody_can_challenge_themselves(rig: ArenaRig) -> None:
    with pytest.raises(Refused, match="yourself"):
        await rig.challenge(challenged=ANN)


async def test_challenges_come_with_a_pause_between_them(rig: ArenaRig) -> None:
    await rig.challenge()
    with pytest.raises(Refused, match="quick"):
        await rig.arena.challenge(ANN, CLEO, TEN, PACES[0], rated=True, channel=CHANNEL)
    rig.time.now += PAUSE
    await rig.arena.challenge(ANN, CLEO, TEN, PACES[0], rated=True, channel=CHANNEL)


async def test_a_handful_of_open_challenges_is_enough(rig: ArenaRig) -> None:
    for _ in range(MAX_CHALLENGES):
        await rig.challenge()
    with pytest.raises(Refused, match="Withdraw one first"):
        await rig.challenge()


@pytest.mark.parametrize("blocked", [ANN, 0])
async def test_a_person_can_block_challenges_from_one_or_from_all(rig: ArenaRig, blocked: int) -> None:
    """Both sound the same, so nobody learns that they alone are blocked."""
    await rig.storage.block(BEN, blocked)
    with pytest.raises(Refused, match=r"^<@2> isn't taking challenges\. Challenge someone else\.$"):
        await rig.challenge()
    assert await rig.storage.unblock(BEN, blocked)
    await rig.challenge()


async def test_an_open_challenge_can_be_accepted_by_anyone_but_its_maker(rig: ArenaRig) -> None:
    challenge = await rig.challenge(challenged=None)
    with pytest.raises(Refused, match="your own challenge"):
        await rig.arena.accept(challenge.id, ANN, 77)
    live = await rig.arena.accept(challenge.id, CLEO, 77)
    assert set(live.players or ()) == {ANN, CLEO}


async def test_a_challenge_for_somebody_else_cannot_be_accepted(rig: ArenaRig) -> None:
    challenge = await rig.challenge()
    with pytest.raises(Refused, match="somebody else"):
        await rig.arena.accept(challenge.id, CLEO, 77)


async def test_a_challenge_is_accepted_once(rig: ArenaRig) -> None:
    challenge = await rig.challenge(challenged=None)
    answers = await asyncio.gather(
        *(rig.arena.accept(challenge.id, person, 77) for person in (BEN, CLEO)), return_exceptions=True
    )
    assert sum(isinstance(answer, Duel) for answer in answers) == 1
    assert sum(isinstance(answer, Refused) for answer in answers) == 1


async def test_the_challenged_decline_and_the_challenger_withdraws(rig: ArenaRig) -> None:
    declined, withdrawn = await rig.challenge(), await rig.challenge()
    for person in (ANN, CLEO):
        with pytest.raises(Refused):
            await rig.arena.decline(declined.id, person)
    assert (await rig.arena.decline(declined.id, BEN)).status is Status.DECLINED
    for person in (BEN, CLEO):
        with pytest.raises(Refused):
            await rig.arena.withdraw(withdrawn.id, person)
    assert (await rig.arena.withdraw(withdrawn.id, ANN)).status is Status.WITHDRAWN
    with pytest.raises(Refused, match="no longer open"):
        await rig.arena.accept(withdrawn.id, BEN, 77)


async def test_a_challenge_expires(rig: ArenaRig) -> None:
    challenge = await rig.challenge()
    await rig.pass_time(CHALLENGE_LIFE + 1)
    assert rig.recorded.changes[-1].status is Status.EXPIRED
    with pytest.raises(Refused, match="no longer open"):
        await rig.arena.accept(challenge.id, BEN, 77)


async def test_a_pick_is_on_disk_when_it_is_told(rig: ArenaRig) -> None:
    duel = await rig.duel()
    after = await rig.arena.pick(duel.id, ANN, "7", 1)
    stored = await rig.storage.duel(duel.id)
    assert stored is not None
    assert stored.match == after.match
    assert rig.recorded.changes[-1] == after


async def test_outsiders_cannot_pick(rig: ArenaRig) -> None:
    duel = await rig.duel()
    with pytest.raises(Refused, match="not in this duel"):
        await rig.arena.pick(duel.id, CLEO, "7", 1)


async def test_a_double_press_counts_once(rig: ArenaRig) -> None:
    duel = await rig.duel()
    answers = await asyncio.gather(
        *(rig.arena.pick(duel.id, ANN, "7", 1) for _ in range(5)), return_exceptions=True
    )
    assert sum(isinstance(answer, Duel) for answer in answers) == 1
    stored = await rig.storage.duel(duel.id)
    assert stored is not None
    assert stored.match is not None
    assert stored.match.sealed.count("7") == 1


async def test_both_press_at_the_same_instant_many_times(rig: ArenaRig) -> None:
    turns = 0
    while turns < (1000 if SOAK else 200):
        duel = await rig.duel()
        while duel.status is Status.LIVE and duel.match is not None:
            match = duel.match
            await asyncio.gather(
                *(
                    rig.arena.pick(
                        duel.id, player(duel, seat), str(match.legal_moves(seat)[-1 - seat]), match.turn
                    )
                    for seat in SEATS
                )
            )
            turns += 1
            duel = await rig.arena.duel(duel.id)
            assert duel.match is not None
            assert duel.match.turn == match.turn + 1


async def test_what_is_not_saved_yet_is_shown_to_nobody(rig: ArenaRig) -> None:
    duel = await rig.duel()
    picking = asyncio.create_task(rig.arena.pick(duel.id, ANN, "7", 1))
    await asyncio.sleep(0)
    assert (await rig.arena.duel(duel.id)).match == duel.match
    await picking
    assert (await rig.arena.duel(duel.id)).match != duel.match


@pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
async def test_every_game_is_played_to_its_end_and_stored_with_its_result(
    room: AnyRoom, rig: ArenaRig
) -> None:
    duel = await play_on(rig, await rig.duel(room), Random(1))
    assert duel.match is not None
    outcome = duel.match.outcome
    assert outcome is not None
    assert duel.ending == Ending(outcome.winner, Reason.RULES, rig.time.now)
    assert await rig.storage.duel(duel.id) == duel


@pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
async def test_the_computer_answers_at_once_and_its_picks_are_saved(room: AnyRoom, rig: ArenaRig) -> None:
    rig.time.now += 60
    challenge = await rig.arena.challenge(
        ANN, 99, room, PACES[0], rated=True, channel=CHANNEL, rival="sprout"
    )
    duel = await rig.arena.accept(challenge.id, ANN, 77)
    assert not duel.rated
    duel = await play_on(rig, duel, Random(2))
    assert duel.ending is not None
    assert await rig.storage.duel(duel.id) == duel


async def test_resigning_loses_and_ends_the_duel(rig: ArenaRig) -> None:
    duel = await rig.duel()
    seat = duel.seat_of(BEN)
    assert seat is not None
    await both_pick(rig, duel)
    ended = await rig.arena.resign(duel.id, BEN)
    assert ended.ending == Ending(other(seat), Reason.RESIGNED, rig.time.now)
    with pytest.raises(Refused, match="over"):
        await rig.arena.pick(duel.id, ANN, "7", 1)


async def both_pick(rig: ArenaRig, duel: Duel) -> None:
    await rig.arena.pick(duel.id, ANN, "7", 1)
    await rig.arena.pick(duel.id, BEN, "3", 1)


@pytest.mark.parametrize("leaver", [ANN, BEN])
async def test_who_leaves_before_both_have_picked_calls_the_duel_off(leaver: int, rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.arena.pick(duel.id, ANN, "7", 1)
    ended = await rig.arena.resign(duel.id, leaver)
    assert ended.status is Status.VOID
    assert ended.ending == Ending(None, Reason.RESIGNED, rig.time.now)
    assert ended.changes is None
    assert await rig.storage.duel(duel.id) == ended
    assert await rating_of(rig, ANN) is None
    assert (await rig.ledger.recount(GUILD)).is_empty


async def test_who_is_late_before_both_have_picked_loses_nothing(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.arena.pick(duel.id, ANN, "7", 1)
    await rig.pass_time(61)
    ended = await rig.arena.duel(duel.id)
    assert (ended.status, ended.winner) == (Status.VOID, None)
    assert await rating_of(rig, BEN) is None


async def test_in_a_game_of_turns_the_second_player_has_to_pick_too(rig: ArenaRig) -> None:
    duel = await rig.duel(TEN)
    await rig.arena.pick(duel.id, player(duel, 0), "4", 1)
    assert (await rig.arena.resign(duel.id, player(duel, 0))).status is Status.VOID
    duel = await rig.duel(TEN)
    await rig.arena.pick(duel.id, player(duel, 0), "4", 1)
    await rig.arena.pick(duel.id, player(duel, 1), "5", 2)
    assert (await rig.arena.resign(duel.id, player(duel, 0))).winner == player(duel, 1)


async def test_called_off_duels_count_in_no_series_and_leave_the_next_at_full_weight(rig: ArenaRig) -> None:
    for _ in range(5):
        await rig.arena.resign((await rig.duel()).id, ANN)
    first, second = (await rig.challenge()).stakes
    assert (first.won, second.won) == (0, 0)
    assert first.prospect == (69, -69)


async def test_whoever_alone_is_late_loses(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await both_pick(rig, duel)
    await rig.arena.pick(duel.id, ANN, "5", 2)
    await rig.pass_time(61)
    ended = await rig.arena.duel(duel.id)
    assert ended.winner == ANN
    assert ended.ending is not None
    assert ended.ending.reason is Reason.TIME


async def test_if_both_are_late_nobody_wins(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.pass_time(61)
    ended = await rig.arena.duel(duel.id)
    assert ended.status is Status.VOID
    assert ended.winner is None


async def test_every_turn_has_its_own_time(rig: ArenaRig) -> None:
    duel = await rig.duel(TEN)
    for turn, digit in enumerate("124", 1):
        await rig.pass_time(50)
        assert duel.match is not None
        (seat,) = duel.match.waiting
        duel = await rig.arena.pick(duel.id, player(duel, seat), digit, turn)
    assert duel.status is Status.LIVE
    await rig.pass_time(61)
    assert (await rig.arena.duel(duel.id)).status is Status.WON


async def test_the_late_are_reminded_once_and_nobody_else(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.arena.pick(duel.id, ANN, "7", 1)
    await rig.pass_time(45)
    await rig.pass_time(5)
    (late,) = rig.recorded.late_duels
    assert late.match is not None
    assert [player(late, seat) for seat in late.match.waiting] == [BEN]


async def test_a_duel_whose_place_is_gone_ends_without_a_result(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.arena.void(duel.id)
    ended = await rig.arena.duel(duel.id)
    assert (ended.status, ended.winner) == (Status.VOID, None)


async def test_a_rematch_is_mutual_and_swaps_the_seats(rig: ArenaRig) -> None:
    duel = await resigned(rig.arena, (await rig.duel()).id, ANN)
    offer = await rig.arena.rematch(duel.id, ANN, 88)
    assert offer.status is Status.CHALLENGE
    with pytest.raises(Refused, match="Wait for the other"):
        await rig.arena.rematch(duel.id, ANN, 88)
    again = await rig.arena.rematch(duel.id, BEN, 89)
    assert again.id == offer.id
    assert again.status is Status.LIVE
    assert again.players == (duel.players or ())[::-1]


async def test_only_the_players_can_have_a_rematch_and_only_after_the_end(rig: ArenaRig) -> None:
    duel = await rig.duel()
    with pytest.raises(Refused, match="still on"):
        await rig.arena.rematch(duel.id, ANN, 88)
    await resigned(rig.arena, duel.id, ANN)
    with pytest.raises(Refused, match="Only the two players"):
        await rig.arena.rematch(duel.id, CLEO, 88)


async def test_a_duel_of_another_guild_is_not_known_here(rig: ArenaRig) -> None:
    duel = await rig.duel()
    with pytest.raises(Refused, match="not known here"):
        await rig.arenas.arena(GUILD + 1).pick(duel.id, ANN, "7", 1)


async def test_a_bid_without_points_is_not_asked_for(rig: ArenaRig) -> None:
    duel = await rig.duel(BIDBATTLE)
    first, second = player(duel, 0), player(duel, 1)
    await rig.arena.pick(duel.id, first, "100", 1)
    duel = await rig.arena.pick(duel.id, second, "1", 1)
    with pytest.raises(Refused, match="nothing for you to pick"):
        await rig.arena.pick(duel.id, first, "1", 2)


async def test_your_open_duels_are_listed_oldest_first(rig: ArenaRig) -> None:
    first = await rig.duel()
    second = await rig.challenge(TEN, challenged=None)
    assert [duel.id for duel in await rig.arena.open_of(ANN)] == [first.id, second.id]
    assert [duel.id for duel in await rig.arena.open_of(BEN)] == [first.id]
    assert HIGHLOW.game.key == "highlow"


async def test_what_is_noted_while_a_pick_is_being_saved_stays_noted(rig: ArenaRig) -> None:
    duel = await rig.duel()
    async with duels_locked(rig.database):
        placing = asyncio.create_task(rig.arena.place(duel.id, CHANNEL, 99))
        await asyncio.sleep(0)
        picking = asyncio.create_task(rig.arena.pick(duel.id, ANN, "7", 1))
        await asyncio.sleep(0)
    await asyncio.gather(placing, picking)
    duel = await rig.arena.duel(duel.id)
    assert duel.board == 99
    assert duel.match is not None
    assert duel.match.sealed[duel.seat_of(ANN) or 0] == "7"


async def test_both_ask_for_a_rematch_at_the_same_instant_and_get_one(rig: ArenaRig) -> None:
    duel = await resigned(rig.arena, (await rig.duel()).id, ANN)
    answers = await asyncio.gather(rig.arena.rematch(duel.id, ANN, 88), rig.arena.rematch(duel.id, BEN, 89))
    assert len({answer.id for answer in answers}) == 1
    (again,) = await rig.arena.open_of(ANN)
    assert again.status is Status.LIVE


@pytest.mark.parametrize(("blocking", "blocked"), [(ANN, CLEO), (CLEO, ANN)])
async def test_an_open_challenge_is_not_for_those_who_block_each_other(
    blocking: int, blocked: int, rig: ArenaRig
) -> None:
    challenge = await rig.challenge(challenged=None)
    await rig.storage.block(blocking, blocked)
    with pytest.raises(Refused, match=r"^You can't accept this challenge\. Make your own with /duel\.$"):
        await rig.arena.accept(challenge.id, CLEO, 77)
    assert (await rig.arena.accept(challenge.id, BEN, 77)).status is Status.LIVE


async def test_whoever_is_blocked_cannot_offer_a_rematch(rig: ArenaRig) -> None:
    duel = await resigned(rig.arena, (await rig.duel()).id, ANN)
    await rig.storage.block(BEN, ANN)
    with pytest.raises(Refused, match="isn't taking challenges"):
        await rig.arena.rematch(duel.id, ANN, 88)
    assert await rig.arena.open_of(ANN) == []


async def test_a_challenge_does_not_expire_before_its_time(rig: ArenaRig) -> None:
    challenge = await rig.challenge()
    rig.time.now += CHALLENGE_LIFE - 1
    await rig.arena.expire(challenge.id)
    assert (await rig.arena.duel(challenge.id)).status is Status.CHALLENGE


async def test_the_alarm_of_a_turn_that_was_played_ends_nothing(rig: ArenaRig) -> None:
    duel = await rig.duel()
    for person in (ANN, BEN):
        await rig.arena.pick(duel.id, person, "7", 1)
    await rig.arena.run_out(duel.id, 1)
    assert (await rig.arena.duel(duel.id)).status is Status.LIVE


async def test_nobody_is_told_what_is_not_saved_yet(rig: ArenaRig) -> None:
    duel = await rig.duel()
    told = len(rig.recorded.changes)
    async with duels_locked(rig.database):
        picking = asyncio.create_task(rig.arena.pick(duel.id, ANN, "7", 1))
        await asyncio.sleep(0)
        assert len(rig.recorded.changes) == told
    await picking
    assert len(rig.recorded.changes) == told + 1


async def test_a_challenge_that_was_posted_meanwhile_is_not_withdrawn(rig: ArenaRig) -> None:
    challenge = await rig.challenge()
    await rig.arena.place(challenge.id, CHANNEL, 99)
    await rig.arena.forgo(challenge.id)
    assert (await rig.arena.duel(challenge.id)).status is Status.CHALLENGE
