"""What goes wrong with a duel after the first answer is told to who pressed, and the duel goes on."""

from pathlib import Path

import pytest

from bot.ui.wire.errors import APOLOGY
from sandbox.people.person import Person
from sandbox.people.screen import Seen
from sandbox.wire import CallbackType
from tests.support.evening import (
    Evening,
    board_of,
    duel_key_on,
    is_board,
    labels,
    open_panel,
    panel_of,
    picks_on,
    play,
    private_text,
    wait_for_board,
)
from tests.support.late_faults import MISHAPS, Mishap, fail_once, faults_in, told

THREAD = "POST /channels/{channel_id}/messages/{message_id}/threads"


@pytest.fixture
def address(tmp_path: Path) -> str:
    """One kind of database: what is tested here lies above it."""
    return f"sqlite:///{tmp_path / 'gauntlet.db'}"


def people(evening: Evening) -> tuple[Person, Person, Person]:
    return evening.person("Ann"), evening.person("Bob"), evening.person("Cleo")


async def want_threads(manager: Person) -> None:
    await manager.slash("settings")
    await manager.press("Threads: off")
    assert "Threads: on" in labels(panel_of(manager))


async def seen_board(person: Person) -> Seen:
    """The board, as soon as there is one."""
    await person.wait_until(lambda screen: any(map(is_board, screen.messages)), what="a board")
    return board_of(person)


async def play_on(ann: Person, bob: Person) -> None:
    """Both play to the end."""
    for person in (ann, bob):
        await seen_board(person)
    await play(ann, bob)
    await wait_for_board(ann, "wins")


@pytest.mark.parametrize("mishap", MISHAPS)
async def test_what_fails_after_a_challenge_was_accepted_is_told_and_the_duel_is_on(
    mishap: Mishap,
    evening: Evening,
    manager: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    ann, bob, cleo = people(evening)
    await want_threads(manager)
    await ann.slash("duel ten", opponent=bob)
    fail_once(monkeypatch, evening.bot.services.threads, "move", mishap.error)
    reply = await bob.press("Accept")
    assert reply.kind is CallbackType.UPDATE
    await told(bob, mishap.text, [ann, cleo])
    board = await seen_board(ann)
    assert faults_in(caplog) == mishap.logged(duel_key_on(board))
    await play_on(ann, bob)


async def test_a_duel_whose_thread_can_not_be_opened_stays_in_the_channel(
    evening: Evening,
    manager: Person,
    caplog: pytest.LogCaptureFixture,
) -> None:
    ann, bob, _ = people(evening)
    await want_threads(manager)
    await ann.slash("duel ten", opponent=bob)
    evening.sandbox.faults.break_connection(THREAD, times=2)
    await bob.press("Accept")
    await play_on(ann, bob)
    assert faults_in(caplog) == []
    assert any("opening its thread failed" in record.getMessage() for record in caplog.records)


async def test_a_challenge_whose_place_can_not_be_saved_stands_and_its_challenger_is_told(
    evening: Evening,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    ann, bob, cleo = people(evening)
    fail_once(monkeypatch, evening.bot.services.storage, "place", OSError("the disk is full"))
    reply = await ann.slash("duel ten", opponent=bob)
    assert reply.message is not None
    assert not reply.message.private
    await told(ann, APOLOGY, [bob, cleo])
    assert [fault.endswith(": fault") for fault in faults_in(caplog)] == [True]
    await bob.press("Accept", on=reply.message)
    await play_on(ann, bob)
    assert board_of(ann).id == reply.message.id


async def test_a_duel_whose_place_can_not_be_saved_when_it_is_accepted_is_on(
    evening: Evening,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    ann, bob, cleo = people(evening)
    await ann.slash("duel ten", opponent=bob)
    await lose_board(evening, ann)
    fail_once(monkeypatch, evening.bot.services.storage, "place", OSError("the disk is full"))
    reply = await bob.press("Accept")
    assert reply.kind is CallbackType.UPDATE
    await told(bob, APOLOGY, [ann, cleo])
    assert faults_in(caplog) == [f"duel {duel_key_on(board_of(ann))}: fault"]
    await play_on(ann, bob)


async def lose_board(evening: Evening, person: Person) -> None:
    """The bot doesn't know any more where this person's duel is shown."""
    arena = evening.bot.services.arenas.arena(person.channel.guild_id)
    (duel,) = await arena.open_of(person.id)
    await arena.place(duel.id, duel.channel, None)


async def test_a_panel_is_open_although_the_place_of_the_board_can_not_be_saved(
    evening: Evening,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    ann, bob, cleo = people(evening)
    await evening.duel("highlow")
    board = board_of(ann)
    await lose_board(evening, ann)
    fail_once(monkeypatch, evening.bot.services.storage, "place", OSError("the disk is full"))
    reply = await open_panel(ann)
    assert reply.message is not None
    assert len(picks_on(reply.message)) == 9
    await told(ann, APOLOGY, [bob, cleo])
    assert faults_in(caplog) == [f"duel {duel_key_on(board)}: fault"]
    await ann.press("7", on=reply.message)
    await open_panel(bob)
    await bob.press("5", on=panel_of(bob))
    assert (await wait_for_board(ann, "Round 1:")).id == board.id


@pytest.mark.parametrize("mishap", MISHAPS)
async def test_what_fails_after_a_rematch_was_accepted_is_told_and_the_rematch_is_on(
    mishap: Mishap,
    evening: Evening,
    manager: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    ann, bob, cleo = people(evening)
    await evening.duel("ten")
    await evening.both_pick()
    await ann.slash("resign")
    await ann.press("Resign")
    over = await wait_for_board(bob, "by resignation")
    await want_threads(manager)
    await ann.press("Rematch", on=over)
    fail_once(monkeypatch, evening.bot.services.threads, "move", mishap.error)
    reply = await bob.press("Rematch", on=over)
    assert "The rematch is on" in private_text(reply)
    await told(bob, mishap.text, [ann, cleo])
    assert reply.message in bob.sees().messages
    rematch = await wait_for_board(ann, "Turn 1")
    assert faults_in(caplog) == mishap.logged(duel_key_on(rematch))
    await play_on(ann, bob)


@pytest.mark.parametrize("mishap", MISHAPS)
async def test_what_fails_after_the_computer_took_up_a_challenge_is_told_and_the_duel_is_on(
    mishap: Mishap,
    evening: Evening,
    manager: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    ann, bob, cleo = people(evening)
    await want_threads(manager)
    await ann.slash("duel highlow")
    challenge = board_of(ann)
    await ann.press("Play the computer")
    fail_once(monkeypatch, evening.bot.services.threads, "move", mishap.error)
    panel = (await ann.press("Fox")).message
    assert panel is not None
    await told(ann, mishap.text, [bob, cleo])
    assert faults_in(caplog) == mishap.logged(duel_key_on(challenge))
    await ann.press("5", on=panel)
    assert (await wait_for_board(ann, "Round 2")).id == challenge.id
