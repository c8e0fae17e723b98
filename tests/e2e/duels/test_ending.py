"""After the last pick: the story, the rematch, the replay, the proof that it was fair; and the way out."""

import asyncio
import json
import re

import aiohttp
import pytest

from bot.duels.duel import CHALLENGE_LIFE
from games import GAMES
from games.records.verify import examine
from games.room import AnyRoom
from sandbox.people.person import Person
from sandbox.wire import CallbackType
from tests.e2e.attacks.test_forgery import forge
from tests.support.evening import (
    Evening,
    board_of,
    call_off,
    duel_key_on,
    labels,
    mentioned,
    open_panel,
    panel_of,
    picks_on,
    play,
    press_more,
    private_text,
    resign,
    wait_for_board,
)
from tests.support.games.boards import colour_of, waited_for

pytestmark = pytest.mark.also_late

EVERY_GAME = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
AFTERWARDS = ["More", "Rematch", "Review", "Share"]


async def finished(evening: Evening, game: str = "ten") -> tuple[Person, Person]:
    ann, bob = await evening.duel_with_panels(game)
    await play(ann, bob)
    await wait_for_board(ann, "wins")
    return ann, bob


async def file_of(person: Person) -> bytes:
    """What Fair play hands out, downloaded."""
    reply = await press_more(person, "Fair play", on=board_of(person))
    assert reply.message is not None
    assert reply.message.private
    (attachment,) = reply.message.wire["attachments"]
    async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as answer:
        return await answer.read()


@EVERY_GAME
async def test_the_fair_play_file_stands_up_to_the_check(room: AnyRoom, evening: Evening) -> None:
    ann, bob = await finished(evening, room.game.key)
    text = await file_of(bob)
    record, findings = examine(text)
    assert record is not None
    assert all(finding.ok for finding in findings), findings
    assert {*record.players} == {str(ann.id), str(bob.id)}
    assert f"The seal `{json.loads(text)['seal'][:8]}` stood on its message before" in bob.sees().text
    assert bob.sees().text.count("✅ **") == 3


async def test_the_file_of_a_rematch_and_of_a_resigned_duel_is_right_too(evening: Evening) -> None:
    ann, bob = await finished(evening)
    await bob.press("Rematch", on=board_of(bob))
    await ann.press("Accept")
    for person in (ann, bob):
        await open_panel(person)
    await evening.both_pick()
    await evening.bot.services.announcer.finish()
    await resign(ann)
    await wait_for_board(bob, "Final, by resignation")
    record, findings = examine(await file_of(ann))
    assert record is not None
    assert record.rematch
    assert all(finding.ok for finding in findings), findings


async def test_the_end_tells_the_story_and_opens_what_was_hidden(evening: Evening) -> None:
    ann, _ = await finished(evening, "bidbattle")
    board = board_of(ann)
    assert board.text.count("worth") >= 5
    assert labels(board) == AFTERWARDS


async def test_the_panel_of_a_finished_duel_says_who_won_and_leaves_the_rest_to_the_board(
    evening: Evening,
) -> None:
    ann, bob = await finished(evening, "highlow")
    for person in (ann, bob):
        wins = f"@{person.name} wins" in board_of(person).text
        panel = await person.wait_for(f"### You {'won' if wins else 'lost'}\n")
        assert panel.private
        assert panel.buttons == ()
        assert f"/{board_of(person).id}): rematch, review, share." in panel.text


async def test_a_rematch_is_mutual_and_swaps_who_starts(evening: Evening) -> None:
    ann, bob = await evening.duel("ten")
    (first,) = waited_for(board_of(ann))
    await play(ann, bob)
    await wait_for_board(ann, "wins")
    await ann.press("Rematch", on=board_of(ann))
    card = board_of(bob)
    assert "Ann wants a rematch, @Bob." in card.text
    assert mentioned(card) == {"Bob"}
    over = next(seen for seen in bob.sees().messages if "Rematch" in labels(seen) and not seen.private)
    assert "Wait for the other player" in private_text(await ann.press("Rematch", on=over))
    assert "The rematch is on" in private_text(await bob.press("Rematch", on=over))
    board = await wait_for_board(ann, "Turn 1")
    assert waited_for(board) == {"Ann", "Bob"} - {first}


async def test_a_rematch_can_be_declined_and_expires(evening: Evening) -> None:
    ann, bob = await finished(evening)
    over = board_of(ann)
    await ann.press("Rematch", on=over)
    await bob.press("Decline")
    await ann.wait_for("@Bob declined")
    await bob.press("Rematch", on=over)
    evening.pass_time(CHALLENGE_LIFE + 1)
    await ann.wait_for("Nobody took up @Bob's challenge")


async def test_outsiders_have_no_rematch_but_may_look_at_review_and_proof(evening: Evening) -> None:
    await finished(evening)
    cleo = evening.person("Cleo")
    assert "Only the two players" in private_text(await cleo.press("Rematch"))
    await cleo.press("Review")
    await cleo.wait_for("Turning point", 20.0)
    assert examine(await file_of(cleo))[0] is not None


async def test_resigning_is_asked_about_first(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    await evening.both_pick()
    await wait_for_board(ann, "Round 2")
    await evening.bot.services.announcer.finish()
    await press_more(ann, "Resign", on=panel_of(ann))
    assert "You lose it, and that is final." in panel_of(ann).text
    assert re.search(r"It costs you −69: your rating would be 1431\b", panel_of(ann).text)
    await ann.press("No, go back", on=panel_of(ann))
    assert len(picks_on(panel_of(ann))) == 8
    blue = colour_of("Ann", board_of(ann))
    await resign(ann)
    board = await wait_for_board(bob, "@Bob wins")
    assert labels(board) == AFTERWARDS
    assert waited_for(board) == set(), "nobody is waited for any more"
    assert f"Final, by resignation · High-Low Battle vs {blue} @Ann" in board.text
    assert "A tie pays" not in board.text
    assert re.search(rf"{blue} 1431\?? \(−69\)", board.text)
    await bob.wait_until(lambda _: "### You won\nAnn resigned." in panel_of(bob).text)
    assert "### You lost\nYou resigned." in panel_of(ann).text


async def test_before_both_have_picked_a_duel_is_called_off_and_nobody_loses(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    await ann.press("7", on=panel_of(ann))
    await press_more(bob, "Call it off", on=panel_of(bob))
    assert "so nobody loses it." in panel_of(bob).text
    await bob.press("Call it off", on=panel_of(bob))
    board = await wait_for_board(ann, "Called off: one of them left before both had picked.")
    assert "rated" not in board.text
    assert "No result with **Bob**" in private_text(await ann.slash("history"))
    evening.pass_time(10)
    await ann.press("Rematch", on=board)
    await bob.press("Accept")
    await wait_for_board(ann, "Round 1")


async def test_a_question_about_calling_off_costs_nothing_when_both_have_picked_meanwhile(
    evening: Evening,
) -> None:
    ann, bob = await evening.duel_with_panels()
    await ann.press("7", on=panel_of(ann))
    await bob.slash("resign")
    question = panel_of(bob)
    await evening.both_pick()
    answer = private_text(await bob.press("Call it off", on=question))
    assert "You have both picked by now, so the duel can no longer be called off." in answer
    assert "Round 2" in (await wait_for_board(ann, "Round 2")).text


async def test_the_command_resigns_too(evening: Evening) -> None:
    ann, bob = await evening.duel()
    await evening.both_pick()
    assert "You lose it" in private_text(await bob.slash("resign"))
    await bob.press("Resign")
    await wait_for_board(ann, "@Ann wins")
    assert "You are in no duel here" in private_text(await bob.slash("resign"))


async def test_with_several_duels_the_command_asks_which_one(evening: Evening) -> None:
    ann, _ = await evening.duel("highlow")
    await evening.duel("ten")
    answer = private_text(await ann.slash("resign"))
    assert "Which duel do you give up?" in answer
    assert answer.count("https://discord.com/channels/") == 2


async def test_a_board_that_missed_the_end_is_put_right_by_whoever_asks_for_their_hand(
    evening: Evening,
) -> None:
    ann, _ = await finished(evening)
    over = board_of(ann)
    key = duel_key_on(over)
    reply = await forge(evening.sandbox, ann, over, f"duel:hand:{key}")
    assert reply.kind is CallbackType.UPDATE
    assert labels(board_of(ann)) == labels(over)


async def test_a_duel_that_has_ended_meanwhile_asks_nobody_whether_to_resign(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    resigning = f"duel:resign:{duel_key_on(board_of(ann))}:1"
    await call_off(bob)
    await ann.wait_until(lambda _: "### Called off" in panel_of(ann).text)
    reply = await forge(evening.sandbox, ann, board_of(ann), resigning)
    assert "This duel is over already." in private_text(reply)
    assert labels(panel_of(ann)) == []


async def test_both_press_rematch_at_the_same_instant_and_play_one(evening: Evening) -> None:
    ann, bob = await finished(evening)
    over = board_of(ann)
    await asyncio.gather(*(person.press("Rematch", on=over) for person in (ann, bob)))
    await wait_for_board(ann, "Turn 1")
    assert len(await evening.bot.services.arenas.arena(ann.channel.guild_id).open_of(ann.id)) == 1
