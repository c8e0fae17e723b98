"""Deadlines, reminders and the grace after an outage, with a clock that the test sets."""

from bot.duels.duel import CHALLENGE_LIFE
from bot.duels.pace import PACES
from tests.support.evening import (
    Evening,
    begin_with_computer,
    board_of,
    labels,
    mentioned,
    panel_of,
    wait_for_board,
    wait_for_turn_of,
)

MINUTE = PACES[0]


async def test_whoever_alone_is_late_loses(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels(pace=MINUTE.label)
    await evening.both_pick()
    await wait_for_board(bob, "Round 2")
    await ann.press("7", on=panel_of(ann))
    evening.pass_time(MINUTE.seconds + 1)
    board = await wait_for_board(bob, "Final, on time")
    assert "@Ann wins" in board.text
    assert "Rematch" in labels(board)
    await bob.wait_until(lambda _: "### You lost\nYou ran out of time." in panel_of(bob).text)
    await ann.wait_until(lambda _: "### You won\nBob ran out of time." in panel_of(ann).text)


async def test_if_both_are_late_there_is_no_result(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels(pace=MINUTE.label)
    await evening.both_pick()
    evening.pass_time(MINUTE.seconds + 1)
    await wait_for_board(ann, "No result: both ran out of time.")


async def test_a_duel_in_which_not_both_have_picked_in_time_is_called_off(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels(pace=MINUTE.label)
    await ann.press("7", on=panel_of(ann))
    evening.pass_time(MINUTE.seconds + 1)
    board = await wait_for_board(bob, "Called off: time ran out before both had picked.")
    assert "-# High-Low Battle · " in board.text
    assert "rated" not in board.text


async def test_one_reminder_in_the_channel_mentions_only_the_late_person(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels(pace=MINUTE.label)
    await ann.press("7", on=panel_of(ann))
    await wait_for_turn_of(bob, "Bob")
    evening.pass_time(MINUTE.seconds - MINUTE.reminder + 1)
    reminder = await ann.wait_for("@Bob, your pick is missing")
    assert mentioned(reminder) == {"Bob"}
    assert f"/{board_of(ann).id}" in reminder.text
    evening.pass_time(5)
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    assert sum("your pick is missing" in ping for ping in bob.notified()) == 1


async def test_the_reminder_goes_to_both_when_both_are_late(evening: Evening) -> None:
    ann, _ = await evening.duel(pace=MINUTE.label)
    evening.pass_time(MINUTE.seconds - MINUTE.reminder + 1)
    assert mentioned(await ann.wait_for("your pick is missing")) == {"Ann", "Bob"}


async def test_the_computer_is_not_reminded(evening: Evening) -> None:
    ann = evening.person("Ann")
    await begin_with_computer(ann, "highlow", opponent=evening.sandbox.world.bot, pace=MINUTE.label)
    evening.pass_time(MINUTE.seconds - MINUTE.reminder + 1)
    assert mentioned(await ann.wait_for("your pick is missing")) == {"Ann"}
    evening.pass_time(MINUTE.reminder)
    await wait_for_board(ann, "Called off: time ran out before both had picked.")


async def test_a_deadline_that_passed_while_the_bot_was_away_leaves_a_grace_period(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels(pace=MINUTE.label)
    await ann.press("7", on=panel_of(ann))
    await wait_for_turn_of(bob, "Bob")
    await evening.reopen(after=3600)
    await wait_for_board(ann, f"Due <t:{int(evening.time.now) + 60}:R>")
    evening.pass_time(30)
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")


async def test_after_the_grace_time_runs_out_as_ever_with_one_reminder(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels(pace=MINUTE.label)
    await evening.both_pick()
    await wait_for_board(bob, "Round 2")
    await ann.press("7", on=panel_of(ann))
    await wait_for_turn_of(bob, "Bob")
    await evening.reopen(after=3600)
    evening.pass_time(45)
    assert mentioned(await ann.wait_for("@Bob, your pick is missing")) == {"Bob"}
    evening.pass_time(20)
    assert "@Ann wins" in (await wait_for_board(ann, "Final, on time")).text


async def test_a_reminder_given_before_a_restart_is_not_repeated(evening: Evening) -> None:
    ann, _ = await evening.duel(pace=MINUTE.label)
    evening.pass_time(MINUTE.seconds - MINUTE.reminder + 1)
    await ann.wait_for("your pick is missing")
    await evening.reopen()
    evening.pass_time(45)
    evening.pass_time(20)
    await wait_for_board(ann, "Called off")
    assert sum("your pick is missing" in ping for ping in ann.notified()) == 1


async def test_a_challenge_and_a_rematch_offer_expire_after_a_restart_too(evening: Evening) -> None:
    ann, bob = await evening.duel()
    await evening.both_pick()
    await ann.slash("resign")
    await ann.press("Resign")
    await wait_for_board(bob, "by resignation")
    await bob.press("Rematch", on=board_of(bob))
    evening.pass_time(10)
    await ann.slash("duel ten", opponent=bob)
    await evening.reopen(after=60)
    assert "Accept" in labels(board_of(bob))
    evening.pass_time(CHALLENGE_LIFE)
    await ann.wait_for("Nobody took up @Ann's challenge")
    await ann.wait_for("Nobody took up @Bob's challenge")
