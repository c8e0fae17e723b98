"""All five games from the challenge to the rematch, one tap per pick."""

import pytest

from bot.ui.painting.panels import TOKEN_LIFE
from games import GAMES
from games.room import AnyRoom
from sandbox.interactions.components import walk
from sandbox.people.person import Person
from sandbox.wire import Component
from tests.e2e.attacks.test_forgery import forge
from tests.support.evening import (
    Evening,
    board_of,
    buttons_after,
    is_live,
    labels,
    open_panel,
    panel_of,
    picks_on,
    play,
    private_text,
    wait_for_board,
    wait_for_turn_of,
    without_times,
)
from tests.support.games.boards import colour_of, played_by, waited_for

pytestmark = pytest.mark.also_late

EVERY_GAME = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)


@EVERY_GAME
async def test_every_game_is_played_from_challenge_to_rematch(room: AnyRoom, evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels(room.game.key)
    await play(ann, bob)
    board = await wait_for_board(ann, "wins")
    assert labels(board) == buttons_after(room)
    await ann.press("Rematch", on=board)
    await bob.press("Accept")
    assert is_live(board_of(ann))
    for person in (ann, bob):
        await open_panel(person)
    assert picks_on(panel_of(ann)) or picks_on(panel_of(bob))


async def test_the_board_says_whose_pick_is_missing_and_until_when(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    assert waited_for(board_of(ann)) == {"Ann", "Bob"}
    assert "Due in a while" in without_times(board_of(ann).text)
    await ann.press("7", on=panel_of(ann))
    board = await wait_for_turn_of(bob, "Bob")
    assert "**@Ann** 0 points · ✅ picked" in board.text


async def test_the_hand_lies_in_rows_of_three(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels()
    rows = [c for c in walk(panel_of(ann).wire["components"]) if c["type"] == Component.ACTION_ROW]
    assert [[button["label"] for button in row["components"]] for row in rows] == [
        ["1", "2", "3", "Rules"],
        ["4", "5", "6", "More"],
        ["7", "8", "9"],
    ]


async def test_one_tap_locks_a_pick_in_and_the_panel_repaints_itself_for_the_next_turn(
    evening: Evening,
) -> None:
    ann, bob = await evening.duel_with_panels()
    panel = panel_of(ann)
    reply = await ann.press("7", on=panel)
    assert reply.message is not None
    assert "Locked in: 7" in reply.message.text
    assert picks_on(reply.message) == []
    await bob.press("5", on=panel_of(bob))
    for person, rest in ((ann, "12345689"), (bob, "12346789")):
        await next_turn(person)
        assert [button.label for button in picks_on(panel_of(person))] == [*rest]
    assert panel_of(ann).id == panel.id


async def test_a_spent_card_keeps_its_place_and_can_not_be_pressed(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await next_turn(ann)
    keys = [each for each in panel_of(ann).buttons if each.custom_id.startswith("duel:pick:")]
    assert [key.label for key in keys] == [*"123456789"]
    assert [(key.label, key.emoji) for key in keys if key.disabled] == [("7", "gone")]


async def next_turn(person: Person) -> None:
    await person.wait_until(lambda _: len(picks_on(panel_of(person))) == 8)


async def test_both_picks_are_revealed_at_once_with_the_reason(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    await ann.press("7", on=panel_of(ann))
    board = await wait_for_turn_of(bob, "Bob")
    assert played_by("Ann", board) == ["picked"]
    await bob.press("5", on=panel_of(bob))
    board = await wait_for_board(bob, "Round 1:")
    assert f"{colour_of('Ann', board)} had the higher card: +1." in board.text
    assert (played_by("Ann", board), played_by("Bob", board)) == (["7 won"], ["5"])
    await next_turn(ann)
    await ann.press("6", on=panel_of(ann))
    await bob.press("6", on=panel_of(bob))
    board = await wait_for_board(bob, "Round 2:")
    assert f"tie on 6. {colour_of('Bob', board)} had the lower card in round 1 (5 under 7): +2." in board.text


async def test_a_bid_is_typed_into_a_form(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels("bidbattle")
    await ann.press("Other bid…", on=panel_of(ann))
    reply = await ann.fill({"A whole number from 1 to 100": " 42 "})
    assert reply.message is not None
    assert "Locked in" in reply.message.text
    await bob.press("Least 1", on=panel_of(bob))
    board = await wait_for_board(bob, "Item A:")
    assert f"{colour_of('Ann', board)} took it for 42." in board.text


@pytest.mark.parametrize("typed", ["0", "101", "-1", "ten", "1.5"])
async def test_what_is_no_bid_is_refused_in_the_panel_which_still_asks(typed: str, evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels("bidbattle")
    await ann.press("Other bid…", on=panel_of(ann))
    reply = await ann.fill({"A whole number from 1 to 100": typed})
    assert reply.message is not None
    assert f"“{typed}” is no bid. A whole number, 1 to 100." in reply.message.text.replace("\\", "")
    assert "Other bid…" in labels(reply.message)


async def test_a_dangerous_pick_is_asked_about_first_in_a_panel_too(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels("ten")
    first, second = (ann, bob) if waited_for(board_of(ann)) == {"Ann"} else (bob, ann)
    await first.press("9", on=panel_of(first))
    await second.wait_until(lambda _: picks_on(panel_of(second)))
    await second.press("8", on=panel_of(second))
    await first.wait_until(lambda _: "2" in labels(panel_of(first)))
    await first.press("2", on=panel_of(first))
    assert "Taking 2 brings you to 11. Over 10 loses at once." in panel_of(first).text
    await first.press("No, go back", on=panel_of(first))
    await first.press("2", on=panel_of(first))
    await first.press("Yes, I mean it", on=panel_of(first))
    board = await wait_for_board(first, "went over 10")
    assert f"@{second.name} wins" in board.text


async def test_spectators_who_press_get_one_polite_private_sentence(evening: Evening) -> None:
    await evening.duel_with_panels()
    cleo = evening.person("Cleo")
    assert private_text(await open_panel(cleo)) == (
        "You are not in this duel. Watch it here, or start your own with /duel."
    )


async def test_picks_are_final(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels(pace="a day per pick")
    first = panel_of(ann)
    evening.pass_time(TOKEN_LIFE)  # so that it can't be removed
    await open_panel(ann)
    await ann.press("7", on=panel_of(ann))
    reply = await ann.press("3", on=first)
    assert reply.message is not None
    assert "You have already picked this turn, and a pick is final." in reply.message.text


async def test_a_lost_panel_is_opened_again_with_the_same_button(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    ann.dismiss(panel_of(ann))
    await open_panel(ann)
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await next_turn(ann)


async def test_the_form_for_a_number_opens_only_while_one_is_asked_for(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels("bidbattle", pace="a day per pick")
    old = panel_of(ann)
    evening.pass_time(TOKEN_LIFE)  # so that it can't be removed
    await open_panel(ann)
    await ann.press("Equal share 20", on=panel_of(ann))
    asking = next(each.custom_id for each in old.buttons if each.label == "Other bid…")
    assert "That turn is over." in private_text(await ann.press(asking, on=old))
    assert "Other bid…" not in labels(panel_of(ann))
    await bob.press("Least 1", on=panel_of(bob))
    await wait_for_board(bob, "Item A:")
    assert "That turn is over." in private_text(await forge(evening.sandbox, ann, panel_of(ann), asking))
