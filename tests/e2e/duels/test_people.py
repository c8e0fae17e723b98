"""What people ask for: their list of duels, a message when it is their turn, or to be left alone."""

from bot.ui.painting.calls import ACTIVE
from tests.support.evening import (
    Evening,
    board_of,
    mentioned,
    panel_of,
    private_text,
    wait_for_board,
)
from tests.support.games.boards import waited_for


async def test_duels_lists_yours_with_links_and_whose_pick_is_missing(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels("highlow")
    board = board_of(ann)
    await ann.press("7", on=panel_of(ann))
    evening.pass_time(10)
    await ann.slash("duel ten", opponent=evening.person("Cleo"))
    text = private_text(await ann.slash("duels"))
    link = f"https://discord.com/channels/{ann.channel.guild_id}/{ann.channel.id}/{board.id}"
    assert f"[High-Low Battle]({link})" in text
    assert "against Bob. Waiting for Bob. Deadline <t:" in text
    assert "a challenge to Cleo" in text
    others = private_text(await bob.slash("duels"))
    assert "against Ann. Waiting for you. Deadline <t:" in others
    assert "Cleo" not in others


async def test_whoever_plays_nothing_is_told_so(evening: Evening) -> None:
    answer = private_text(await evening.person("Cleo").slash("duels"))
    assert answer.startswith("You are in no duel here.")


async def test_nobody_gets_a_direct_message_without_asking(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    evening.pass_time(ACTIVE + 1)
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    assert evening.sandbox.traffic.matching("POST", "/users/@me/channels") == []


async def test_whoever_asked_gets_a_message_with_a_link_when_it_is_their_turn(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    assert "direct message" in private_text(await ann.slash("notify", on=True))
    evening.pass_time(ACTIVE + 1)
    await ann.slash("duel highlow", opponent=bob)
    evening.pass_time(ACTIVE + 1)
    await bob.press("Accept")
    board = board_of(bob)
    letter = await ann.go_to_dms().wait_for("Your turn in [High-Low Battle]")
    assert str(board.id) in letter.text


async def test_whoever_is_playing_just_now_needs_no_message(evening: Evening) -> None:
    await evening.person("Ann").slash("notify", on=True)
    ann, bob = await evening.duel_with_panels()
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    assert evening.sandbox.traffic.matching("POST", "/users/@me/channels") == []


async def test_notifying_can_be_switched_off_again(evening: Evening) -> None:
    ann = evening.person("Ann")
    await ann.slash("notify", on=True)
    assert "No more direct messages" in private_text(await ann.slash("notify", on=False))
    evening.pass_time(ACTIVE + 1)
    await evening.duel()
    assert evening.sandbox.traffic.matching("POST", "/users/@me/channels") == []


async def test_closed_direct_messages_fall_back_to_the_channel(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash("notify", on=True)
    evening.sandbox.faults.close_dms(ann)
    await ann.slash("duel highlow", opponent=bob)
    evening.pass_time(ACTIVE + 1)
    await bob.press("Accept")
    line = await bob.wait_for("@Ann, Bob accepted")
    assert "I can't send you direct messages" in line.text
    assert mentioned(line) == {"Ann"}
    assert str(board_of(bob).id) in line.text


async def test_every_new_turn_is_worth_a_message_to_whoever_is_away(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels("ten", pace="a day per pick")
    await ann.slash("notify", on=True)
    await bob.slash("notify", on=True)
    mover, waiter = (ann, bob) if waited_for(board_of(ann)) == {"Ann"} else (bob, ann)
    evening.pass_time(ACTIVE + 1)
    await mover.press("1", on=board_of(mover))
    await waiter.go_to_dms().wait_for("Your turn in [Battle to Ten]")
    assert len(evening.sandbox.traffic.matching("POST", "/users/@me/channels")) == 1
