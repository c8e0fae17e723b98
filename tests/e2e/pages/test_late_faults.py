"""What goes wrong on a page after a deferral or a first answer is told to the person, and to nobody else."""

from pathlib import Path

import pytest

from bot.ui.pages.settings import COUNTING
from bot.ui.wire.errors import APOLOGY
from sandbox.people.person import Person
from sandbox.people.screen import Seen
from sandbox.wire import CallbackType
from sandbox.world.entities import Guild
from tests.e2e.attacks.test_forgery import forge
from tests.support.databases import table_hidden
from tests.support.evening import (
    Evening,
    board_of,
    duel_key_on,
    eventually,
    labels,
    open_panel,
    panel_of,
    private_text,
    wait_for_board,
)
from tests.support.late_faults import MISHAPS, Mishap, fail_once, faults_in, told

WEBHOOK = "PATCH /webhooks"


@pytest.fixture
def address(tmp_path: Path) -> str:
    """One kind of database: what is tested here lies above it."""
    return f"sqlite:///{tmp_path / 'gauntlet.db'}"


@pytest.fixture
def ann(evening: Evening) -> Person:
    return evening.person("Ann")


@pytest.fixture
def bob(evening: Evening) -> Person:
    return evening.person("Bob")


@pytest.fixture
async def over(evening: Evening, ann: Person, bob: Person) -> Seen:
    """The board of a duel that Bob has won, because Ann resigned after the first pick."""
    await evening.bot.services.drawing.close()  # a review without a picture comes sooner
    await evening.duel("ten")
    for person in (ann, bob):
        await open_panel(person)
    for person in (ann, bob):
        if "1" in labels(panel_of(person)):
            await person.press("1", on=panel_of(person))
            break
    await evening.both_pick()
    await ann.slash("resign")
    await ann.press("Resign")
    await bob.wait_for("You won")
    return await wait_for_board(bob, "Final, by resignation")


@pytest.fixture
async def asked(manager: Person, over: Seen) -> Seen:
    """The question whether the manager wants to reset the leaderboard on which Bob is first."""
    assert over.buttons
    await manager.slash("settings")
    await manager.press("Reset a leaderboard…")
    await manager.choose("Which one?", "Battle to Ten")
    return panel_of(manager)


async def ranked(evening: Evening, guild: Guild) -> int:
    """How many people are on the leaderboard."""
    return (await evening.bot.services.ledger.loss_preview(guild.id, "ten")).people


async def reset(manager: Person) -> None:
    await manager.press("Reset it")
    await manager.wait_for("Max has reset the leaderboard of Battle to Ten.")


@pytest.mark.parametrize("place", ["duels", "direct messages"])
async def test_an_export_that_fails_ends_with_an_apology(
    place: str, evening: Evening, ann: Person, bob: Person, caplog: pytest.LogCaptureFixture
) -> None:
    await ann.slash("notify", on=True)
    ann.dismiss(panel_of(ann))
    others = [bob]
    if place == "direct messages":
        ann.go_to_dms()
        others = []
    async with table_hidden(evening.bot.services.database, "puzzles"):
        reply = await ann.slash("mydata export")
        assert reply.kind is CallbackType.DEFERRED_MESSAGE
        sentence = await told(ann, APOLOGY, others)
    assert reply.message is not None
    assert sentence.id == reply.message.id, "it stands where the bot was thinking"
    assert faults_in(caplog) == ["duel -: fault"]
    await ann.slash("mydata export")
    assert (await ann.wait_for("everything stored about you")).files == ("mydata.json",)


async def test_an_export_whose_file_discord_refuses_ends_with_an_apology(
    evening: Evening, ann: Person, bob: Person
) -> None:
    await ann.slash("notify", on=True)
    evening.sandbox.faults.answer(413, WEBHOOK)
    await ann.slash("mydata export")
    assert (await told(ann, APOLOGY, [bob])).files == ()
    await ann.slash("mydata export")
    await ann.wait_for("everything stored about you")


async def test_a_deletion_that_fails_is_apologised_for_and_can_be_asked_for_again(
    evening: Evening, ann: Person, bob: Person, caplog: pytest.LogCaptureFixture
) -> None:
    await ann.slash("notify", on=True)
    await ann.slash("mydata delete")
    async with table_hidden(evening.bot.services.database, "puzzles"):
        reply = await ann.press("Delete my data")
        assert private_text(reply) == "Your data is being deleted…"
        await told(ann, APOLOGY, [bob])
    assert faults_in(caplog) == ["duel -: fault"]
    assert "Your data is deleted." not in ann.sees()
    assert await evening.bot.services.storage.notifies(ann.id)
    await ann.slash("mydata delete")
    await ann.press("Delete my data")
    await ann.wait_for("Your data is deleted.")
    assert not await evening.bot.services.storage.notifies(ann.id)


@pytest.mark.parametrize("mishap", MISHAPS)
@pytest.mark.parametrize("name", ["Ann", "Cleo"])
async def test_a_review_that_fails_ends_with_one_sentence(
    mishap: Mishap,
    name: str,
    evening: Evening,
    over: Seen,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    reader, bob = evening.person(name), evening.person("Bob")
    fail_once(monkeypatch, evening.bot.services.reviews, "review", mishap.error)
    reply = await reader.press("Review", on=over)
    assert reply.kind is CallbackType.DEFERRED_MESSAGE
    sentence = await told(reader, mishap.text, [bob])
    assert reply.message is not None
    assert sentence.id == reply.message.id, "it stands where the bot was thinking"
    assert faults_in(caplog) == mishap.logged(duel_key_on(over))
    await reader.press("Review", on=over)
    await reader.wait_for("Turning point")


@pytest.mark.parametrize("mishap", MISHAPS)
async def test_a_page_that_fails_leaves_the_review_as_it_was_and_says_so(
    mishap: Mishap,
    evening: Evening,
    over: Seen,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.press("Review", on=over)
    review = await ann.wait_for("Turning point")
    fail_once(monkeypatch, evening.bot.services.reviews, "review", mishap.error)
    reply = await ann.press("Step by step", on=review)
    assert reply.kind is CallbackType.DEFERRED_UPDATE
    sentence = await told(ann, mishap.text, [bob])
    assert sentence.id != review.id
    assert review in ann.sees().messages
    assert faults_in(caplog) == mishap.logged(duel_key_on(over))
    await ann.press("Step by step", on=review)
    assert (await ann.wait_for("Review, step 1 of")).id == review.id


@pytest.mark.parametrize("mishap", MISHAPS)
async def test_a_page_that_fails_where_everybody_reads_says_so_in_private(
    mishap: Mishap,
    evening: Evening,
    over: Seen,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    fail_once(monkeypatch, evening.bot.services.reviews, "review", mishap.error)
    reply = await forge(evening.sandbox, ann, over, f"duel:page:{duel_key_on(over)}:1")
    assert reply.kind is CallbackType.DEFERRED_MESSAGE
    await told(ann, mishap.text, [bob])
    assert board_of(bob) == over
    assert faults_in(caplog) == mishap.logged(duel_key_on(over))


async def test_a_reset_that_fails_leaves_the_leaderboard_and_its_question(
    evening: Evening,
    manager: Person,
    asked: Seen,
    guild: Guild,
    bob: Person,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with table_hidden(evening.bot.services.database, "resets"):
        reply = await manager.press("Reset it")
        assert reply.kind is CallbackType.DEFERRED_UPDATE
        await told(manager, APOLOGY, [bob])
    assert asked in manager.sees().messages
    assert await ranked(evening, guild) == 2
    assert faults_in(caplog) == ["duel -: fault"]
    await reset(manager)
    assert await ranked(evening, guild) == 0


async def test_a_reset_that_fails_where_everybody_reads_says_so_in_private(
    evening: Evening, manager: Person, asked: Seen, guild: Guild, over: Seen, bob: Person
) -> None:
    (button,) = [each for each in asked.buttons if each.label == "Reset it"]
    async with table_hidden(evening.bot.services.database, "resets"):
        reply = await forge(evening.sandbox, manager, over, button.custom_id)
        assert reply.kind is CallbackType.DEFERRED_MESSAGE
        await told(manager, APOLOGY, [bob])
    assert board_of(bob) == over
    assert await ranked(evening, guild) == 2


@pytest.mark.usefixtures("asked")
async def test_an_undo_that_fails_says_so_and_can_be_tried_again(
    evening: Evening, manager: Person, guild: Guild, bob: Person, caplog: pytest.LogCaptureFixture
) -> None:
    await reset(manager)
    async with table_hidden(evening.bot.services.database, "resets"):
        reply = await manager.press("Undo the reset")
        assert private_text(reply) == COUNTING
        await told(manager, APOLOGY, [bob])
    assert await ranked(evening, guild) == 0
    assert faults_in(caplog) == ["duel -: fault"]
    await manager.slash("settings")
    await manager.press("Undo the reset")
    await manager.wait_for("as if that reset had never been")
    assert await ranked(evening, guild) == 2


@pytest.mark.usefixtures("over")
async def test_a_profile_whose_picture_discord_refuses_stays_without_it_and_without_an_apology(
    evening: Evening, ann: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def drawn(_: object) -> bytes:
        return b"a picture"

    monkeypatch.setattr(evening.bot.services.drawing, "draw", drawn)
    evening.sandbox.faults.answer(403, WEBHOOK)
    reply = await ann.slash("profile")

    async def is_logged() -> bool:
        return "answer stays without its picture" in caplog.text

    await eventually(is_logged)
    assert reply.message in ann.sees().messages
    assert APOLOGY not in ann.sees()
    assert faults_in(caplog) == []


@pytest.mark.usefixtures("over")
async def test_a_fault_after_a_profile_was_shown_to_everybody_is_told_to_who_asked_alone(
    evening: Evening, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_once(monkeypatch, evening.bot.services.drawing, "draw", RuntimeError("no picture"))
    reply = await ann.slash("profile")
    await told(ann, APOLOGY, [bob])
    assert reply.message in bob.sees().messages


async def test_an_answer_comes_although_the_response_to_the_first_one_was_lost(
    evening: Evening, ann: Person, caplog: pytest.LogCaptureFixture
) -> None:
    """discord.py tries again, and Discord refuses a second first answer."""
    evening.sandbox.faults.answer(502, "/callback", late=True)
    await ann.slash("mydata export")
    await ann.wait_until(
        lambda screen: screen.messages and not any(seen.thinking for seen in screen.messages)
    )
    assert faults_in(caplog) == []


@pytest.mark.usefixtures("asked")
async def test_a_reset_is_shown_although_the_response_to_its_press_was_lost(
    evening: Evening, manager: Person, guild: Guild
) -> None:
    evening.sandbox.faults.answer(502, "/callback", late=True)
    await manager.press("Reset it")
    await manager.wait_until(lambda _: "Reset it" not in labels(panel_of(manager)))
    assert await ranked(evening, guild) == 0
