"""/help: three lines and buttons; and *Rules*, on whatever message it stands."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from bot.services import Services
from bot.ui.pages.empty import play_computer
from bot.ui.pages.puzzle import PuzzleAction
from bot.ui.pages.puzzle import Verb as PuzzleVerb
from bot.ui.presses.custom_id import CustomId, RulesOf
from bot.ui.presses.handlers import Handlers
from bot.ui.texts import guides
from bot.ui.texts.buttons import choice_list, press_button
from bot.ui.texts.render import layout
from bot.ui.wire.press import Press
from bot.ui.wire.reply import Late
from bot.ui.wire.sheet import Sheet, Wire
from games import GAMES, room_called
from games.engine import Refused
from games.room import AnyRoom

on = Handlers()


class Topic(StrEnum):
    START = "start"
    RULES = "rules"
    COMMANDS = "commands"


@dataclass(frozen=True, slots=True)
class HelpOn(CustomId):
    word = "help"
    template = re.compile(r"help:(?P<topic>start|rules|commands)")

    topic: Topic

    def __str__(self) -> str:
        return f"help:{self.topic}"

    @classmethod
    def of(cls, match: re.Match[str]) -> Self:
        return cls(Topic(match["topic"]))


@on.component(HelpOn)
async def turn_to(press: Press, services: Services, wanted: HelpOn) -> None:
    """The list of games sends the one that was chosen."""
    if press.values and wanted.topic is Topic.RULES:
        room = _room(press.values[0])
        rows = [_ways_on(press, services, room), [_games(room)]]
        await press.reply.privately(guides.rules(room, services.commands, rows))
    else:
        await press.reply.privately(page(press, services, wanted.topic))


@on.component(RulesOf, Late.NEW)
async def show_rules(press: Press, services: Services, wanted: RulesOf) -> None:
    """In a message of its own, because the one that was pressed may be a player's hand."""
    await press.reply.send(guides.rules(_room(wanted.game), services.commands), private=True)


def page(press: Press, services: Services, topic: Topic = Topic.START) -> Sheet:
    """What somebody is shown in this place: not all can be done in direct messages."""
    if topic is Topic.RULES:
        return layout("### Rules\nHow is it played?", rows=[[_games()], [_back()]])
    if topic is Topic.COMMANDS:
        return guides.command_list(services.commands, press.permissions, _back())
    in_server = press.guild is not None
    buttons = _ways(services, in_server=in_server)
    return guides.welcome(services.commands, buttons, services.links, in_server=in_server)


def for_newcomers(services: Services) -> list[Wire]:
    """The buttons of the greeting."""
    rules = press_button(HelpOn(Topic.RULES), "Rules")
    return [play_computer(services), rules, press_button(HelpOn(Topic.COMMANDS), "All commands")]


def _ways(services: Services, *, in_server: bool) -> list[Wire]:
    reading = [press_button(HelpOn(Topic.RULES), "Rules")]
    if in_server:
        today = PuzzleAction(PuzzleVerb.OPEN, services.puzzles.today)
        reading = [play_computer(services), *reading, press_button(today, "Today's puzzle")]
    return [*reading, press_button(HelpOn(Topic.COMMANDS), "All commands")]


def _ways_on(press: Press, services: Services, room: AnyRoom) -> list[Wire]:
    """What leads on from the rules of a game."""
    return [_back()] if press.guild is None else [play_computer(services, room.game.key), _back()]


def _games(chosen: AnyRoom | None = None) -> Wire:
    offers = [(room.game.key, room.game.title, room.guide.tagline) for room in GAMES]
    key = None if chosen is None else chosen.game.key
    return choice_list(HelpOn(Topic.RULES), offers, "Choose a game", key)


def _back() -> Wire:
    return press_button(HelpOn(Topic.START), "Back")


def _room(game: str) -> AnyRoom:
    """The game that a button names, also one that is no longer offered."""
    room = room_called(game)
    if room is None:
        raise Refused("That game is not played here any more. Use /rules to see which are.")
    return room
