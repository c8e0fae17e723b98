"""Playing the computer: by a command, from its own menu, and on a challenge that nobody took."""

import json

import pytest

from bot.arena.limits import PAUSE
from bot.duels.duel import CHALLENGE_LIFE
from bot.duels.settings import Challengers
from bot.ui.deck.deck import face, plain
from games import GAMES
from games.levels import LEVELS
from sandbox.people.person import Person
from sandbox.people.screen import Seen
from sandbox.world.permissions import Permission
from tests.e2e.duels.test_ending import file_of
from tests.support.evening import (
    Evening,
    begin_with_computer,
    board_of,
    is_live,
    labels,
    panel_of,
    picks_on,
    play,
    press_more,
    private_text,
    recorded_pings,
    resign,
    wait_for_board,
    wait_for_panel,
)

pytestmark = pytest.mark.also_late

BEFORE = ["Rules", "Begin", "Withdraw"]
"""The buttons of a duel against the computer that has not begun."""
NAMES = [level.name for level in LEVELS]


async def play_level(ann: Person, name: str, game: str = "ten") -> None:
    """One command, with the level as the list shows it, and a press."""
    (level,) = (level for level in LEVELS if level.name == name)
    await begin_with_computer(ann, game, level=level.key)


async def sealed_before(ann: Person, shown: Seen) -> None:
    """The seal on this message binds the dice, and their other half is a number that came after it."""
    board = await wait_for_board(ann, "wins")
    assert board.id == shown.id
    record = json.loads(await file_of(ann))
    assert f":seal: {record['seal'][:8]}" in shown.text
    assert int(record["match"]["seed"]["accepted"]) > int(shown.id)


async def test_the_seal_is_shown_before_the_press_that_goes_into_the_dice(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash("duel highlow", level="sprout")
    shown = board_of(ann)
    assert labels(shown) == BEFORE
    assert "Only the person who asked" in private_text(await bob.press("Begin", on=shown))
    await evening.reopen()
    await ann.press("Begin", on=shown)
    await play(ann)
    await sealed_before(ann, shown)
    evening.pass_time(PAUSE)
    await ann.press("Rematch")
    again = board_of(ann)
    assert labels(again) == BEFORE
    await ann.press("Begin", on=again)
    await play(ann)
    await sealed_before(ann, again)


async def test_what_nobody_began_becomes_one_small_line(evening: Evening) -> None:
    ann = evening.person("Ann")
    await ann.slash("duel ten", level="fox")
    evening.pass_time(CHALLENGE_LIFE + 1)
    gone = await ann.wait_for("-# @Ann did not begin a duel of Battle to Ten with Fox.")
    assert gone.buttons == ()
    await ann.slash("duel ten", level="fox")
    await ann.press("Withdraw")
    await ann.wait_for("-# @Ann called off a duel of Battle to Ten with Fox.")


async def test_a_first_match_is_one_command_and_one_press(evening: Evening) -> None:
    ann = evening.person("Ann")
    with recorded_pings(evening.sandbox) as pings:
        asked = await ann.slash("duel ten", level="sprout")
        assert asked.message is not None
        assert LEVELS[0].character in asked.message.text
        await ann.press("Begin", on=asked.message)
    assert "Sprout**" in board_of(ann).text
    assert not pings
    await play(ann)
    assert "wins" in (await wait_for_board(ann, "wins")).text


async def test_the_list_of_levels_says_what_each_is_like(evening: Evening) -> None:
    (command,) = (c for c in evening.bot.tree.get_commands() if c.name == "duel")
    wire = command.to_dict(evening.bot.tree)
    for game in wire["options"]:
        (option,) = (option for option in game["options"] if option["name"] == "level")
        assert [choice["value"] for choice in option["choices"]] == [level.key for level in LEVELS]
        for choice, level in zip(option["choices"], LEVELS, strict=True):
            assert choice["name"].startswith(f"{plain(face(level.key))} {level.name}")
            assert choice["name"][0] != level.name[0], "it has a face"
            assert level.character.partition(".")[0] in choice["name"]


async def test_the_bot_as_opponent_without_a_level_plays_in_the_middle(evening: Evening) -> None:
    ann = evening.person("Ann")
    await begin_with_computer(ann, "highlow", opponent=evening.sandbox.world.bot)
    assert "Badger**" in board_of(ann).text


async def test_a_level_for_a_person_is_refused_kindly(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    answer = private_text(await ann.slash("duel ten", opponent=bob, level="fox"))
    assert answer == (
        "Levels are for the computer. Leave the level out to challenge a person, "
        "or the opponent to play the computer."
    )


async def test_the_menu_of_the_bot_asks_for_the_game_and_the_level(evening: Evening) -> None:
    ann = evening.person("Ann")
    await ann.menu("Challenge to a duel", evening.sandbox.world.bot)  # type: ignore[arg-type]
    assert labels(panel_of(ann)) == [room.game.title for room in GAMES]
    await ann.press("Bid Battle")
    assert labels(panel_of(ann)) == NAMES
    await evening.reopen()
    await ann.press("Oracle")
    await wait_for_board(ann, "Bid Battle")
    await ann.press("Begin")
    await wait_for_board(ann, "Oracle**")


async def test_the_computer_takes_up_an_open_challenge_in_the_same_message(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash("duel ten")
    card = board_of(ann)
    assert "for the challenger" in private_text(await bob.press("Play the computer"))
    await ann.press("Play the computer")
    assert labels(panel_of(ann)) == NAMES
    await ann.press("Fox")
    assert picks_on(panel_of(ann))
    board = await wait_for_board(bob, "Fox**")
    assert board.id == card.id
    assert is_live(board)
    await play(ann)
    await wait_for_board(bob, "wins")


async def test_an_expired_challenge_still_offers_the_computer(evening: Evening) -> None:
    ann = evening.person("Ann")
    await ann.slash("duel ten")
    evening.pass_time(CHALLENGE_LIFE + 1)
    card = await wait_for_board(ann, "Nobody took up @Ann's challenge")
    assert labels(card) == ["Play the computer"]
    await evening.reopen()
    await ann.press("Play the computer")
    await ann.press("Sprout")
    assert (await wait_for_board(ann, "Sprout**")).id == card.id


async def test_whoever_lost_is_offered_an_easier_one(evening: Evening) -> None:
    ann = evening.person("Ann")
    await play_level(ann, "Oracle", "highlow")
    await wait_for_panel(ann)
    await evening.both_pick()
    await evening.bot.services.announcer.finish()
    await resign(ann)
    board = await wait_for_board(ann, "Oracle wins")
    evening.pass_time(10)
    await press_more(ann, "Easier: Fox", on=board)
    await ann.press("Begin")
    assert "Fox**" in board_of(ann).text


async def test_the_list_of_duels_names_the_level(evening: Evening) -> None:
    ann = evening.person("Ann")
    await play_level(ann, "Magpie", "highlow")
    assert "Magpie" in private_text(await ann.slash("duels"))


async def test_the_computer_counts_as_named_where_challenges_must_name_somebody(evening: Evening) -> None:
    ann = evening.person("Ann")
    servers = evening.bot.services.settings
    await servers.change(ann.channel.guild_id or 0, challengers=Challengers.NAMED)
    assert "Name" in private_text(await ann.slash("duel ten"))
    await play_level(ann, "Sprout")
    assert "Sprout**" in board_of(ann).text


async def test_the_computer_takes_up_nothing_where_the_bot_lacks_a_permission(evening: Evening) -> None:
    ann = evening.person("Ann")
    await ann.slash("duel ten")
    await ann.press("Play the computer")
    evening.sandbox.faults.take_permission(ann.channel, Permission.SEND_MESSAGES)
    assert "Send Messages" in private_text(await ann.press("Fox", on=panel_of(ann)))
    assert labels(board_of(ann)) == ["Rules", "Withdraw", "Accept", "Play the computer"]
    evening.sandbox.faults.give_permission(ann.channel, Permission.SEND_MESSAGES)
    await ann.press("Play the computer")
    await ann.press("Fox", on=panel_of(ann))
    await wait_for_board(ann, "Fox**")
