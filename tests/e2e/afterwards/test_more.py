"""*More*: what is not needed every time, for the person who asks alone."""

import pytest

from bot.duels.pace import PACES
from sandbox.people.person import Person
from sandbox.people.screen import Seen
from tests.e2e.attacks.test_forgery import forge
from tests.support.evening import (
    Evening,
    begin_with_computer,
    board_of,
    call_off,
    duel_key_on,
    labels,
    panel_of,
    play,
    resign,
    wait_for_board,
)

pytestmark = pytest.mark.also_late

DAY = PACES[2]


async def more(evening: Evening, person: Person, on: Seen) -> Seen:
    """What *More* opens on this message."""
    key = duel_key_on(board_of(person))
    reply = await forge(evening.sandbox, person, on, f"duel:more:{key}")
    assert reply.message is not None
    assert reply.message.private
    return reply.message


async def test_on_a_panel_it_offers_the_way_out_and_both_stay_as_they_are(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    panel = panel_of(ann)
    shown = await more(evening, ann, panel)
    assert labels(shown) == ["Call it off"]
    await ann.press("7", on=panel)
    await bob.press("5", on=panel_of(bob))
    await ann.wait_for("You had the higher card")
    assert [seen for seen in ann.sees().messages if seen.id == shown.id] == [shown]
    shown = await more(evening, ann, panel)
    assert labels(shown) == ["Resign"]
    await ann.press("Resign", on=shown)
    assert "It costs you −69" in panel_of(ann).text


async def test_whoever_leaves_before_both_have_picked_reads_that_nobody_lost(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    await call_off(ann)
    for person in (ann, bob):
        await person.wait_for("One of you left before both had picked. Nobody won or lost.")


async def test_whoever_leaves_the_computer_at_once_reads_that_nobody_lost(evening: Evening) -> None:
    ann = evening.person("Ann")
    await begin_with_computer(ann, "highlow", level="oracle")
    await ann.wait_for("Your card")
    await call_off(ann)
    assert "You left before both had picked. Nobody won or lost." in panel_of(ann).text


async def test_at_a_day_per_pick_the_bell_is_there_too(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels(pace=DAY.label)
    shown = await more(evening, ann, panel_of(ann))
    assert labels(shown) == ["Call it off", "🔔 Pings: on"]
    await ann.press("🔔 Pings: on", on=shown)
    assert "I no longer ping you" in panel_of(ann).text


async def test_everybody_may_read_the_whole_seal_and_outsiders_nothing_else(evening: Evening) -> None:
    ann, _ = await evening.duel()
    shown = await more(evening, evening.person("Cleo"), board_of(ann))
    duel = await evening.bot.services.storage.duel(int(duel_key_on(board_of(ann)), 16))
    assert duel is not None
    assert duel.seed.seal in shown.text
    assert duel.secret.hex() not in shown.text
    assert shown.buttons == ()


async def test_after_the_end_it_holds_what_the_board_does_not(evening: Evening) -> None:
    ann = evening.person("Ann")
    await begin_with_computer(ann, "highlow", level="oracle")
    await evening.both_pick()
    await resign(ann)
    board = await wait_for_board(ann, "Final, by resignation")
    shown = await more(evening, ann, board)
    assert shown.id != board.id
    assert labels(shown) == ["Easier: Fox", "Fair play"]
    watching = await more(evening, evening.person("Bob"), board)
    assert labels(watching) == ["Fair play"]
    evening.pass_time(10)
    await ann.press("Easier: Fox", on=shown)
    assert labels(board_of(ann)) == ["Rules", "Begin", "Withdraw"]


async def test_it_works_after_a_restart(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels("ten")
    await play(ann, bob)
    board = await wait_for_board(bob, "wins")
    await evening.reopen()
    assert labels(await more(evening, bob, board)) == ["Fair play"]
