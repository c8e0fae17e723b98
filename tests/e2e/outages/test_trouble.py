"""Every failure has its planned answer."""

import asyncio
import logging

import pytest

from bot.ui.painting.panels import TOKEN_LIFE
from sandbox import NotAsExpected
from sandbox.people.person import Person
from tests.support.databases import duels_locked, picks_unsavable
from tests.support.evening import (
    Evening,
    board_of,
    duel_key_on,
    eventually,
    is_board,
    open_panel,
    panel_of,
    picks_on,
    play,
    press_more,
    private_text,
    recorded_pings,
    wait_for_board,
    wait_for_turn_of,
)

CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
SEND = "POST /channels/{channel_id}/messages"
WEBHOOK = "PATCH /webhooks"


async def plays_nothing(person: Person) -> bool:
    return "You are in no duel here" in private_text(await person.slash("duels"))


async def test_a_deleted_board_is_posted_again(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    lost = board_of(ann)
    evening.sandbox.faults.delete_message(lost)
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    board = await wait_for_board(ann, "Round 1:")
    assert board.id != lost.id
    await play(ann, bob)
    await wait_for_board(ann, "wins")
    assert sum(map(is_board, ann.sees().messages)) == 1


async def test_a_board_deleted_while_everybody_waits_comes_back_with_the_reminder(evening: Evening) -> None:
    ann, _ = await evening.duel(pace="a minute per pick")
    lost = board_of(ann)
    evening.sandbox.faults.delete_message(lost)
    evening.pass_time(45)
    reminder = await ann.wait_for("your pick is missing")
    assert board_of(ann).id != lost.id
    assert str(board_of(ann).id) in reminder.text


async def test_a_deleted_channel_ends_its_duels_without_a_result(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels()
    duels = ann.channel
    ann.go_to("lounge")
    evening.sandbox.faults.delete_channel(duels)
    await eventually(lambda: plays_nothing(ann))


async def test_leaving_a_server_ends_its_duels_without_a_result(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels()
    guild = ann.channel.guild_id
    (duel,) = await evening.bot.services.arenas.arena(guild).open_of(ann.id)
    evening.sandbox.faults.delete_guild(evening.sandbox.world.guild("The Arena"))

    async def is_over() -> bool:
        return (await evening.bot.services.arenas.arena(guild).duel(duel.id)).status == "void"

    await eventually(is_over)
    assert (await evening.bot.services.arenas.arena(guild).duel(duel.id)).winner is None


async def test_an_outage_of_the_server_ends_nothing(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    guild = evening.sandbox.world.guild("The Arena")
    evening.sandbox.faults.black_out(guild)
    evening.sandbox.faults.restore(guild)
    await play(ann, bob)


async def test_a_rate_limit_is_waited_out_and_what_happens_meanwhile_is_folded(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    evening.sandbox.faults.rate_limit(EDIT, retry_after=0.3)
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    statuses = [each.status for each in evening.sandbox.traffic.matching("PATCH", "/channels/")]
    assert statuses in ([429, 200], [429, 200, 200])


@pytest.mark.parametrize("status", [500, 503])
async def test_a_board_that_could_not_be_painted_is_painted_again(status: int, evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels()
    evening.sandbox.faults.answer(status, EDIT)
    await ann.press("7", on=panel_of(ann))
    await wait_for_turn_of(ann, "Bob")


async def seated(evening: Evening, *people: Person) -> list[Person]:
    """The people in the order of their seats."""
    duel = await evening.bot.services.storage.duel(number_of(people[0]))
    assert duel is not None
    seats = duel.players or ()
    return sorted(people, key=lambda person: seats.index(person.id))


def number_of(person: Person) -> int:
    """The duel on the newest board."""
    return int(duel_key_on(board_of(person)), 16)


@pytest.mark.parametrize("loser", [0, 1])
async def test_a_panel_that_could_not_be_painted_at_the_end_is_painted_again(
    loser: int, evening: Evening
) -> None:
    people = await seated(evening, *await evening.duel_with_panels())
    resigning, winning = people[loser], people[1 - loser]
    await evening.both_pick()
    await wait_for_board(winning, "Round 2")
    await press_more(resigning, "Resign", on=panel_of(resigning))
    evening.sandbox.faults.break_connection(WEBHOOK)
    await resigning.press("Resign", on=panel_of(resigning))
    await wait_for_board(winning, "Final, by resignation")
    await winning.wait_until(lambda _: not picks_on(panel_of(winning)))


async def test_what_is_learnt_of_a_duel_while_its_end_is_noted_reaches_its_board(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels()
    number, announcer, storage = number_of(ann), evening.bot.services.announcer, evening.bot.services.storage
    await evening.both_pick()
    await wait_for_board(ann, "Round 2")
    evening.sandbox.faults.delay(0.2, EDIT)
    await ann.slash("resign")
    await ann.press("Resign")

    async def is_being_noted() -> bool:
        return storage._notes._writer is not None

    async with duels_locked(evening.bot.services.database):
        await eventually(is_being_noted)
        duel = announcer._latest[number]
        announcer.changed(duel, duel.noted(tally=(3, 0)), None)
    await wait_for_board(ann, "of 3 who voted foresaw it")
    await announcer.finish()
    assert number not in announcer._latest


async def test_a_broken_connection_is_got_over(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    evening.sandbox.faults.break_connection(EDIT)
    evening.sandbox.faults.break_connection(WEBHOOK)
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    await ann.wait_until(lambda _: len(picks_on(panel_of(ann))) == 8)


async def test_an_answer_that_came_too_late_keeps_the_pick_and_repaints_by_the_other_route(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await evening.duel_with_panels()
    evening.sandbox.faults.delay(0.3, CALLBACK)
    pressing = asyncio.create_task(ann.press("7", on=panel_of(ann)))
    await asyncio.sleep(0)
    evening.sandbox.clock.advance(3.5)
    with pytest.raises(NotAsExpected, match="did not answer"):
        await pressing
    await ann.wait_until(lambda _: "Locked in" in panel_of(ann).text)
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    assert [r.levelname for r in caplog.records if "too late" in r.message] == ["WARNING"]


async def test_a_panel_whose_token_has_expired_is_left_alone_and_opened_again(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels(pace="a day per pick")
    old = panel_of(bob)
    evening.pass_time(16 * 60)
    await ann.press("7", on=panel_of(ann))
    await wait_for_turn_of(ann, "Bob")
    assert [e for e in evening.sandbox.traffic.exchanges if e.status in {401, 404}] == []
    await bob.press("5", on=old)
    await wait_for_board(ann, "Round 1:")
    evening.pass_time(16 * 60)
    await open_panel(ann)
    assert len(picks_on(panel_of(ann))) == 8


async def test_a_token_that_discord_no_longer_takes_is_no_fault(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await evening.duel_with_panels(pace="a day per pick")
    evening.sandbox.clock.advance(16 * 60)
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    assert [r for r in caplog.records if r.levelno >= logging.ERROR] == []


async def test_two_presses_at_once_count_once(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    panel = panel_of(ann)
    await asyncio.gather(ann.press("7", on=panel), ann.press("3", on=panel), ann.press("7", on=panel))
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    (duel,) = await evening.bot.services.arenas.arena(ann.channel.guild_id).open_of(ann.id)
    assert duel.match is not None
    assert duel.match.turn == 2
    await ann.wait_until(lambda _: len(picks_on(panel_of(ann))) == 8)


async def test_both_players_press_at_the_same_instant(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    for turn in range(1, 5):
        mine, theirs = panel_of(ann), panel_of(bob)
        first, last = picks_on(mine)[0], picks_on(theirs)[-1]
        await asyncio.gather(ann.press(first.custom_id, on=mine), bob.press(last.custom_id, on=theirs))
        for person in (ann, bob):
            await offered(person, 9 - turn)


async def offered(person: Person, cards: int) -> None:
    await person.wait_until(lambda _: len(picks_on(panel_of(person))) == cards)


async def test_a_press_on_an_old_panel_brings_it_up_to_date_with_a_sentence(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels(pace="a day per pick")
    old = panel_of(ann)
    evening.pass_time(TOKEN_LIFE)  # so that it can't be removed
    await open_panel(ann)
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    reply = await ann.press("3", on=old)
    assert reply.message is not None
    assert reply.message.id == old.id
    assert "That pick is for another turn." in reply.message.text
    assert [button.label for button in picks_on(reply.message)] == [*"12345689"]
    await bob.press("4", on=panel_of(bob))
    await wait_for_turn_of(ann, "Ann")
    await ann.press("3", on=old)
    await wait_for_board(ann, "Round 2:")


async def test_without_access_to_the_channel_play_goes_on_in_the_panels(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await evening.duel_with_panels()
    evening.sandbox.faults.take_permission(ann.channel, 1 << 10)
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await ann.wait_until(lambda _: len(picks_on(panel_of(ann))) == 8)
    await evening.bot.services.announcer.finish()
    assert any("no access to its board" in record.message for record in caplog.records)


async def test_a_fault_is_one_log_line_with_the_duel_and_one_apology(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    ann, _ = await evening.duel_with_panels()
    duel = f"{number_of(ann):x}"
    async with picks_unsavable(evening.bot.services.database):
        reply = await ann.press("7", on=panel_of(ann))
    assert private_text(reply).startswith("Sorry, something went wrong on our side.")
    (fault,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert duel in fault.message


async def test_a_dropped_gateway_is_resumed_and_play_goes_on(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    evening.sandbox.faults.drop_sockets()

    async def is_back() -> bool:
        return bool(evening.sandbox.gateway.connected)

    await eventually(is_back)
    await play(ann, bob)


async def test_an_answer_that_discord_stumbled_over_is_sent_again(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels()
    evening.sandbox.faults.answer(502, CALLBACK)
    reply = await ann.press("7", on=panel_of(ann))
    assert reply.message is not None
    assert "Locked in" in reply.message.text


async def test_an_answer_that_arrived_although_discord_denied_it_is_no_fault(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await evening.duel_with_panels()
    evening.sandbox.faults.answer(502, CALLBACK, late=True)
    await ann.press("7", on=panel_of(ann))
    assert "Locked in" in panel_of(ann).text
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    await evening.bot.services.announcer.finish()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_no_public_message_of_a_whole_match_pings_anybody(evening: Evening) -> None:
    ann, bob = await evening.duel("ten")
    with recorded_pings(evening.sandbox) as pings:
        await play(ann, bob)
        await wait_for_board(ann, "wins")
    assert not pings


@pytest.mark.parametrize("late", [False, True])
async def test_a_board_that_was_never_posted_is_posted_once_however_often_that_is_tried(
    evening: Evening, *, late: bool
) -> None:
    ann, bob = await evening.duel_with_panels()
    lost = board_of(ann)
    (duel,) = await evening.bot.services.arenas.arena(ann.channel.guild_id).open_of(ann.id)
    await evening.bot.services.arenas.arena(duel.guild).place(duel.id, duel.channel, None)
    evening.sandbox.faults.delete_message(lost)
    evening.sandbox.faults.break_connection(SEND, times=2, late=late)
    await evening.reopen()
    await ann.wait_until(lambda screen: any(map(is_board, screen.messages)))
    await open_panel(ann)
    await open_panel(bob)
    await play(ann, bob)
    assert sum(map(is_board, ann.sees().messages)) == 1


async def test_a_pick_in_a_panel_that_was_deleted_meanwhile_is_answered_in_a_new_one(
    evening: Evening,
) -> None:
    ann, _ = await evening.duel_with_panels()
    panel = panel_of(ann)
    evening.sandbox.faults.delay(0.2, CALLBACK)
    pressing = asyncio.create_task(ann.press("7", on=panel))
    await asyncio.sleep(0)
    message = evening.sandbox.platform.messages.get(panel.id)
    assert message is not None
    evening.sandbox.platform.messages.delete(message)
    reply = await pressing
    assert reply.message is not None
    assert reply.message.id != panel.id
    assert reply.message.private
    assert "Locked in" in reply.message.text


async def test_a_command_that_arrives_twice_makes_one_challenge(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    evening.sandbox.faults.repeat_presses()
    await ann.slash("duel highlow", opponent=bob)
    await evening.bot.services.announcer.finish()
    assert len(await evening.bot.services.arenas.arena(ann.channel.guild_id).open_of(ann.id)) == 1


async def test_a_pick_that_arrives_twice_counts_once(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await evening.duel_with_panels()
    evening.sandbox.faults.repeat_presses(2)
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    for person in (ann, bob):
        await offered(person, 8)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_an_interaction_that_arrives_twice_is_answered_once(evening: Evening) -> None:
    ann, _ = await evening.duel()
    before = len(evening.sandbox.traffic.matching("POST", "/callback"))
    evening.sandbox.faults.repeat_presses()
    await open_panel(ann)
    await open_panel(ann)
    await evening.bot.services.announcer.finish()
    assert len(evening.sandbox.traffic.matching("POST", "/callback")) == before + 2


async def test_a_lost_board_that_was_posted_unnoticed_is_painted_as_things_stand_by_then(
    evening: Evening,
) -> None:
    ann, bob = await evening.duel_with_panels()
    evening.sandbox.faults.delete_message(board_of(ann))
    evening.sandbox.faults.break_connection(SEND, late=True)
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    assert sum(map(is_board, ann.sees().messages)) == 1


async def test_a_board_that_is_deleted_as_soon_as_it_is_back_comes_back_again(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    evening.sandbox.faults.delete_message(board_of(ann))
    evening.sandbox.faults.delay(0.2, EDIT, times=3)
    await ann.press("7", on=panel_of(ann))
    again = await ann.wait_until(lambda screen: any(not seen.private for seen in screen.messages))
    evening.sandbox.faults.delete_message(next(seen for seen in again.messages if not seen.private))
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    await play(ann, bob)
    await wait_for_board(ann, "wins")
