"""The review of a finished duel: private, for players and spectators, in short with a picture if there can be
one, and step by step."""

import re

import pytest

from games import GAMES
from games.room import AnyRoom
from sandbox.interactions.components import walk
from sandbox.people.person import Person
from sandbox.people.screen import Seen
from sandbox.wire import Component
from tests.e2e.attacks.test_forgery import forge
from tests.support.evening import (
    Evening,
    board_of,
    call_off,
    duel_key_on,
    labels,
    panel_of,
    picks_on,
    play,
    private_text,
    wait_for_board,
)

pytestmark = pytest.mark.also_late

LONG = 20.0
"""Seconds; the first picture needs its own process."""
ACCURACIES = ("% accurate", "room to grow", "nothing was at stake")
EVERY_GAME = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
STEPS = ["First", "Back", "Next", "Last"]


async def over(person: Person) -> None:
    """Returns when the board offers the review."""
    await person.wait_until(lambda _: "Review" in labels(board_of(person)), LONG, "the end")


async def finished_duel(evening: Evening, game: str = "ten") -> tuple[Person, Person]:
    ann, bob = await evening.duel_with_panels(game)
    await play(ann, bob)
    await over(ann)
    return ann, bob


async def swung_duel(evening: Evening) -> tuple[Person, Person]:
    """A duel of Battle to Ten that was won by who began until they took a 5."""
    ann, bob = await evening.duel_with_panels("ten")
    mover = ann if picks_on(panel_of(ann)) else bob
    await mover.press("5", on=panel_of(mover))
    await play(ann, bob)
    await over(ann)
    return ann, bob


async def opened(person: Person) -> Seen:
    """The review, as soon as its text is there."""
    await person.press("Review", on=board_of(person))
    await person.wait_for("Turning point", LONG)
    return panel_of(person)


async def stepping(person: Person) -> Seen:
    """The review, opened at its first step."""
    await opened(person)
    await person.press("Step by step", on=panel_of(person))
    return await person.wait_for("Review, step 1 of", LONG)


def evening_duel(board: Seen) -> str:
    """The key of a finished duel, from the custom id of one of its buttons."""
    review = next(button for button in board.buttons if button.label == "Review")
    return review.custom_id.split(":")[2]


def enabled(seen: Seen) -> list[str]:
    return [button.label for button in seen.buttons if not button.disabled]


async def illustrated(person: Person) -> Seen:
    """The review on the person's screen, as soon as its picture is there."""
    await person.wait_until(lambda _: panel_of(person).files, LONG, "the picture")
    return panel_of(person)


def pictures(seen: Seen) -> list[str]:
    """The alternative texts of the pictures that it shows."""
    galleries = [c for c in walk(seen.wire["components"]) if c["type"] == Component.MEDIA_GALLERY]
    return [item["description"] for gallery in galleries for item in gallery["items"]]


async def test_players_and_spectators_open_it_in_private_and_leaf_through_it(evening: Evening) -> None:
    ann, bob = await swung_duel(evening)
    for person in (ann, bob, evening.person("Cleo")):
        review = await opened(person)
        assert review.private
        assert sum(review.text.count(words) for words in ACCURACIES) == 2
        assert "This game is solved: all numbers are exact." in review.text
        with_picture = await illustrated(person)
        assert with_picture.id == review.id
        assert with_picture.files == ("chances.png",)
        (words,) = pictures(with_picture)
        assert "the blue player began at" in words
        assert "<@" not in words
    await ann.press("Step by step", on=panel_of(ann))
    await ann.wait_for("Review, step 1 of")
    assert pictures(panel_of(ann)) == []
    assert panel_of(ann).files == ()
    await evening.reopen()
    await ann.press("Summary", on=panel_of(ann))
    await ann.wait_for("Turning point", LONG)
    assert (await illustrated(ann)).files == ("chances.png",)


@EVERY_GAME
async def test_it_steps_through_the_match_with_what_each_pick_was_worth(
    room: AnyRoom, evening: Evening
) -> None:
    _, bob = await finished_duel(evening, room.game.key)
    first = await stepping(bob)
    assert first.private
    assert labels(first)[:4] == STEPS
    assert enabled(first)[:2] == ["Next", "Last"]
    steps = 1
    while "Next" in enabled(panel_of(bob)):
        assert re.search(r"\*\*(@Ann|@Bob|Ann|Bob) [^*]+\*\*: (best|any|cost|the only)", panel_of(bob).text)
        assert len({button.custom_id for button in panel_of(bob).buttons}) == len(panel_of(bob).buttons)
        reply = await bob.press("Next", on=panel_of(bob))
        assert reply.message is not None
        assert reply.message.id == first.id
        steps += 1
    assert f"step {steps} of {steps}" in panel_of(bob).text
    assert "wins" in panel_of(bob).text
    assert enabled(panel_of(bob))[:2] == ["First", "Back"]
    await bob.press("Back", on=panel_of(bob))
    assert f"step {steps - 1} of {steps}" in panel_of(bob).text
    await bob.press("First", on=panel_of(bob))
    assert f"step 1 of {steps}" in panel_of(bob).text
    await bob.press("Last", on=panel_of(bob))
    assert f"step {steps} of {steps}" in panel_of(bob).text


async def test_the_turning_point_is_one_press_away(evening: Evening) -> None:
    ann, _ = await swung_duel(evening)
    review = await opened(ann)
    told = re.search(r"\*\*Turning point\*\*\nTurn (\d)", review.text)
    assert told
    await ann.press("Turning point", on=panel_of(ann))
    step = await ann.wait_for(f"Review, step {told[1]} of", LONG)
    assert "Turning point" not in enabled(step)
    await ann.press("Last", on=panel_of(ann))
    await ann.press("Turning point", on=panel_of(ann))
    assert f"Review, step {told[1]} of" in panel_of(ann).text


async def test_a_match_in_which_nothing_swung_has_no_picture_and_no_turning_point(evening: Evening) -> None:
    """Whoever begins with a 1 can win, and does: at 9 the other has no safe digit left."""
    ann, bob = await evening.duel_with_panels("ten")
    mover, waiter = (ann, bob) if picks_on(panel_of(ann)) else (bob, ann)
    for person, digit in ((mover, "1"), (waiter, "9"), (mover, "2"), (mover, "3"), (mover, "4")):
        await take(person, digit)
    await over(ann)
    review = await opened(ann)
    assert "It was decided by who began" in review.text
    assert labels(review) == ["Step by step"]
    await evening.bot.services.announcer.finish()
    assert panel_of(ann).files == ()


async def take(person: Person, digit: str) -> None:
    """As soon as the panel offers it."""
    await person.wait_until(lambda _: digit in enabled(panel_of(person)), LONG, f"the {digit} on offer")
    await person.press(digit, on=panel_of(person))


OLD = [("step:{}:2", 2), ("page:{}:1", 1)]


@pytest.mark.parametrize(("old", "step"), OLD)
async def test_buttons_of_older_versions_open_the_steps(old: str, step: int, evening: Evening) -> None:
    ann, _ = await finished_duel(evening)
    duel = evening_duel(board_of(ann))
    await forge(evening.sandbox, ann, board_of(ann), f"duel:{old.format(duel)}")
    seen = await ann.wait_for(f"Review, step {step} of", LONG)
    assert seen.private
    assert "Rematch" in labels(board_of(ann)), "the board stays a board"


async def test_a_step_is_shown_also_after_a_restart(evening: Evening) -> None:
    ann, _ = await finished_duel(evening)
    await stepping(ann)
    await evening.reopen()
    await ann.press("Next", on=panel_of(ann))
    assert "Review, step 2 of" in (await ann.wait_for("Review, step 2 of", LONG)).text


async def test_each_reader_is_addressed_as_you_where_it_is_about_them(evening: Evening) -> None:
    ann, _ = await finished_duel(evening)
    own, foreign = await opened(ann), await opened(evening.person("Cleo"))
    assert "You " in own.text
    assert "You " not in foreign.text


@pytest.mark.parametrize("verb", ["review", "page"])
async def test_a_live_duel_is_not_reviewed(evening: Evening, verb: str) -> None:
    ann, bob = await evening.duel_with_panels("ten")
    duel = duel_key_on(board_of(ann))
    for person in (ann, bob, evening.person("Cleo")):
        reply = await forge(evening.sandbox, person, board_of(person), f"duel:{verb}:{duel}:1")
        assert private_text(reply) == "This duel is not over yet. Wait for its end."


async def test_without_a_picture_the_text_comes_alone(evening: Evening) -> None:
    ann, _ = await finished_duel(evening)
    await evening.bot.services.drawing.close()
    review = await opened(ann)
    assert "Turning point" in review.text
    assert review.files == ()


async def test_a_duel_that_was_called_off_offers_no_review_and_has_none(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels("ten")
    await call_off(ann)
    await wait_for_board(ann, "Called off")
    board = board_of(ann)
    assert "Review" not in labels(board)
    await forge(evening.sandbox, ann, board, f"duel:review:{duel_key_on(board)}")
    assert "No turn was played." in (await ann.wait_for("No turn was played.", LONG)).text


async def test_the_board_is_painted_while_a_review_is_made(evening: Evening) -> None:
    """Whoever is quick asks for it before the board has shown the end."""
    ann, bob = await evening.duel_with_panels("ten")
    mover, waiter = (ann, bob) if picks_on(panel_of(ann)) else (bob, ann)
    await mover.press("1", on=panel_of(mover))
    async with evening.bot.services.drawing._one_at_a_time:  # no picture before this ends
        board = board_of(waiter)
        await call_off(waiter)
        await forge(evening.sandbox, waiter, board, f"duel:review:{duel_key_on(board)}")
        await wait_for_board(mover, "Called off")
        await waiter.wait_for("Turning point")
        assert panel_of(waiter).files == ()


async def test_the_text_comes_before_its_picture_and_a_page_is_not_replaced_by_it(evening: Evening) -> None:
    ann, _ = await swung_duel(evening)
    bob = evening.person("Bob")
    async with evening.bot.services.drawing._one_at_a_time:  # no picture before this ends
        for person in (ann, bob):
            assert (await opened(person)).files == ()
        await ann.press("Step by step", on=panel_of(ann))
        await ann.wait_for("Review, step 1 of")
    await illustrated(bob)
    assert "Review, step 1 of" in panel_of(ann).text
    assert pictures(panel_of(ann)) == []


async def test_whoever_had_their_data_deleted_is_a_former_player_in_it(evening: Evening) -> None:
    ann, bob = await finished_duel(evening)
    assert "Bob" in (await opened(ann)).text
    await bob.slash("mydata delete")
    await bob.press("Delete my data", on=panel_of(bob))
    await bob.wait_for("Your data is deleted.")
    ann.dismiss(panel_of(ann))
    review = await opened(ann)
    assert "**A former player: " in review.text
    assert "Bob" not in review.text
