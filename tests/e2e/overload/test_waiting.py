"""More people press than can be answered at once: all are answered in the end, and few are sent away."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.process.queues import server_of
from bot.ui.duels.panel import PRESS_AGAIN
from bot.ui.wire.overload import TOO_MANY, Overload
from sandbox.wire import CallbackType
from tests.support.databases import rows
from tests.support.evening import Evening, open_panel, panel_of, private_text

PICKS = "SELECT token FROM picks"
ELSEWHERE = server_of(1, None)


@contextmanager
def nobody_enters(evening: Evening, soon: int = 600, most_waiting: int = 100) -> Iterator[None]:
    """Somebody is inside and does not leave, and there is room for one."""
    overload = evening.bot.services.overload
    usual = overload.line, overload._soon
    tight = Overload(at_once=1, soon=soon, most_waiting=most_waiting)
    overload.line, overload._soon = tight.line, tight._soon
    assert overload.line._has_room(ELSEWHERE)
    overload.line._let_in(ELSEWHERE)
    try:
        yield
    finally:
        overload.line.leave(ELSEWHERE)
        overload.line, overload._soon = usual


async def test_a_press_that_has_to_wait_is_acknowledged_and_answered_in_its_turn(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels()
    hand = panel_of(ann)
    with nobody_enters(evening, soon=0):
        reply = await ann.press("7", on=hand)
        assert reply.kind is CallbackType.DEFERRED_UPDATE
        assert await rows(evening.address, PICKS) == []
        assert panel_of(ann).text == hand.text, "nothing is told before it is saved"
    await ann.wait_until(lambda _: "Locked in" in panel_of(ann).text)
    assert await rows(evening.address, PICKS) == [("7",)]


async def test_a_hand_that_has_to_wait_is_thought_about(evening: Evening) -> None:
    ann, _ = await evening.duel()
    with nobody_enters(evening, soon=0):
        reply = await open_panel(ann)
        assert reply.message is not None
        assert (reply.message.private, reply.message.thinking) == (True, True)
    await ann.wait_until(lambda _: not panel_of(ann).thinking)
    assert panel_of(ann).id == reply.message.id
    await ann.press("7", on=panel_of(ann))
    assert "Locked in" in panel_of(ann).text


async def test_a_form_that_can_not_be_opened_any_more_is_asked_for_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await evening.duel_with_panels("bidbattle")
    with monkeypatch.context() as patch:
        patch.setattr("bot.ui.wire.overload.LONGEST_SILENCE", 0.0)
        with nobody_enters(evening):
            reply = await ann.press("Other bid…", on=panel_of(ann))
            assert reply.form is None
        await ann.wait_until(lambda _: PRESS_AGAIN in panel_of(ann).text)
    assert (await ann.press("Other bid…", on=panel_of(ann))).form is not None


async def test_a_press_that_is_sent_away_gets_a_sentence_and_changes_nothing(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels()
    hand = panel_of(ann)
    with nobody_enters(evening, most_waiting=0):
        assert private_text(await ann.press("7", on=hand)) == TOO_MANY
        assert (await ann.press("7", on=hand)).kind is CallbackType.DEFERRED_UPDATE, "one sentence is enough"
    assert await rows(evening.address, PICKS) == []
    reply = await ann.press("7", on=hand)
    assert reply.message is not None
    assert "Locked in" in reply.message.text


async def test_a_command_that_is_sent_away_gets_a_sentence(evening: Evening) -> None:
    with nobody_enters(evening, most_waiting=0):
        assert private_text(await evening.person("Ann").slash("duels")) == TOO_MANY


async def test_a_slow_disk_costs_nobody_their_press(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is acknowledged while its handler waits, and the answer follows."""
    ann, _ = await evening.duel_with_panels()
    monkeypatch.setattr("bot.ui.wire.overload.LONGEST_SILENCE", 0.0)
    saved, add = asyncio.Event(), evening.bot.services.journal.add

    async def slowly(*given: object) -> object:
        await saved.wait()
        return await add(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(evening.bot.services.journal, "add", slowly)
    reply = await ann.press("7", on=panel_of(ann))
    assert reply.kind is CallbackType.DEFERRED_UPDATE
    saved.set()
    await ann.wait_until(lambda _: "Locked in" in panel_of(ann).text)
