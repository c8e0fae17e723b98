"""/rules, /help and /about: all is there, every mention can be tapped, the invitation asks for enough."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from discord import Permissions
from sqlalchemy import delete

from bot.about import VERSION
from bot.database.schema import notes
from bot.links import Links
from bot.ui.permissions import FOR_THREADS, INVITED_WITH, NEEDED
from games import GAMES
from games.levels import LEVELS
from games.room import AnyRoom
from sandbox.interactions.components import walk
from sandbox.people.person import Person, Reply
from sandbox.wire import CommandType, OptionType, Wire
from sandbox.world.permissions import Permission
from tests.e2e.attacks.test_forgery import forge
from tests.support.commands import show_links
from tests.support.evening import Evening, labels, panel_of, play, private_text, wait_for_board

pytestmark = pytest.mark.also_late

MENTION = re.compile(r"</([^:>]+):(\d+)>")


def manager(evening: Evening) -> Person:
    world = evening.sandbox.world
    guild = world.guild("The Arena")
    world.add_member(guild, "Max", [world.add_role(guild, "Boss", Permission.MANAGE_GUILD)])
    return evening.person("Max")


def registered(evening: Evening) -> list[Wire]:
    """What Discord was sent."""
    return evening.sandbox.platform.commands.of(None)


def typed(command: Wire) -> set[str]:
    """A command as it is typed: alone, or with each of its subcommands."""
    inner = [o for o in command.get("options", []) if o["type"] == OptionType.SUB_COMMAND]
    return {f"{command['name']} {each['name']}" for each in inner} or {command["name"]}


def mentions(reply: Reply) -> dict[str, str]:
    """Every command mentioned in a message, with its id, as it went over the wire."""
    assert reply.message is not None
    texts = [each["content"] for each in walk(reply.message.wire["components"]) if "content" in each]
    return dict(MENTION.findall("\n".join(texts)))


def links(reply: Reply) -> dict[str, str]:
    assert reply.message is not None
    return {c["label"]: c["url"] for c in walk(reply.message.wire["components"]) if "url" in c}


async def all_commands(person: Person) -> Reply:
    await person.slash("help")
    return await person.press("All commands", on=panel_of(person))


async def test_help_is_three_lines_and_a_button_for_each_way_on(evening: Evening) -> None:
    reply = await evening.person("Ann").slash("help")
    title, *lines = private_text(reply).splitlines()
    assert title == "### Gauntlet"
    assert len(lines) == 3
    assert "duel highlow" in mentions(reply)
    assert reply.message is not None
    assert labels(reply.message) == ["Play the computer", "Rules", "Today's puzzle", "All commands"]


async def test_help_leads_to_a_duel_with_the_computer_in_this_channel(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash("help")
    await ann.press("Play the computer", on=panel_of(ann))
    assert labels(panel_of(ann)) == [room.game.title for room in GAMES]
    await ann.press("Battle to Ten", on=panel_of(ann))
    assert labels(panel_of(ann)) == [level.name for level in LEVELS]
    await ann.press("Fox", on=panel_of(ann))
    board = await wait_for_board(bob, "Fox")
    assert "Battle to Ten" in board.text


@pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
async def test_help_leads_to_the_rules_of_every_game_and_back(room: AnyRoom, evening: Evening) -> None:
    ann = evening.person("Ann")
    first = (await ann.slash("help")).message
    await ann.press("Rules", on=panel_of(ann))
    await ann.choose("Choose a game", room.game.title, on=panel_of(ann))
    assert room.guide.goal in panel_of(ann).text
    assert labels(panel_of(ann)) == ["Play the computer", "Back"]
    await ann.choose("Choose a game", GAMES[0].game.title, on=panel_of(ann))
    assert GAMES[0].guide.goal in panel_of(ann).text
    await ann.press("Back", on=panel_of(ann))
    assert first is not None
    assert panel_of(ann).id == first.id
    assert panel_of(ann).text == first.text


async def test_the_rules_in_the_list_lead_to_that_game_against_the_computer(evening: Evening) -> None:
    ann = evening.person("Ann")
    await ann.slash("help")
    await ann.press("Rules", on=panel_of(ann))
    await ann.choose("Choose a game", "Bid Battle", on=panel_of(ann))
    await ann.press("Play the computer", on=panel_of(ann))
    assert "### Bid Battle against the computer" in panel_of(ann).text


async def test_help_opens_todays_puzzle(evening: Evening) -> None:
    ann = evening.person("Ann")
    await ann.slash("help")
    assert "### Puzzle of the day" in private_text(await ann.press("Today's puzzle", on=panel_of(ann)))


async def test_in_a_direct_message_help_offers_what_can_be_done_there(evening: Evening) -> None:
    ann = evening.person("Ann").go_to_dms()
    reply = await ann.slash("help")
    assert reply.message is not None
    assert labels(reply.message) == ["Rules", "All commands"]
    assert "hand" in mentions(reply)
    await ann.press("Rules", on=panel_of(ann))
    await ann.choose("Choose a game", "Battle to Ten", on=panel_of(ann))
    assert labels(panel_of(ann)) == ["Back"]


async def test_play_the_computer_in_a_direct_message_says_where_to_go(evening: Evening) -> None:
    ann, world = evening.person("Ann").go_to_dms(), evening.sandbox.world
    await ann.slash("help")
    answer = await forge(evening.sandbox, ann, panel_of(ann), f"ask:{world.bot.id}:")
    assert private_text(answer) == "Duels are played in servers. Use /duel there."


async def test_help_names_every_command_to_those_who_may_use_all(evening: Evening) -> None:
    reply = await all_commands(manager(evening))
    slashes = [c for c in registered(evening) if c["type"] == CommandType.CHAT_INPUT]
    assert set(mentions(reply)) == {name for command in slashes for name in typed(command)}
    for command in registered(evening):
        said = command["description"] or f"Apps → {command['name']}"
        assert said.removesuffix(".") in private_text(reply)


async def test_help_leaves_out_what_discord_hides(evening: Evening) -> None:
    reply = await all_commands(evening.person("Ann"))
    hidden = [c for c in registered(evening) if c["default_member_permissions"]]
    assert hidden
    for command in hidden:
        assert not typed(command) & set(mentions(reply))


async def test_every_mention_leads_to_a_command_also_when_nothing_was_sent_at_the_start(
    evening: Evening,
) -> None:
    await evening.reopen()
    assert len(evening.sandbox.traffic.matching("PUT", "/commands")) == 1
    ids = {name: command["id"] for command in registered(evening) for name in typed(command)}
    for line, options in [("help", {}), *(("rules", {"game": room.game.title}) for room in GAMES)]:
        found = mentions(await evening.person("Ann").slash(line, **options))
        assert found
        assert found.items() <= ids.items()


async def test_ids_that_were_never_noted_are_asked_for(evening: Evening) -> None:
    await evening.bot.services.database.execute(delete(notes).where(notes.c.key == "command ids"))
    await evening.reopen()
    assert "help" in mentions(await all_commands(manager(evening)))


@pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
async def test_rules_tell_goal_rules_and_example_of_every_game(room: AnyRoom, evening: Evening) -> None:
    text = private_text(await evening.person("Ann").slash("rules", game=room.game.title))
    for part in (room.game.title, room.guide.goal, *room.guide.rules, *room.guide.example):
        assert part in text


async def test_rules_can_be_shown_to_everyone(evening: Evening) -> None:
    await evening.person("Ann").slash("rules", game=GAMES[0].game.title, everyone=True)
    await evening.person("Bob").wait_for(GAMES[0].guide.goal)


async def test_help_and_rules_are_there_in_direct_messages_too(evening: Evening) -> None:
    ann = evening.person("Ann").go_to_dms()
    text = private_text(await ann.slash("help"))
    assert "Type /duel" in text
    assert "Ratings start at 1500" in private_text(await ann.press("All commands", on=panel_of(ann)))
    assert GAMES[-1].guide.goal in private_text(await ann.slash("rules", game=GAMES[-1].game.title))
    assert "MIT licence" in private_text(await ann.slash("about"))


async def test_about_tells_the_version_and_invites_with_exactly_what_is_needed(evening: Evening) -> None:
    reply = await evening.person("Ann").slash("about")
    assert f"Gauntlet {VERSION}" in private_text(reply)
    (url,) = links(reply).values()
    asked = parse_qs(urlsplit(url).query)
    assert asked["client_id"] == [str(evening.sandbox.world.bot.id)]
    assert asked["scope"] == ["bot applications.commands"]
    wanted = Permissions(int(asked["permissions"][0]))
    assert {key for key, value in wanted if value} == {
        *("read_messages", "send_messages"),
        *("create_public_threads", "send_messages_in_threads"),
    }
    for name in (NEEDED | FOR_THREADS).values():
        assert name in private_text(reply)


async def test_with_what_the_invitation_asks_for_a_duel_runs_in_its_thread_to_the_end(
    evening: Evening,
) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    rest = ~INVITED_WITH.value & Permissions.all().value
    world = evening.sandbox.world
    evening.sandbox.platform.changes.set_overwrite(ann.channel, world.bot.id, INVITED_WITH.value, rest)
    await evening.bot.services.settings.change(world.guild("The Arena").id, threads=True)
    await evening.duel("ten")
    await ann.wait_for("This duel is played in")
    (thread,) = [channel for channel in world.channels.values() if channel.is_thread]
    for person in (ann, bob):
        person.go_to(thread)
    await play(ann, bob)
    await wait_for_board(ann, "wins")


async def test_about_links_to_the_source_where_the_host_names_it(evening: Evening) -> None:
    await show_links(evening.bot, Links(source="https://example.org/gauntlet"))
    assert links(await evening.person("Ann").slash("about"))["Source"] == "https://example.org/gauntlet"
