"""Calls and direct messages while Discord is slow, refuses for minutes, or shuts the bot out."""

import pytest

from bot.arena.deadlines import CALL_AGAIN
from bot.duels.pace import PACES
from bot.ui.painting.calls import ACTIVE
from sandbox.people.person import Person
from tests.e2e.reaching.test_told import (
    SEND,
    called_again,
    challenged,
    gone,
    logged,
    pick,
    slow_duel,
    told,
)
from tests.support.evening import Evening, board_of, call_on, eventually, open_panel, panel_of, wait_for_board
from tests.support.games.boards import waited_for

MINUTE, TEN_MINUTES, DAY = PACES
DELETE = "DELETE /channels/{channel_id}/messages"
OPEN_DM = "POST /users/@me/channels"
MINUTES = 1_000.0
"""Seconds for which Discord stops a request; it is not waited for."""


def no_traceback(caplog: pytest.LogCaptureFixture) -> bool:
    return not [each for each in caplog.records if each.exc_info]


async def test_a_call_that_discord_stops_for_minutes_is_given_up_and_time_counts(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await challenged(evening, pace=DAY.label)
    evening.sandbox.faults.rate_limit(SEND, retry_after=MINUTES)
    await bob.press("Accept")
    await eventually(evening.all_clocks_run)
    assert len(evening.sandbox.traffic.matching("POST", "/messages")) == 1
    assert call_on(ann) is None
    assert "its players can't be called" in caplog.text
    assert no_traceback(caplog)


@pytest.mark.parametrize("where", [OPEN_DM, SEND])
async def test_who_can_get_no_direct_message_for_minutes_is_called_in_the_channel(
    evening: Evening, where: str, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await slow_duel(evening)
    await ann.slash("notify", on=True)
    await gone(ann)
    await pick(ann)
    evening.pass_time(ACTIVE + 1)
    evening.sandbox.faults.rate_limit(where, retry_after=MINUTES)
    await pick(bob)
    ping = await told(ann, "it is your turn")
    assert not ping.channel.is_dm
    assert "I can't send you direct messages" not in ping.text
    assert no_traceback(caplog)


async def test_a_call_that_can_not_be_deleted_for_minutes_does_not_stop_the_next_one(
    evening: Evening,
) -> None:
    ann, bob = await evening.duel("ten", pace=DAY.label)
    mover = ann if waited_for(board_of(ann)) == {"Ann"} else bob
    waiter = bob if mover is ann else ann
    evening.pass_time(ACTIVE + 1)
    evening.sandbox.faults.rate_limit(DELETE, retry_after=MINUTES)
    count = len(waiter.notified())
    await pick(mover)
    await called_again(waiter, count)


async def test_a_direct_message_waits_for_the_end_of_a_ban(evening: Evening) -> None:
    ann, bob = await slow_duel(evening)
    await ann.slash("notify", on=True)
    await gone(ann)
    await pick(ann)
    await pick_unseen(evening, bob, after=ACTIVE + 1)
    ping = await told(ann, "Your turn in")
    assert ping.channel.is_dm
    call = call_on(bob)
    assert call is None or "@Ann" not in call.text


async def pick_unseen(evening: Evening, person: Person, after: float) -> None:
    """Somebody picks while Discord shuts the bot out, which has already noticed that."""
    services = evening.bot.services
    arena = services.arenas.arena(evening.sandbox.world.guild("The Arena").id)
    (duel,) = await arena.open_of(person.id)
    assert duel.match is not None
    await services.announcer.finish()
    evening.pass_time(after)
    evening.sandbox.faults.ban(1)
    services.requests.buckets._note_ban(1.0)
    await arena.pick(duel.id, person.id, "2", duel.match.turn)


async def test_a_call_is_deleted_if_its_duel_has_ended_while_it_was_posted(evening: Evening) -> None:
    ann, bob = await challenged(evening)
    evening.sandbox.faults.delay(0.3, SEND)
    await bob.press("Accept")
    await evening.both_pick()
    await bob.slash("resign")
    evening.sandbox.faults.delay(0.6, "callback")
    await bob.press("Resign")
    await wait_for_board(ann, "by resignation")
    await told(ann, "accepted")
    await gone(ann)


async def test_the_shown_deadline_counts_if_the_call_comes_after_the_first_turn(evening: Evening) -> None:
    """Both were quick, so the clock of their second turn runs before the call is posted."""
    ann, bob = await challenged(evening, pace=MINUTE.label)
    evening.sandbox.faults.rate_limit(SEND, retry_after=0.5)
    await bob.press("Accept")
    for person, token in ((ann, "7"), (bob, "5")):
        await open_panel(person)
        await person.press(token, on=panel_of(person))
    began = evening.time.now
    evening.pass_time(30)
    await told(ann, "accepted")
    await evening.bot.services.announcer.finish()
    await wait_for_board(ann, f"Due <t:{int(began) + MINUTE.seconds}:R>")


async def test_who_could_not_be_called_is_called_again_some_minutes_later(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.ui.painting.painter.TRIES", 1)
    ann, bob = await challenged(evening, pace=DAY.label)
    evening.sandbox.faults.break_connection(SEND)
    await bob.press("Accept")
    await logged(caplog, "could not be painted (1 of 1 tries)")
    assert ann.notified() == []
    evening.pass_time(CALL_AGAIN)
    await told(ann, "accepted")
    await eventually(evening.all_clocks_run)


async def test_who_is_late_is_reminded_although_their_direct_message_was_still_on_its_way(
    evening: Evening,
) -> None:
    await evening.person("Ann").slash("notify", on=True)
    ann, bob = await evening.duel_with_panels()
    await ann.press("7", on=panel_of(ann))
    await gone(ann)
    evening.pass_time(ACTIVE + 1)
    evening.sandbox.faults.delay(0.5, SEND)
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(bob, "Round 1:")
    evening.pass_time(TEN_MINUTES.seconds - TEN_MINUTES.reminder + 1)
    await told(ann, "Your turn in")
    await told(ann, "your pick is missing")


async def test_the_bell_holds_in_other_servers_at_once(evening: Evening) -> None:
    ann, bob = await slow_duel(evening)
    await gone(ann)
    await evening.bot.services.storage.set_bell(ann.id, on=False)  # as a panel in another server does
    count = len(ann.notified())
    await pick(ann)
    evening.pass_time(ACTIVE + 1)
    await pick(bob)
    await wait_for_board(bob, "Round 2:")
    await evening.bot.services.announcer.finish()
    assert len(ann.notified()) == count
