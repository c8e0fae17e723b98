"""The review of a finished duel: private, for players and spectators, with a picture if there can be one."""

import pytest

from sandbox.interactions.components import walk
from sandbox.people.person import Person
from sandbox.people.screen import Seen
from sandbox.wire import Component
from tests.e2e.attacks.test_forgery import forge
from tests.support.evening import (
    Evening,
    board_of,
    duel_key_on,
    labels,
    panel_of,
    picks_on,
    play,
    private_text,
    wait_for_board,
)

LONG = 20.0
"""Seconds; the first picture needs its own process."""


async def finished_duel(evening: Evening) -> tuple[Person, Person]:
    ann, bob = await evening.duel_with_panels("ten")
    await play(ann, bob)
    await wait_for_board(ann, "wins")
    return ann, bob


async def opened(person: Person) -> Seen:
    """The review, as soon as its text is there."""
    await person.press("Review", on=board_of(person))
    await person.wait_for("Turning point", LONG)
    return panel_of(person)


async def illustrated(person: Person) -> Seen:
    """The review on the person's screen, as soon as its picture is there."""
    await person.wait_until(lambda _: panel_of(person).files, LONG, "the picture")
    return panel_of(person)


def pictures(seen: Seen) -> list[str]:
    """The alternative texts of the pictures that it shows."""
    galleries = [c for c in walk(seen.wire["components"]) if c["type"] == Component.MEDIA_GALLERY]
    return [item["description"] for gallery in galleries for item in gallery["items"]]


async def test_players_and_spectators_open_it_in_private_and_leaf_through_it(evening: Evening) -> None:
    ann, bob = await finished_duel(evening)
    for person in (ann, bob, evening.person("Cleo")):
        review = await opened(person)
        assert review.private
        assert review.text.count("% accurate") == 2
        assert "This game is solved: all numbers are exact." in review.text
        with_picture = await illustrated(person)
        assert with_picture.id == review.id
        assert with_picture.files == ("chances.png",)
        (words,) = pictures(with_picture)
        assert "the blue player began at" in words
        assert "<@" not in words
    await ann.press("Turn by turn", on=panel_of(ann))
    await ann.wait_for("**Turn 1**")
    assert pictures(panel_of(ann)) == []
    await evening.reopen()
    await ann.press("Summary", on=panel_of(ann))
    await ann.wait_for("Turning point", LONG)
    assert (await illustrated(ann)).files == ("chances.png",)


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
    assert "% accurate" in review.text
    assert review.files == ()


async def test_a_duel_that_was_given_up_is_reviewed_as_far_as_it_went(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels("ten")
    await ann.press("Resign", on=panel_of(ann))
    await ann.press("Call it off", on=panel_of(ann))
    await wait_for_board(ann, "Called off")
    await ann.press("Review", on=board_of(ann))
    assert "No turn was played." in (await ann.wait_for("No turn was played.", LONG)).text


async def test_the_board_is_painted_while_a_review_is_made(evening: Evening) -> None:
    """Whoever is quick asks from the panel, before the board has shown the end."""
    ann, bob = await evening.duel_with_panels("ten")
    mover, waiter = (ann, bob) if picks_on(panel_of(ann)) else (bob, ann)
    await mover.press("1", on=panel_of(mover))
    async with evening.bot.services.drawing._one_at_a_time:  # no picture before this ends
        for label in ("Resign", "Call it off"):
            await waiter.press(label, on=panel_of(waiter))
        await waiter.press("Review", on=panel_of(waiter))
        assert "Review" in labels(await wait_for_board(mover, "Called off"))
        await waiter.wait_for("Turning point")
        assert panel_of(waiter).files == ()


async def test_the_text_comes_before_its_picture_and_a_page_is_not_replaced_by_it(evening: Evening) -> None:
    ann, _ = await finished_duel(evening)
    bob = evening.person("Bob")
    async with evening.bot.services.drawing._one_at_a_time:  # no picture before this ends
        for person in (ann, bob):
            assert (await opened(person)).files == ()
        await ann.press("Turn by turn", on=panel_of(ann))
        await ann.wait_for("**Turn 1**")
    await illustrated(bob)
    assert "**Turn 1**" in panel_of(ann).text
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
