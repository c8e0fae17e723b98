"""/help and /rules: what this is, how it is played, every command; and the greeting of a new server."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

import aiohttp
import discord
from discord import AppCommandType, Permissions
from discord.app_commands import Command, ContextMenu

from bot.about import NAME
from bot.links import Links
from bot.ratings.model import IN_WORDS
from bot.services import Services
from bot.ui.buttons import choice_list, link_buttons, press_button
from bot.ui.handlers import Handlers
from bot.ui.ids import CustomId, RulesOf
from bot.ui.mentions import UNKNOWN, CommandMentions, Known, typed_names
from bot.ui.pages.empty import play_computer
from bot.ui.pages.puzzle import PuzzleAction, PuzzleVerb
from bot.ui.permissions import NEEDED
from bot.ui.render import layout, unstopped
from bot.ui.wire.press import Press
from bot.ui.wire.reply import Late
from bot.ui.wire.sheet import Sheet, Wire
from games import GAMES, room_called
from games.engine import Refused, value
from games.room import AnyRoom

HEADINGS = {
    "Play": ("duel", "hand", "duels", "resign", "puzzle"),
    "Compare": ("leaderboard", "profile", "history"),
    "For yourself": ("notify", "block", "unblock", "privacy", "mydata"),
    "Learn": ("rules", "help", "about"),
}
"""The headings of all commands and their order under them. Other commands come last."""
SECRETLY = "I run duels for two: you both pick in secret, and I show both picks at once."
ALONE = "Nobody there? Play the computer: five levels, from one that a child beats to one that hardly errs."
ELSEWHERE = "Duels and puzzles are for servers. Here you can read the rules, and /hand opens your hand."
MORE, MANAGERS = "More", "For those who manage the server"
IN_MENUS = {
    AppCommandType.user: "- *Apps → {name}*, in the menu of a person.",
    AppCommandType.message: "- *Apps → {name}*, in the menu of a message.",
}

log = logging.getLogger(__name__)

on = Handlers()


class Topic(StrEnum):
    START = "start"
    RULES = "rules"
    COMMANDS = "commands"


@value
class HelpOn(CustomId):
    word = "help"

    topic: Topic


@on.component(HelpOn)
async def turn_to(press: Press, services: Services, wanted: HelpOn) -> None:
    """Turns to a page of the help; the list of games sends the one that was chosen."""
    if press.values and wanted.topic is Topic.RULES:
        room = _room(press.values[0])
        rows = [_ways_on(press, services, room), [_games(room)]]
        await press.reply.privately(rules(room, services.commands, rows))
    else:
        await press.reply.privately(page(press, services, wanted.topic))


@on.component(RulesOf, Late.NEW)
async def show_rules(press: Press, services: Services, wanted: RulesOf) -> None:
    """Shows rules in a message of its own, because the one that was pressed may be a player's hand."""
    await press.reply.send(rules(_room(wanted.game), services.commands), private=True)


def page(press: Press, services: Services, topic: Topic = Topic.START) -> Sheet:
    """Shows the page of a topic in this place: not all can be done in direct messages."""
    if topic is Topic.RULES:
        return layout("### Rules\nHow is it played?", rows=[[_games()], [_back()]])
    if topic is Topic.COMMANDS:
        return command_list(services.commands, press.permissions, _back())
    in_server = press.guild is not None
    buttons = _ways(services, in_server=in_server)
    return welcome(services.commands, buttons, services.links, in_server=in_server)


def for_newcomers(services: Services) -> list[Wire]:
    """Makes the buttons of the greeting."""
    rules = press_button(HelpOn(Topic.RULES), "Rules")
    return [play_computer(services), rules, press_button(HelpOn(Topic.COMMANDS), "All commands")]


def _ways(services: Services, *, in_server: bool) -> list[Wire]:
    reading = [press_button(HelpOn(Topic.RULES), "Rules")]
    if in_server:
        today = PuzzleAction(PuzzleVerb.OPEN, services.puzzles.today)
        reading = [play_computer(services), *reading, press_button(today, "Today's puzzle")]
    return [*reading, press_button(HelpOn(Topic.COMMANDS), "All commands")]


def _ways_on(press: Press, services: Services, room: AnyRoom) -> list[Wire]:
    """Makes the buttons that lead on from the rules of a game."""
    return [_back()] if press.guild is None else [play_computer(services, room.game.key), _back()]


def _games(chosen: AnyRoom | None = None) -> Wire:
    offers = [(room.game.key, room.game.title, room.guide.tagline) for room in GAMES]
    key = None if chosen is None else chosen.game.key
    return choice_list(HelpOn(Topic.RULES), offers, "Choose a game", key)


def _back() -> Wire:
    return press_button(HelpOn(Topic.START), "Back")


def _room(game: str) -> AnyRoom:
    """Returns the game that a button names, also one that is no longer offered."""
    room = room_called(game)
    if room is None:
        raise Refused("That game is not played here any more. Use /rules to see which are.")
    return room


def rules(room: AnyRoom, commands: CommandMentions = UNKNOWN, rows: Sequence[Sequence[Wire]] = ()) -> Sheet:
    """Explains how a game is played, with an example. `rows` of controls lead on from there."""
    guide = room.guide
    steps = "\n".join(f"{number}. {rule}" for number, rule in enumerate(guide.rules, start=1))
    example = "\n".join(f"> {line}" for line in guide.example)
    return layout(
        f"### {room.game.title}",
        f"**Your goal:** {guide.goal}",
        steps,
        f"**For example**\n{example}",
        f"Play it with {commands.mention(f'duel {room.game.key}')}.",
        rows=rows,
    )


def welcome(
    commands: CommandMentions, buttons: Sequence[Wire], links: Links, *, in_server: bool = True
) -> Sheet:
    """Shows what this is, how to begin, and what to do alone; then the host's own pages."""
    last = ALONE if in_server else commands.tappable(ELSEWHERE)
    rows = [buttons, link_buttons(links, "support", "privacy", "terms")]
    return layout(f"### {NAME}", SECRETLY, _first_steps(commands), last, rows=filter(None, rows))


def command_list(commands: CommandMentions, may: Permissions, back: Wire) -> Sheet:
    """Lists every command, without those that Discord hides from this person."""
    shown = [command for command in commands.known if _is_offered(command, may)]
    sections = [
        f"**{heading}**\n" + "\n".join(_line(command, commands) for command in under_it)
        for heading, under_it in _sorted(shown)
    ]
    return layout("### All commands", *sections, f"-# {IN_WORDS}", rows=[[back]])


def greeting(commands: CommandMentions, buttons: Sequence[Wire]) -> Sheet:
    """Greets a server that has just invited the bot."""
    return layout(
        f"### Hello, I am {NAME}",
        SECRETLY,
        _first_steps(commands),
        f"{commands.mention('rules')} explains every game, {commands.mention('help')} shows the rest.",
        f"-# If you manage this server: {commands.mention('settings')} sets where and how duels are played.",
        rows=[buttons],
    )


def _first_steps(commands: CommandMentions) -> str:
    first = commands.mention(f"duel {GAMES[0].game.key}")
    return f"Type {first}, or another game, and name an opponent. Leave the opponent out to take on anyone."


def _is_offered(command: Known, may: Permissions) -> bool:
    return command.default_permissions is None or command.default_permissions <= may


def _sorted(known: Iterable[Known]) -> Iterator[tuple[str, list[Known]]]:
    placed: dict[str, list[Known]] = {heading: [] for heading in (*HEADINGS, MORE, MANAGERS)}
    for command in known:
        placed[_heading(command)].append(command)
    for heading, under_it in placed.items():
        order = HEADINGS.get(heading, ())
        under_it.sort(key=lambda command: order.index(command.name) if command.name in order else len(order))
        if under_it:
            yield heading, under_it


def _heading(command: Known) -> str:
    if command.default_permissions is not None:
        return MANAGERS
    if isinstance(command, ContextMenu):
        return next(iter(HEADINGS))
    return next((heading for heading, names in HEADINGS.items() if command.name in names), MORE)


def _line(command: Known, commands: CommandMentions) -> str:
    if isinstance(command, ContextMenu):
        return IN_MENUS[command.type].format(name=command.name)
    if isinstance(command, Command):
        return f"- {commands.mention(command.name)} {command.description}"
    mentions = " ".join(map(commands.mention, typed_names(command)))
    return f"- {unstopped(command.description)}: {mentions}"


async def greet(guild: discord.Guild, services: Services) -> None:
    """Says in the channel for system messages what to type first. A server that has no such channel, or lets
    the bot not write there, is not greeted."""
    channel = guild.system_channel
    if channel is None or not _may_write(channel, guild.me):
        return
    if not await services.storage.claim_greeting(guild.id):
        return
    try:
        await services.requests.post(channel.id, greeting(services.commands, for_newcomers(services)))
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as problem:
        log.info("a greeting could not be posted: %s", problem)


def _may_write(channel: discord.TextChannel, me: discord.Member | None) -> bool:
    if me is None:
        return False
    granted = channel.permissions_for(me)
    return all(getattr(granted, key) for key in NEEDED)
