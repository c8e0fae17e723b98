"""Says of a list without an entry what to do about it, with a button that does it."""

from discord import ButtonStyle

from bot.ratings.model import ALL_GAMES
from bot.services import Services
from bot.ui.buttons import press_button
from bot.ui.duels.new_challenge import ANYONE, GameChoice
from bot.ui.mentions import CommandMentions
from bot.ui.names import at_start
from bot.ui.pages.finished import title_of
from bot.ui.render import layout
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet, Wire
from games import GAMES, offered_room

NO_DUEL = "You are in no duel here. Start one with {command}, or play the computer."
NO_DUEL_ANYWHERE = "You are in no duel. Start one in a server, with /duel."
YOU_FINISHED_NONE = "You have not finished a duel here yet. Start one with {command}, or play the computer."
YOU_FINISHED_NONE_OF = (
    "You have not finished a duel of {title} here yet. Start one with {command}, or play the computer."
)
THEY_FINISHED_NONE = "{name} has not finished a duel here yet. Challenge them with {command}."
THEY_FINISHED_NONE_OF = "{name} has not finished a duel of {title} here yet. Challenge them with {command}."


def duel_command(commands: CommandMentions, game: str | None = None) -> str:
    """Mentions the command that begins a duel: of this game, or of the first in the menu."""
    return commands.mention(f"duel {_offered(game) or GAMES[0].game.key}")


def play_computer(services: Services, game: str | None = None) -> Wire:
    """Makes a button that asks for the game, unless it is known, then for the level; then the duel begins in
    this channel."""
    choice = GameChoice(services.computer, _offered(game))
    return press_button(choice, "Play the computer", ButtonStyle.primary)


def challenge_anyone(game: str | None = None) -> Wire:
    """Makes a button that posts an open challenge, after asking for the game unless it is known."""
    return press_button(GameChoice(ANYONE, _offered(game)), "Challenge anyone", ButtonStyle.primary)


def no_duel(press: Press, services: Services) -> Sheet:
    """Tells a person who is in no duel how to begin one."""
    if press.guild is None:
        return layout(NO_DUEL_ANYWHERE)
    text = NO_DUEL.format(command=duel_command(services.commands))
    return layout(text, rows=[[play_computer(services)]])


def nothing_yet(services: Services, person: int, name: str | None, game: str | None = None) -> Sheet:
    """Says that a list of somebody's duels is empty. Nobody is named if it is one's own."""
    command, title = duel_command(services.commands, game), title_of(game) if game else ""
    if name is None:
        text = (YOU_FINISHED_NONE_OF if game else YOU_FINISHED_NONE).format(title=title, command=command)
        return layout(text, rows=[[play_computer(services, game)]])
    words = THEY_FINISHED_NONE_OF if game else THEY_FINISHED_NONE
    text = words.format(name=at_start(name), title=title, command=command)
    challenge = press_button(GameChoice(person, _offered(game)), "Challenge them", ButtonStyle.primary)
    return layout(text, rows=[[challenge]])


def _offered(game: str | None) -> str:
    """Returns the key of a game that new duels can be played in; empty for all games and those that are
    gone."""
    return game if game and game != ALL_GAMES and offered_room(game) else ""
