"""/hand, and the buttons in /duels and /resign: a player's panel, wherever the player is."""

from typing import Any

import discord
import pytest
from discord import ButtonStyle

from bot.arena.limits import PAUSE
from games import GAMES
from sandbox.interactions.components import walk
from sandbox.people.person import Person
from sandbox.wire import Component
from tests.support.evening import (
    Evening,
    begin_with_computer,
    board_of,
    eventually,
    labels,
    open_panel,
    panel_of,
    picks_on,
    private_text,
    wait_for_board,
)

pytestmark = pytest.mark.also_late

MOST_PARTS = 40
"""What Discord takes in one message."""


async def test_a_hand_opens_in_another_channel_and_the_pick_counts(evening: Evening) -> None:
    ann, bob = await evening.duel("highlow")
    for person, card in ((ann, "7"), (bob, "5")):
        await person.go_to("lounge").slash("hand")
        assert len(picks_on(panel_of(person))) == 9
        await person.press(card, on=panel_of(person))
    for person in (ann, bob):
        await has_cards(person, 8)
    await wait_for_board(ann.go_to("duels"), "Round 1:")


async def test_cards_that_mean_the_same_look_the_same_and_none_stands_out(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels("highlow")
    buttons = [part for part in walk(panel_of(ann).wire["components"]) if part["type"] == Component.BUTTON]
    cards = [part for part in buttons if part["custom_id"].startswith("duel:pick:")]
    assert [part["style"] for part in cards] == [ButtonStyle.primary.value] * 9


async def test_a_hand_that_opens_elsewhere_takes_the_place_of_the_old_one(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels("highlow")
    await ann.go_to("lounge").slash("hand")
    await ann.go_to("duels").wait_until(lambda screen: not any(seen.private for seen in screen.messages))
    assert len(picks_on(panel_of(ann.go_to("lounge")))) == 9


async def test_with_several_duels_the_hand_that_is_waited_for_comes_first(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels("highlow")
    await ann.press("7", on=panel_of(ann))
    await evening.duel("bidbattle")
    await ann.go_to("lounge").slash("hand")
    shown = panel_of(ann)
    assert labels(shown) == ["Bid", "Play"]
    assert shown.text.index("Bid Battle") < shown.text.index("High-Low Battle")
    reply = await ann.press(shown.buttons[0].custom_id, on=shown)
    assert "Your bid for item A" in private_text(reply)
    await ann.press("Equal share 20", on=panel_of(ann))
    assert labels(shown) == labels(next(seen for seen in ann.sees().messages if seen.id == shown.id))


async def test_the_hand_opens_in_the_direct_message_too(evening: Evening) -> None:
    ann, bob = await evening.duel("highlow")
    await open_panel(bob)
    ann.go_to_dms()
    await ann.slash("hand")
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await has_cards(ann, 8)
    await evening.duel("ten")
    await ann.go_to_dms().slash("hand")
    assert sorted(labels(panel_of(ann))) == ["Play", "Take"]
    await ann.press("Play", on=panel_of(ann))
    assert "Your card, round 2" in panel_of(ann).text


async def test_whoever_plays_nothing_has_no_hand(evening: Evening) -> None:
    cleo = evening.person("Cleo")
    assert private_text(await cleo.slash("hand")).startswith("You are in no duel here.")
    await cleo.press("Play the computer", on=panel_of(cleo))
    assert labels(panel_of(cleo)) == [room.game.title for room in GAMES]
    cleo.go_to_dms()
    assert "in a server" in private_text(await cleo.slash("hand"))


async def test_a_hand_asked_for_after_a_restart_is_repainted_too(evening: Evening) -> None:
    ann, bob = await evening.duel("highlow")
    await evening.reopen()
    for person, card in ((ann, "7"), (bob, "5")):
        await person.go_to("lounge").slash("hand")
        await person.press(card, on=panel_of(person))
    await has_cards(ann, 8)


async def test_every_live_duel_in_the_list_has_a_button_that_opens_its_hand(evening: Evening) -> None:
    ann, _ = await evening.duel("highlow")
    await evening.duel("bidbattle")
    evening.time.now += PAUSE
    await ann.slash("duel ten", opponent=evening.person("Cleo"))
    await ann.go_to("lounge").slash("duels")
    shown = panel_of(ann)
    assert labels(shown) == ["Play", "Bid"]
    for label, question in (("Play", "Your card, round 1"), ("Bid", "Your bid for item A")):
        assert question in private_text(await ann.press(label, on=shown))


async def test_a_duel_that_has_ended_since_the_list_was_shown_leaves_the_list_alone(
    evening: Evening,
) -> None:
    ann, bob = await evening.duel("highlow")
    await ann.slash("duels")
    shown = panel_of(ann)
    await evening.both_pick()
    await bob.slash("resign")
    await bob.press("Resign")
    reply = await ann.press("Play", on=shown)
    assert "Bob resigned" in private_text(reply)
    assert reply.message is not None
    assert reply.message.id != shown.id


async def test_with_several_duels_each_can_be_given_up_with_a_button(evening: Evening) -> None:
    ann, bob = await evening.duel("highlow")
    await evening.duel("bidbattle")
    await evening.both_pick()
    await ann.go_to("lounge").slash("resign")
    shown = panel_of(ann)
    assert labels(shown) == ["Resign", "Resign"]
    reply = await ann.press(shown.buttons[1].custom_id, on=shown)
    assert "Resign this duel of Bid Battle?" in private_text(reply)
    await ann.press("Resign")
    await wait_for_board(bob, "by resignation")
    assert "Rematch" in labels(board_of(bob))
    await eventually(lambda: plays(ann, "High-Low Battle"))


async def has_cards(person: Person, number: int) -> None:
    await person.wait_until(lambda _: len(picks_on(panel_of(person))) == number)


async def plays(person: Person, title: str) -> bool:
    await person.slash("duels")
    return labels(panel_of(person)) == ["Play"] and title in panel_of(person).text


async def test_a_long_list_fits_into_one_message(evening: Evening) -> None:
    ann = evening.person("Ann")
    for _ in range(2):
        evening.time.now += PAUSE
        await ann.slash("duel ten")
    for _ in range(10):
        evening.time.now += PAUSE
        await begin_with_computer(ann, "highlow", opponent=evening.sandbox.world.bot)
    await ann.slash("duels")
    parts = [*walk(panel_of(ann).wire["components"])]
    assert sum(part["type"] == Component.BUTTON for part in parts) == 10
    assert len(parts) <= MOST_PARTS
    assert panel_of(ann).text.count("a challenge to anyone") == 2


async def test_the_names_in_a_list_are_asked_for_all_at_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other they could take longer than Discord waits."""
    ann, _ = await evening.duel("highlow")
    for game, name in (("ten", "Cleo"), ("bidbattle", "Bob")):
        evening.time.now += PAUSE
        await ann.slash(f"duel {game}", opponent=evening.person(name))
    await evening.reopen()
    asked = []
    query = discord.Guild.query_members

    async def count(self: discord.Guild, **options: Any) -> list[discord.Member]:
        asked.append(options["user_ids"])
        return await query(self, **options)

    monkeypatch.setattr(discord.Guild, "query_members", count)
    await ann.slash("duels")
    assert asked == [sorted(evening.person(name).id for name in ("Bob", "Cleo"))]
    assert "Cleo" in panel_of(ann).text
