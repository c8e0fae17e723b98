"""On Discord an edit tells nobody: who is told of a duel and its turns, how, and how long that stays."""

import logging
import re
from collections import Counter
from functools import partial

import pytest

from bot.arena.limits import PAUSE
from bot.duels.pace import PACES
from bot.ui.painting.calls import ACTIVE
from sandbox.people.notifications import Ping
from sandbox.people.person import Person
from sandbox.people.screen import Seen
from tests.support.evening import (
    Evening,
    begin_with_computer,
    board_of,
    call_on,
    eventually,
    is_call,
    is_live,
    labels,
    open_panel,
    panel_of,
    picks_on,
    private_text,
    wait_for_board,
    wait_for_turn_of,
)
from tests.support.games.boards import waited_for

MINUTE, TEN_MINUTES, DAY = PACES
SILENT = 1 << 12
SEND = "POST /channels/{channel_id}/messages"


async def challenged(evening: Evening, game: str = "highlow", **options: object) -> tuple[Person, Person]:
    """Ann challenges Bob and looks away for a while."""
    ann, bob = evening.person("Ann"), evening.person("Bob")
    evening.pass_time(PAUSE)
    await ann.slash(f"duel {game}", opponent=bob, **options)
    evening.pass_time(ACTIVE + 1)
    return ann, bob


async def slow_duel(evening: Evening, game: str = "highlow") -> tuple[Person, Person]:
    """A duel at a day per pick, after its first turn."""
    ann, bob = await evening.duel_with_panels(game, pace=DAY.label)
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    return ann, bob


async def pick(person: Person) -> None:
    """The first possible pick, in a panel that was just opened."""
    await open_panel(person)
    await person.press(picks_on(panel_of(person))[0].custom_id, on=panel_of(person))


def pings_in_channels(person: Person) -> list[Ping]:
    return [ping for ping in person.notified() if not ping.channel.is_dm]


def calls_seen_by(person: Person) -> list[Seen]:
    return [seen for seen in person.sees().messages if is_call(seen)]


async def told(person: Person, text: str) -> Ping:
    """Waits until a message with this text calls the person."""

    async def is_told() -> bool:
        return any(text in ping.text for ping in person.notified())

    await eventually(is_told)
    return next(ping for ping in reversed(person.notified()) if text in ping.text)


async def gone(person: Person) -> None:
    """Waits until no message calls anybody in the channel that this person sees."""
    await person.wait_until(lambda _: call_on(person) is None, what="no call")


async def logged(caplog: pytest.LogCaptureFixture, text: str) -> None:
    async def is_logged() -> bool:
        return text in caplog.text

    await eventually(is_logged)


async def test_the_challenger_who_looks_away_learns_of_the_acceptance(evening: Evening) -> None:
    ann, bob = await challenged(evening)
    await bob.press("Accept")
    ping = await told(ann, "accepted")
    assert not ping.silent
    assert ping.channel == ann.channel
    call = call_on(ann)
    assert call is not None
    assert call.text.startswith("@Ann, Bob accepted your challenge to ")
    assert "Your hand is ready." in call.text
    assert [user["global_name"] for user in call.wire["mentions"]] == ["Ann"]
    assert str(board_of(ann).id) in call.text


async def test_a_call_whose_answer_was_lost_is_gone_when_nobody_needs_it(evening: Evening) -> None:
    ann, bob = await challenged(evening)
    evening.sandbox.faults.break_connection(SEND, times=50, late=True)
    await bob.press("Accept")
    await told(ann, "accepted")
    await pick(ann)
    evening.sandbox.faults.clear()
    await pick(bob)
    await gone(ann)
    assert len(pings_in_channels(ann)) == 1


async def test_the_button_of_the_call_opens_the_hand_also_after_a_restart(evening: Evening) -> None:
    ann, bob = await challenged(evening)
    await bob.press("Accept")
    await told(ann, "accepted")
    await evening.reopen()
    call = call_on(ann)
    assert call is not None
    await ann.press("Play", on=call)
    assert len(picks_on(panel_of(ann))) == 9


async def test_the_call_is_gone_when_the_challenger_has_picked_and_not_before(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    await bob.press("5", on=panel_of(bob))
    await wait_for_turn_of(bob, "Ann")
    assert call_on(ann) is not None
    await ann.press("7", on=panel_of(ann))
    await gone(bob)
    assert len(evening.sandbox.traffic.matching("DELETE", "/messages/")) == 1


async def test_the_call_is_gone_when_the_duel_ends_without_a_pick(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    assert call_on(bob) is not None
    await evening.both_pick()
    await bob.slash("resign")
    await bob.press("Resign")
    await wait_for_board(ann, "by resignation")
    await gone(ann)


async def test_a_call_that_stood_at_a_restart_is_deleted_after_it(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    await evening.reopen()
    assert call_on(bob) is not None
    await pick(ann)
    await gone(bob)


async def test_a_rematch_that_is_taken_reaches_the_one_who_offered_it(evening: Evening) -> None:
    ann, bob = await evening.duel()
    await evening.both_pick()
    await bob.slash("resign")
    await bob.press("Resign")
    await wait_for_board(ann, "by resignation")
    evening.pass_time(PAUSE)
    await ann.press("Rematch", on=board_of(ann))
    evening.pass_time(PAUSE)
    before = len(ann.notified())
    await bob.press("Accept")
    await eventually(evening.all_clocks_run)
    assert ["accepted" in ping for ping in ann.notified()[before:]] == [True]


async def test_nobody_is_called_to_a_duel_against_the_computer(evening: Evening) -> None:
    ann = evening.person("Ann")
    await begin_with_computer(ann, "highlow", opponent=evening.sandbox.world.bot, pace=DAY.label)
    evening.pass_time(ACTIVE + 1)
    await open_panel(ann)
    evening.pass_time(ACTIVE + 1)
    await ann.press("7", on=panel_of(ann))
    await wait_for_board(ann, "Round 1:")
    assert ann.notified() == []
    assert "🔔" not in labels(panel_of(ann))


async def test_where_nobody_may_be_pinged_the_call_is_silent_and_names_the_challenger(
    evening: Evening, manager: Person
) -> None:
    await manager.slash("settings")
    await manager.choose("settings:mentions", "Nobody", on=panel_of(manager))
    ann, bob = await challenged(evening)
    await bob.press("Accept")
    await bob.wait_for("Ann, Bob accepted")
    call = call_on(bob)
    assert call is not None
    assert call.wire["flags"] & SILENT
    assert call.wire["mentions"] == []
    assert ann.notified() == []


async def test_a_call_that_can_not_be_posted_is_no_fault_and_time_counts(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await challenged(evening, pace=MINUTE.label)
    evening.sandbox.faults.answer(403, SEND)
    await bob.press("Accept")
    await eventually(evening.all_clocks_run)
    assert call_on(ann) is None
    assert "its players can't be called" in caplog.text
    assert "Traceback" not in caplog.text
    evening.pass_time(MINUTE.seconds + 1)
    await wait_for_board(ann, "Called off")


async def test_the_first_clock_starts_when_the_challenger_was_told(evening: Evening) -> None:
    ann, bob = await challenged(evening, pace=MINUTE.label)
    evening.sandbox.faults.rate_limit(SEND, retry_after=0.3)
    await bob.press("Accept")
    evening.pass_time(45)
    await eventually(evening.all_clocks_run)
    await wait_for_board(bob, f"Due <t:{int(evening.time.now) + MINUTE.seconds}:R>")
    evening.pass_time(MINUTE.seconds - MINUTE.reminder - 5)
    assert "your pick is missing" not in ann.sees().text
    evening.pass_time(10)
    await told(ann, "your pick is missing")


async def test_after_a_crash_before_the_telling_nobody_loses_time(evening: Evening) -> None:
    ann, bob = await challenged(evening, pace=MINUTE.label)
    evening.sandbox.faults.break_connection(SEND, times=50)
    await bob.press("Accept")
    await evening.close()
    evening.sandbox.faults.clear()
    evening.time.now += 3600
    evening.sandbox.clock.advance(3600)
    await evening.open()
    await told(ann, "accepted")
    await wait_for_board(ann, f"Due <t:{int(evening.time.now) + MINUTE.seconds}:R>")
    assert len(calls_seen_by(ann)) == 1


async def test_a_turn_of_a_slow_duel_reaches_who_is_away_once(evening: Evening) -> None:
    ann, bob = await slow_duel(evening)
    await gone(ann)
    before = Counter({person.name: len(person.notified()) for person in (ann, bob)})
    evening.pass_time(DAY.seconds / 2)
    await pick(ann)
    evening.pass_time(ACTIVE + 1)
    await pick(bob)
    await wait_for_board(bob, "Round 2:")
    ping = await told(ann, "it is your turn")
    assert re.search(r"Deadline <t:\d+:R>\.", call_text(ann))
    assert not ping.silent
    assert len(ann.notified()) == before["Ann"] + 1
    assert len(bob.notified()) == before["Bob"]
    await pick(ann)
    await gone(bob)


def call_text(person: Person) -> str:
    call = call_on(person)
    assert call is not None
    return call.text


async def test_each_turn_replaces_the_call_of_the_one_before(evening: Evening) -> None:
    ann, bob = await evening.duel("ten", pace=DAY.label)
    for _ in range(3):
        mover = ann if waited_for(board_of(ann)) == {"Ann"} else bob
        waiter = bob if mover is ann else ann
        evening.pass_time(ACTIVE + 1)
        count = len(waiter.notified())
        await pick(mover)
        await called_again(waiter, count)
        await waiter.wait_until(lambda _: len(calls_seen_by(ann)) == 1)
        assert f"@{waiter.name}, it is your turn" in call_text(ann)
        await eventually(partial(is_shown_as_mover, waiter, ann))


async def is_shown_as_mover(person: Person, watcher: Person) -> bool:
    return waited_for(board_of(watcher)) == {person.name}


async def called_again(person: Person, count: int) -> None:
    """Waits until more than so many messages have called the person."""

    async def is_more() -> bool:
        return len(person.notified()) > count

    await eventually(is_more)


async def test_the_bell_on_the_panel_switches_pings_at_new_turns(evening: Evening) -> None:
    ann, bob = await slow_duel(evening)
    assert "🔔" in labels(panel_of(ann))
    await ann.press("🔔", on=panel_of(ann))
    assert "🔕" in labels(panel_of(ann))
    assert "no longer ping you" in panel_of(ann).text
    await gone(ann)
    count = len(ann.notified())
    await pick(ann)
    evening.pass_time(ACTIVE + 1)
    await pick(bob)
    await wait_for_board(bob, "Round 2:")
    await evening.reopen()
    await open_panel(ann)
    assert "🔕" in labels(panel_of(ann))
    assert len(ann.notified()) == count
    await ann.press("🔕", on=panel_of(ann))
    await pick(ann)
    evening.pass_time(ACTIVE + 1)
    await pick(bob)
    await told(ann, "it is your turn")


async def test_fast_duels_have_no_bell_and_no_calls_to_turns(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    assert "🔔" not in labels(panel_of(ann))
    await ann.press("7", on=panel_of(ann))
    await gone(ann)
    count = len(ann.notified())
    evening.pass_time(ACTIVE + 1)
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(bob, "Round 1:")
    assert len(ann.notified()) == count
    assert call_on(bob) is None


async def test_who_gets_a_direct_message_is_not_pinged_in_the_channel_too(evening: Evening) -> None:
    ann, bob = await slow_duel(evening)
    await ann.slash("notify", on=True)
    await gone(ann)
    count = len(pings_in_channels(ann))
    await pick(ann)
    evening.pass_time(ACTIVE + 1)
    await pick(bob)
    letter = await told(ann, "Your turn in [High-Low Battle]")
    assert re.search(r"\) against Bob\. Deadline <t:\d+:R>\.", letter.text)
    assert len(pings_in_channels(ann)) == count
    assert call_on(bob) is None


async def test_of_direct_messages_about_a_duel_one_is_left_and_none_after_the_pick(evening: Evening) -> None:
    ann, bob = await slow_duel(evening)
    await ann.slash("notify", on=True)
    await pick(ann)
    evening.pass_time(ACTIVE + 1)
    await pick(bob)
    await told(ann, "Your turn in [High-Low Battle]")
    await evening.reopen()
    letters = ann.go_to_dms()
    assert letters.sees().text.count("Your turn in") == 1
    await open_panel(letters)
    await letters.press(picks_on(panel_of(ann))[0].custom_id, on=panel_of(ann))
    await letters.wait_until(lambda screen: "Your turn in" not in screen)


async def test_closed_direct_messages_switch_notify_off_after_one_notice(evening: Evening) -> None:
    ann, bob = await slow_duel(evening)
    await ann.slash("notify", on=True)
    evening.sandbox.faults.close_dms(ann)
    for _ in range(2):
        await pick(ann)
        evening.pass_time(ACTIVE + 1)
        count = len(ann.notified())
        await pick(bob)
        await called_again(ann, count)
    notices = [ping for ping in ann.notified() if "I can't send you direct messages" in ping]
    assert len(notices) == 1
    refused = [each for each in evening.sandbox.traffic.exchanges if each.status == 403]
    assert len(refused) == 1


async def test_a_reminder_is_gone_when_its_turn_is_over(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels(pace=MINUTE.label)
    await ann.press("7", on=panel_of(ann))
    await wait_for_turn_of(bob, "Bob")
    evening.pass_time(MINUTE.seconds - MINUTE.reminder + 1)
    await told(bob, "your pick is missing")
    reminder = call_on(bob)
    assert reminder is not None
    assert is_live(reminder)
    await bob.press("Play", on=reminder)
    await bob.press("5", on=panel_of(bob))
    await gone(ann)


async def test_a_reminder_is_gone_when_time_has_run_out_also_after_a_restart(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels(pace=MINUTE.label)
    evening.pass_time(MINUTE.seconds - MINUTE.reminder + 1)
    await told(ann, "your pick is missing")
    await evening.reopen()
    assert call_on(ann) is not None
    evening.pass_time(MINUTE.seconds)
    await wait_for_board(ann, "Called off")
    await gone(ann)


async def test_a_reminder_that_discord_keeps_waiting_is_not_sent_after_the_deadline(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr("bot.ui.painting.calls.SHORTEST_NOTICE", 0.01)
    ann, bob = await evening.duel_with_panels(pace=MINUTE.label)
    await ann.press("7", on=panel_of(ann))
    await gone(bob)
    evening.sandbox.faults.rate_limit(SEND, retry_after=2.0)
    evening.pass_time(MINUTE.seconds - 0.5)
    await logged(caplog, "too late for a reminder")
    assert not any("your pick is missing" in ping for ping in bob.notified())
    assert call_on(bob) is None


async def test_a_reminder_with_hardly_any_time_left_is_not_sent(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    ann, bob = await evening.duel_with_panels(pace=MINUTE.label)
    await ann.press("7", on=panel_of(ann))
    await gone(bob)
    evening.pass_time(MINUTE.seconds - 1)
    await logged(caplog, "too late for a reminder")
    assert not any("your pick is missing" in ping for ping in bob.notified())


async def test_a_duel_that_is_listed_says_when_time_is_up_once_its_clock_runs(evening: Evening) -> None:
    ann, _ = await evening.duel(pace=MINUTE.label)
    assert f"<t:{int(evening.time.now) + MINUTE.seconds}:R>" in private_text(await ann.slash("duels"))
