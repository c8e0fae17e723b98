"""Challenges: to one person, to anyone, to the computer; taken up, turned down, limited."""

import json

import pytest

from bot.arena.limits import MAX_CHALLENGES, PAUSE
from bot.duels.duel import CHALLENGE_LIFE
from bot.duels.pace import PACES
from games import GAMES
from games.dice import Seed
from games.room import AnyRoom
from sandbox.wire import Component
from sandbox.world.permissions import Permission
from tests.e2e.duels.test_ending import file_of
from tests.support.evening import (
    Evening,
    begin_with_computer,
    board_of,
    is_live,
    labels,
    mentioned,
    panel_of,
    play,
    private_text,
    wait_for_board,
    without_times,
)

pytestmark = pytest.mark.also_late

ANSWERS = ["Rules", "Accept", "Decline", "Withdraw"]


async def test_the_card_says_who_what_the_pace_the_stakes_and_the_seal(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash("duel ten", opponent=bob, pace="a day per pick", rated=False)
    card = board_of(bob)
    for fact in ("Battle to Ten", "Ann challenges @Bob", "A day per pick", "not rated", ":seal:"):
        assert fact in card.text
    assert labels(card) == ANSWERS
    assert "ends in a while" in without_times(card.text)


async def test_the_card_mentions_only_the_challenged_person(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash("duel highlow", opponent=bob)
    assert mentioned(board_of(bob)) == {"Bob"}


async def test_the_seal_on_the_card_binds_the_seed_that_fair_play_shows(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels("ten")
    (duel,) = await evening.bot.services.arenas.arena(ann.channel.guild_id).open_of(ann.id)
    seal = duel.seed.seal
    await play(ann, bob)
    board = await wait_for_board(ann, "wins")
    assert duel.secret.hex() not in board.text
    record = json.loads(await file_of(ann))
    assert record["seal"] == seal
    assert record["match"]["seed"]["secret"] == duel.secret.hex()
    assert Seed(duel.secret, duel.key, duel.accepted or "").seal == seal


async def test_declining_and_withdrawing_end_it_and_leave_no_buttons(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash("duel highlow", opponent=bob)
    await bob.press("Decline")
    assert (await ann.wait_for("@Bob declined @Ann's challenge to High-Low Battle.")).buttons == ()
    evening.pass_time(10)
    await ann.slash("duel highlow", opponent=bob)
    await ann.press("Withdraw")
    assert (await bob.wait_for("@Ann withdrew a challenge to High-Low Battle.")).buttons == ()


@pytest.mark.parametrize("answer", ["Decline", "Withdraw"])
async def test_a_dead_challenge_is_one_small_line_without_a_frame(answer: str, evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash("duel highlow", opponent=bob)
    await (bob if answer == "Decline" else ann).press(answer)
    dead = await ann.wait_for(" challenge to High-Low Battle.")
    (part,) = dead.wire["components"]
    assert part["type"] == Component.TEXT_DISPLAY
    assert part["content"].startswith("-# ")
    assert "\n" not in part["content"]


async def test_each_button_of_the_card_is_for_its_person_alone(evening: Evening) -> None:
    ann, bob, cleo = (evening.person(name) for name in ("Ann", "Bob", "Cleo"))
    await ann.slash("duel highlow", opponent=bob)
    assert "your own challenge" in private_text(await ann.press("Accept"))
    assert private_text(await ann.press("Decline")) == (
        "Only the person who was challenged can decline. Press Withdraw to take it back."
    )
    assert private_text(await cleo.press("Decline")) == "Only the person who was challenged can decline."
    assert "Only the challenger" in private_text(await bob.press("Withdraw"))
    assert "for somebody else" in private_text(await cleo.press("Accept"))
    assert labels(board_of(bob)) == ANSWERS


async def test_a_challenge_expires(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash("duel highlow", opponent=bob)
    evening.pass_time(CHALLENGE_LIFE + 1)
    assert (await ann.wait_for("Nobody took up @Ann's challenge")).buttons == ()


async def test_an_open_challenge_is_for_anyone_in_the_channel(evening: Evening) -> None:
    ann, cleo = evening.person("Ann"), evening.person("Cleo")
    await ann.slash("duel highlow")
    card = board_of(cleo)
    assert "take on anyone" in card.text
    assert labels(card) == ["Rules", "Withdraw", "Accept", "Play the computer"]
    assert mentioned(card) == set()
    await cleo.press("Accept")
    assert "@Cleo" in board_of(ann).text
    assert is_live(board_of(ann))


@pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
async def test_naming_the_bot_gives_a_computer_opponent(room: AnyRoom, evening: Evening) -> None:
    ann = evening.person("Ann")
    await begin_with_computer(ann, room.game.key, opponent=evening.sandbox.world.bot)
    await play(ann)
    await wait_for_board(ann, "wins")
    evening.pass_time(PAUSE)
    await ann.press("Rematch")
    await ann.press("Begin")
    assert is_live(board_of(ann))


async def test_nobody_challenges_themselves_other_bots_or_people_who_are_not_there(evening: Evening) -> None:
    ann = evening.person("Ann")
    assert "can't challenge yourself" in private_text(await ann.slash("duel highlow", opponent=ann))
    stranger = evening.person("Zoe")
    assert "not in this server" in private_text(await ann.slash("duel highlow", opponent=stranger))
    evening.sandbox.world.add_member(evening.sandbox.world.guild("The Arena"), "Robot")
    robot = evening.person("Robot")
    robot.user.bot = True
    assert "Other bots don't duel" in private_text(await ann.slash("duel highlow", opponent=robot))


async def test_the_menu_of_a_person_asks_for_the_game_and_challenges(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    question = await ann.menu("Challenge to a duel", bob)
    assert "Which game, against Bob?" in private_text(question)
    assert labels(panel_of(ann)) == [room.game.title for room in GAMES]
    await ann.press("Bid Battle")
    card = await bob.wait_for("Ann challenges @Bob")
    assert "Bid Battle" in card.text
    assert mentioned(card) == {"Bob"}
    await bob.press("Accept")
    assert is_live(board_of(ann))


async def test_the_menu_refuses_oneself(evening: Evening) -> None:
    ann = evening.person("Ann")
    assert "can't challenge yourself" in private_text(await ann.menu("Challenge to a duel", ann))


async def test_there_is_a_pause_between_challenges_and_only_a_handful_of_them(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    for _ in range(MAX_CHALLENGES):
        evening.pass_time(10)
        await ann.slash("duel highlow", opponent=bob)
        assert "quick" in private_text(await ann.slash("duel ten", opponent=bob))
    evening.pass_time(10)
    assert "Withdraw one first" in private_text(await ann.slash("duel highlow", opponent=bob))


async def test_a_person_can_block_one_person_or_everybody(evening: Evening) -> None:
    ann, bob, cleo = (evening.person(name) for name in ("Ann", "Bob", "Cleo"))
    assert "from Ann" in private_text(await bob.slash("block", person=ann))
    assert "isn't taking challenges" in private_text(await ann.slash("duel highlow", opponent=bob))
    assert "again" in private_text(await bob.slash("unblock", person=ann))
    await bob.slash("block")
    assert "isn't taking challenges" in private_text(await cleo.slash("duel highlow", opponent=bob))
    await bob.slash("unblock")
    await cleo.slash("duel highlow", opponent=bob)
    assert "Accept" in labels(board_of(bob))


async def test_a_block_of_one_and_of_everybody_look_the_same_to_who_is_refused(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await bob.slash("block", person=ann)
    by_name = private_text(await ann.slash("duel highlow", opponent=bob))
    await bob.slash("unblock", person=ann)
    await bob.slash("block")
    assert private_text(await ann.slash("duel highlow", opponent=bob)) == by_name
    assert by_name == "Bob isn't taking challenges. Challenge someone else."


async def test_whoever_is_unblocked_by_name_is_still_refused_by_the_block_of_everybody(
    evening: Evening,
) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await bob.slash("block")
    nobody = "but you take challenges from nobody. Use /unblock without a name to change that."
    assert private_text(await bob.slash("unblock", person=ann)) == f"You had not blocked Ann, {nobody}"
    await bob.slash("block", person=ann)
    assert private_text(await bob.slash("unblock", person=ann)) == f"Ann is no longer blocked, {nobody}"
    assert private_text(await bob.slash("unblock")).startswith("You take challenges again")
    await ann.slash("duel highlow", opponent=bob)
    assert "Accept" in labels(board_of(bob))
    assert private_text(await bob.slash("unblock", person=ann)) == "You had not blocked Ann."


async def test_whoever_blocks_everybody_can_still_make_and_take_open_challenges(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    for person in (ann, bob):
        await person.slash("block")
    await ann.slash("duel highlow")
    await bob.press("Accept")
    assert is_live(board_of(ann))


async def test_a_missing_permission_is_named_before_the_duel_starts(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    evening.sandbox.faults.take_permission(ann.channel, Permission.SEND_MESSAGES)
    assert "Send Messages" in private_text(await ann.slash("duel highlow", opponent=bob))
    assert "Send Messages" in private_text(await ann.menu("Challenge to a duel", bob))
    evening.sandbox.faults.give_permission(ann.channel, Permission.SEND_MESSAGES)
    await ann.slash("duel highlow", opponent=bob)
    evening.sandbox.faults.take_permission(ann.channel, Permission.VIEW_CHANNEL)
    assert "View Channel" in private_text(await bob.press("Accept"))
    assert labels(board_of(bob)) == ANSWERS


async def test_every_pace_is_on_offer(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    for pace in PACES:
        evening.pass_time(10)
        await ann.slash("duel highlow", opponent=bob, pace=pace.label)
        assert pace.label.capitalize() in board_of(ann).text
