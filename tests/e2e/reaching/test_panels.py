"""Panels on the real Discord: reached through the token of their last press, and one for each player."""

import logging

import pytest

from bot.ui.painting.panels import OPEN_ELSEWHERE, TOKEN_LIFE
from sandbox.people.person import Person
from sandbox.people.screen import Screen, Seen
from tests.support.evening import Evening, eventually, open_panel, panel_of, picks_on, play, wait_for_board

DELETE, EDIT = "DELETE /webhooks", "PATCH /webhooks"


def panels_of(screen: Screen) -> list[Seen]:
    return [seen for seen in screen.messages if seen.private]


async def has_one_panel(person: Person) -> None:
    await person.wait_until(lambda screen: len(panels_of(screen)) == 1)


async def may_pick(person: Person) -> None:
    await person.wait_until(lambda _: picks_on(panel_of(person)))


async def test_a_panel_is_repainted_through_the_token_of_the_last_press_in_it(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels("highlow")
    for card in ("7", "5", "3"):
        await ann.press(card, on=panel_of(ann))
        await bob.press(card, on=panel_of(bob))
        for person in (ann, bob):
            await may_pick(person)
    edits = evening.sandbox.traffic.matching("PATCH", "/webhooks/")
    assert edits
    assert all(edit.path.endswith("/@original") and edit.status == 200 for edit in edits)


async def test_a_panel_is_repainted_after_a_form_that_was_opened_in_it(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels("bidbattle")
    for person in (ann, bob):
        await person.press("Other bid…", on=panel_of(person))
        await person.fill({"A whole number from 1 to 100": "12"})
    for person in (ann, bob):
        await may_pick(person)


async def test_a_level_that_was_chosen_becomes_a_panel_that_is_repainted(evening: Evening) -> None:
    ann = evening.person("Ann")
    await ann.slash("duel highlow")
    await ann.press("Play the computer")
    await ann.press("Fox")
    await wait_for_board(ann, "Round 1")
    await open_panel(ann)
    await has_one_panel(ann)
    await play(ann)
    await ann.wait_until(lambda _: panel_of(ann).text.startswith(("### You won", "### You lost")))


async def test_a_panel_that_is_opened_again_takes_the_place_of_the_old_one(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels("highlow")
    for _ in range(3):
        await open_panel(ann)
    await has_one_panel(ann)
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await ann.wait_until(lambda _: len(picks_on(panel_of(ann))) == 8)
    assert len(panels_of(ann.sees())) == 1


async def test_a_panel_in_which_was_pressed_is_removed_too_when_another_opens(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels("highlow")
    await ann.press("7", on=panel_of(ann))
    await open_panel(ann)
    await has_one_panel(ann)


async def test_the_new_panel_does_not_wait_for_the_removal_of_the_old_one(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels("highlow")
    evening.sandbox.faults.delay(0.5, DELETE)
    reply = await open_panel(ann)
    assert reply.message is not None
    assert len(panels_of(ann.sees())) == 2
    await has_one_panel(ann)


async def test_an_old_panel_that_discord_does_not_delete_becomes_one_line(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await evening.duel_with_panels("highlow")
    evening.sandbox.faults.answer(403, DELETE)
    await open_panel(ann)
    await ann.wait_for(OPEN_ELSEWHERE)
    assert [len(picks_on(seen)) for seen in panels_of(ann.sees())] == [0, 9]
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await ann.wait_until(lambda _: len(picks_on(panel_of(ann))) == 8)
    assert faults_in(caplog) == []


async def test_an_old_panel_whose_token_has_expired_stays(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels("highlow", pace="a day per pick")
    evening.pass_time(TOKEN_LIFE)
    await open_panel(ann)
    await evening.bot.services.announcer.finish()
    assert len(panels_of(ann.sees())) == 2
    assert evening.sandbox.traffic.matching("DELETE", "/webhooks/") == []


async def test_a_panel_that_discord_refuses_to_edit_is_forgotten_without_a_fault(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await evening.duel_with_panels("highlow")
    await ann.press("7", on=panel_of(ann))
    evening.sandbox.faults.answer(403, EDIT)
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(bob, "Round 1:")
    await eventually(lambda: is_forgotten(evening))
    assert faults_in(caplog) == []
    await open_panel(ann)
    assert len(picks_on(panel_of(ann))) == 8


async def is_forgotten(evening: Evening) -> bool:
    return len(evening.bot.services.announcer.panels) == 1


def faults_in(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.levelno >= logging.ERROR or record.exc_info]
