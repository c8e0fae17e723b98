"""/help: three lines and buttons. The rest of it, and the rules, open in its place."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from discord import ButtonStyle

from bot.services import Services
from bot.ui.pages.puzzle import PuzzleAction
from bot.ui.pages.puzzle import Verb as PuzzleVerb
from bot.ui.presses.challenge import GameChoice
from bot.ui.presses.custom_id import CustomId, RulesOf
from bot.ui.presses.handlers import Handlers
from bot.ui.texts import guides
from bot.ui.texts.buttons import press_button
from bot.ui.texts.render import in_rows
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet, Wire
from games import GAMES

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
    await press.reply.privately(page(press, services, wanted.topic))


def page(press: Press, services: Services, topic: Topic = Topic.START) -> Sheet:
    """What somebody is shown in this place: not all can be done in direct messages."""
    commands, back = services.commands, press_button(HelpOn(Topic.START), "Back")
    if topic is Topic.RULES:
        games = [press_button(RulesOf(room.game.key, listed=True), room.game.title) for room in GAMES]
        return guides.games(in_rows([*games, back], 3))
    if topic is Topic.COMMANDS:
        return guides.command_list(commands, press.permissions, services.links, back)
    in_server = press.guild is not None
    return guides.welcome(commands, _ways(services, in_server=in_server), in_server=in_server)


def _ways(services: Services, *, in_server: bool) -> list[Wire]:
    reading = [press_button(HelpOn(Topic.RULES), "Rules")]
    if in_server:
        today = PuzzleAction(PuzzleVerb.OPEN, services.puzzles.today)
        reading = [play_computer(services), *reading, press_button(today, "Today's puzzle")]
    return [*reading, press_button(HelpOn(Topic.COMMANDS), "All commands")]


def for_newcomers(services: Services) -> list[Wire]:
    """The buttons of the greeting."""
    return [
        play_computer(services),
        press_button(HelpOn(Topic.RULES), "Rules"),
        press_button(HelpOn(Topic.COMMANDS), "All commands"),
    ]


def play_computer(services: Services, game: str = "") -> Wire:
    """Asks for the game, unless it is known, then for the level; then the duel begins in this channel."""
    return press_button(GameChoice(services.computer, game), "Play the computer", ButtonStyle.primary)


def rules_in_list(press: Press, services: Services, wanted: RulesOf) -> list[Wire]:
    """What leads on from the rules of a game in the list."""
    back = press_button(HelpOn(Topic.RULES), "All games")
    return [back] if press.guild is None else [play_computer(services, wanted.game), back]
