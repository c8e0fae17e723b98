"""/profile: what somebody has achieved here, for everybody to see."""

import re
import struct

import aiohttp
import pytest

from bot.pictures.picture import HEIGHT, WIDTH
from games.puzzles.daily import puzzle_of
from games.review.review import review
from sandbox.interactions.components import walk
from sandbox.people.person import Person
from sandbox.people.screen import Seen
from sandbox.wire import Component
from sandbox.world.user import User
from tests.support.evening import (
    Evening,
    labels,
    mentioned,
    panel_of,
    play,
    private_text,
    resign,
    wait_for_board,
)
from tests.support.finished_duels import NOVEMBER, FinishedDuel, insert_duels

pytestmark = pytest.mark.also_late


async def beaten(evening: Evening) -> tuple[Person, Person]:
    """Ann has played Bob, who resigned."""
    ann, bob = await evening.duel_with_panels("ten")
    await evening.both_pick()
    await resign(bob)
    await wait_for_board(ann, "Final, by resignation")
    return ann, bob


async def asked(viewer: Person, **options: object) -> Seen:
    reply = await viewer.slash("profile", **options)
    assert reply.message is not None
    assert not reply.message.private
    return reply.message


def pictures(seen: Seen) -> list[dict[str, str]]:
    galleries = [c for c in walk(seen.wire["components"]) if c["type"] == Component.MEDIA_GALLERY]
    return [item for gallery in galleries for item in gallery["items"]]


async def test_a_profile_tells_ratings_wins_streaks_and_last_duels(evening: Evening) -> None:
    ann, _ = await beaten(evening)
    profile = await asked(ann)
    lines = profile.text.splitlines()
    assert lines[0] == "### Ann"
    assert lines[1].endswith("?** · rank 1 of 2 · 1 won, 0 lost")
    assert "Battle to Ten **15" in profile.text
    assert "?** · rank 1 · 1–0" in profile.text
    assert "? marks a rating that is still uncertain." in profile.text
    assert "Wins in a row: 1 now, 1 at best" in lines
    assert "Favourite game: Battle to Ten" in lines
    assert re.search(r"-# Battle to Ten \+\d+: won against Bob$", profile.text, re.MULTILINE)
    assert mentioned(profile) == set()


async def test_the_course_of_the_ratings_follows_as_a_picture_told_in_words(evening: Evening) -> None:
    ann, bob = await beaten(evening)
    profile = await asked(ann)
    seen = await bob.wait_until(lambda screen: any(map(pictures, screen.messages)), patience=20.0)
    shown = next(message for message in seen.messages if message.id == profile.id)
    added = [line for line in shown.text.splitlines() if line not in profile.text.splitlines()]
    assert all(line.startswith("Average accuracy: ") for line in added)
    assert set(profile.text.splitlines()) <= set(shown.text.splitlines())
    (picture,) = pictures(shown)
    assert picture["description"].startswith("The course of the ratings. Battle to Ten: from 1500 to 15")
    (attachment,) = shown.wire["attachments"]
    async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as answer:
        png = await answer.read()
    assert struct.unpack(">II", png[16:24]) == (WIDTH, HEIGHT)


async def test_a_profile_is_whole_without_its_picture(evening: Evening) -> None:
    ann, _ = await beaten(evening)
    await evening.bot.services.drawing.close()
    profile = await asked(ann)
    assert "Favourite game" in profile.text
    assert pictures(profile) == []


async def test_whoever_asks_about_another_sees_how_they_stand_against_each_other(evening: Evening) -> None:
    ann, bob = await beaten(evening)
    await evening.bot.services.drawing.close()
    assert "Head to head: Ann **1–0** Bob" in await asked(bob, person=ann)
    assert "Head to head: Bob **0–1** Ann" in await asked(ann, person=bob)
    cleo = evening.person("Cleo")
    assert "Ann and Cleo have not met in a duel yet." in await asked(cleo, person=ann)
    assert "Head to head" not in await asked(ann)


async def test_those_without_a_duel_are_told_what_to_do(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    assert private_text(await ann.slash("profile")) == (
        "You have not finished a duel here yet. Start one with /duel highlow, or play the computer."
    )
    assert labels(panel_of(ann)) == ["Play the computer"]
    assert private_text(await ann.slash("profile", person=bob)) == (
        "Bob has not finished a duel here yet. Challenge them with /duel highlow."
    )
    await ann.press("Challenge them", on=panel_of(ann))
    await ann.press("Bid Battle", on=panel_of(ann))
    assert "Bid Battle" in (await bob.wait_for("Ann challenges @Bob")).text


async def test_a_profile_tells_the_levels_beaten_weakest_first_game_by_game(evening: Evening) -> None:
    ann, world = evening.person("Ann"), evening.sandbox.world
    (guild,) = world.guilds
    won = [("ten", "fox"), ("highlow", "badger"), ("highlow", "sprout"), ("highlow", "sprout")]
    story = [
        *(FinishedDuel(ann.id, world.bot.id, NOVEMBER, game, guild, rival=level) for game, level in won),
        FinishedDuel(world.bot.id, ann.id, NOVEMBER, "highlow", guild, rival="oracle"),
        FinishedDuel(evening.person("Bob").id, ann.id, NOVEMBER, "digitduel", guild),
    ]
    await insert_duels(evening.bot.services.database, story)
    await evening.bot.services.ledger.catch_up()
    await evening.bot.services.drawing.close()
    text = (await asked(ann)).text
    assert (
        "-# High-Low Battle: :rival sprout: Sprout :rival badger: Badger\n-# Battle to Ten: :rival fox: Fox\n"
        in text
    )
    assert "Against the computer: 4–1" in text


async def test_a_profile_tells_the_puzzle_streak(evening: Evening) -> None:
    ann, _ = await beaten(evening)
    await evening.bot.services.drawing.close()
    assert "Puzzle streak" not in await asked(ann)
    puzzle = puzzle_of(evening.bot.services.puzzles.today.toordinal())
    await ann.slash("puzzle")
    await ann.press(puzzle.solution, on=panel_of(ann))
    assert "Puzzle streak: 1 day" in await asked(ann)


async def test_the_average_accuracy_of_the_last_duels_follows_the_text(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels("highlow")
    await play(ann, bob)
    await wait_for_board(ann, "wins")
    await evening.bot.services.drawing.close()
    await asked(ann)
    shown = await ann.wait_for("Average accuracy", 20.0)
    said = re.search(r"Average accuracy: \*\*(\d+)%\*\* over 1 recent duel$", shown.text, re.MULTILINE)
    assert said is not None
    duel = (await evening.bot.services.history.latest(ann.id, ann.channel.guild_id or 0)).duels[0]
    found = await evening.bot.services.storage.duel(duel.duel)
    assert found is not None
    assert found.match is not None
    made = review(found.match, found.room, ("", ""))
    assert int(said[1]) == made.sides[found.seat_of(ann.id) or 0].accuracy


async def test_the_computer_and_other_bots_have_no_profile(evening: Evening) -> None:
    ann, world = evening.person("Ann"), evening.sandbox.world
    answer = await ann.slash("profile", person=str(world.bot.id))
    assert (
        private_text(answer)
        == "I am the computer, and I keep no record of myself. Play me: name me in /duel."
    )
    helper = User(world.ids.make(), "Helper", bot=True)
    world.users[helper.id] = helper
    answer = await ann.slash("profile", person=str(helper.id))
    assert private_text(answer) == "Bots don't duel here. Ask about a person."


async def test_those_who_are_gone_are_still_told_of(evening: Evening) -> None:
    """Somebody who left the server, somebody whose data was deleted, and the computer."""
    ann, world = evening.person("Ann"), evening.sandbox.world
    (guild,) = world.guilds
    zoe = world.person("Zoe")
    story = [
        FinishedDuel(zoe.id, ann.id, NOVEMBER, guild=guild),
        FinishedDuel(ann.id, -5, NOVEMBER + 1, guild=guild, rated=False),
        FinishedDuel(world.bot.id, ann.id, NOVEMBER + 2, guild=guild, rival="fox"),
    ]
    await insert_duels(evening.bot.services.database, story)
    await evening.bot.services.ledger.catch_up()
    await evening.bot.services.drawing.close()
    own = await asked(ann)
    assert "won against a former player" in own
    assert "lost to :rival fox: Fox" in own
    assert re.search(r" −\d+: lost to someone who left$", own.text, re.MULTILINE)
    assert "Against the computer: 0–1" in own
    assert "1 won, 1 lost" in own
    assert "### Zoe (left)" in await asked(ann, person=str(zoe.id))
