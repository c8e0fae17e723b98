"""/history: finished duels, a line each, and a list that opens one of them."""

import re

import pytest

from games import GAMES
from sandbox.interactions.components import walk
from sandbox.people.person import Person
from sandbox.people.screen import Seen
from sandbox.wire import Component
from tests.e2e.attacks.test_forgery import forge
from tests.support.evening import (
    Evening,
    board_of,
    labels,
    mentioned,
    panel_of,
    play,
    private_text,
    wait_for_board,
)
from tests.support.finished_duels import NOVEMBER, FinishedDuel, insert_duels

pytestmark = pytest.mark.also_late

TITLES = [room.game.title for room in GAMES]


async def many(evening: Evening, number: int) -> tuple[Person, Person]:
    """Ann has beaten Bob so often, one game after the other."""
    ann, bob = evening.person("Ann"), evening.person("Bob")
    (guild,) = evening.sandbox.world.guilds
    story = [
        FinishedDuel(ann.id, bob.id, NOVEMBER + n, GAMES[n % len(GAMES)].game.key, guild)
        for n in range(number)
    ]
    services = evening.bot.services
    await insert_duels(services.database, story)
    await services.ledger.catch_up()
    return ann, bob


async def opened(person: Person, label: str) -> Seen:
    """Chooses a duel from the newest list of duels."""
    reply = await person.choose("Open a duel", label, on=panel_of(person))
    assert reply.message is not None
    assert reply.message.private
    return reply.message


async def test_a_finished_duel_is_one_line_with_its_board_its_change_and_when(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels("ten")
    await play(ann, bob)
    board = await wait_for_board(ann, "wins")
    reply = await ann.slash("history")
    title, *lines = private_text(reply).splitlines()
    link = f"https://discord.com/channels/{ann.channel.guild_id}/{ann.channel.id}/{board.id}"
    assert title == "### Your duels"
    how = "Beat" if f"@{ann.name} wins" in board.text else "Lost to"
    (line,) = lines
    assert re.fullmatch(
        rf"-# {how} \*\*Bob\*\* · \[Battle to Ten\]\({link}\) [+−]\d+ · <t:{int(evening.time.now)}:R>", line
    )
    assert reply.message is not None
    assert mentioned(reply.message) == set()
    assert labels(reply.message) == []


async def test_a_duel_is_opened_from_the_list_as_its_board_shows_it(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels("ten")
    await play(ann, bob)
    board = await wait_for_board(ann, "wins")
    listed = (await ann.slash("history")).message
    (choice,) = panel_of(ann).lists
    shown = await opened(ann, choice.options[0][0])
    assert listed is not None
    assert shown.id != listed.id
    assert labels(shown) == labels(board)
    assert shown.text == board.text.replace("@", "")
    assert "Bob" in shown.text


@pytest.mark.parametrize("key", ["", "x", "0", "ffffffffffffffffff", "1:2"])
async def test_a_forged_choice_of_a_duel_is_refused_in_private(key: str, evening: Evening) -> None:
    ann, _ = await many(evening, 1)
    await ann.slash("history")
    seen = panel_of(ann)
    message = evening.sandbox.platform.messages.get(seen.id)
    assert message is not None
    menu = next(c for c in walk(message.wire["components"]) if c["type"] == Component.STRING_SELECT)
    menu["options"][0]["value"] = key or "nothing"
    reply = await ann.choose("Open a duel", key or "nothing", on=seen)
    assert "Battle" not in private_text(reply)


async def test_pages_are_turned_in_place_also_after_a_restart(evening: Evening) -> None:
    ann, _ = await many(evening, 12)
    first = await ann.slash("history")
    assert first.message is not None
    assert len(first.message.text.splitlines()) == 11
    assert labels(first.message) == ["Older"]
    await evening.reopen()
    second = await ann.press("Older", on=first.message)
    assert second.message is not None
    assert second.message.id == first.message.id
    assert len(second.message.text.splitlines()) == 3
    assert labels(second.message) == ["Newer"]
    again = await ann.press("Newer", on=second.message)
    assert again.message is not None
    assert again.message.text == first.message.text


async def test_a_history_can_be_of_another_person_and_of_one_game(evening: Evening) -> None:
    ann, bob = await many(evening, 4)
    text = private_text(await ann.slash("history", person=bob, game=TITLES[1]))
    assert f"### Duels of Bob · {TITLES[1]}" in text
    assert text.count("Lost to **Ann**") == 1
    assert TITLES[0] not in text


async def test_only_a_rated_duel_says_what_it_changed(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    (guild,) = evening.sandbox.world.guilds
    story = [
        FinishedDuel(ann.id, bob.id, NOVEMBER, guild=guild, void=True),
        FinishedDuel(ann.id, bob.id, NOVEMBER + 1, guild=guild, rated=False),
        FinishedDuel(ann.id, bob.id, NOVEMBER + 2, guild=guild),
    ]
    await insert_duels(evening.bot.services.database, story)
    await evening.bot.services.ledger.catch_up()
    lines = private_text(await ann.slash("history")).splitlines()
    assert lines[1].startswith(f"-# Beat **Bob** · {TITLES[0]} +")
    assert lines[2].startswith(f"-# Beat **Bob** · {TITLES[0]} · <t:")
    assert lines[3].startswith(f"-# No result with **Bob** · {TITLES[0]} · <t:")


async def test_the_computer_goes_by_its_face_and_its_name(evening: Evening) -> None:
    ann, world = evening.person("Ann"), evening.sandbox.world
    (guild,) = world.guilds
    story = [FinishedDuel(world.bot.id, ann.id, NOVEMBER, guild=guild, rival="fox")]
    await insert_duels(evening.bot.services.database, story)
    await evening.bot.services.ledger.catch_up()
    assert "Lost to **:rival fox: Fox**" in private_text(await ann.slash("history"))


async def test_an_empty_history_says_what_to_do_and_does_it(evening: Evening) -> None:
    ann, bob = await many(evening, 1)
    cleo = evening.person("Cleo")
    assert private_text(await cleo.slash("history")) == (
        "You have not finished a duel here yet. Start one with /duel highlow, or play the computer."
    )
    await cleo.press("Play the computer", on=panel_of(cleo))
    assert labels(panel_of(cleo)) == TITLES
    last = GAMES[-1].game.key
    assert private_text(await ann.slash("history", game=TITLES[-1])) == (
        f"You have not finished a duel of {TITLES[-1]} here yet. Start one with /duel {last}, "
        "or play the computer."
    )
    assert private_text(await ann.slash("history", person=bob, game=TITLES[-1])) == (
        f"Bob has not finished a duel of {TITLES[-1]} here yet. Challenge them with /duel {last}."
    )
    await ann.press("Challenge them", on=panel_of(ann))
    assert TITLES[-1] in (await bob.wait_for("Ann challenges @Bob")).text


async def test_the_button_on_a_profile_opens_a_history_for_whoever_presses_it(evening: Evening) -> None:
    ann, bob = await many(evening, 2)
    await evening.bot.services.drawing.close()
    await ann.slash("profile")
    profile = board_of(bob)
    assert private_text(await bob.press("All duels", on=profile)).startswith("### Duels of Ann")
    assert private_text(await ann.press("All duels", on=profile)).startswith("### Your duels")
    assert board_of(bob).text == profile.text
    assert panel_of(bob).private


@pytest.mark.parametrize("rest", ["1::latest:0", "8999999999999999999:ten:older:999999999", "0:x:newer:0"])
async def test_a_forged_page_is_an_empty_one(rest: str, evening: Evening) -> None:
    ann, _ = await many(evening, 12)
    history = (await ann.slash("history")).message
    assert history is not None
    answer = await forge(evening.sandbox, ann, history, f"past:{rest}")
    assert "has not finished a duel" in private_text(answer)
