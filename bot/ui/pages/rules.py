"""*Rules*, on whatever message it stands: how that game is played, for the person who pressed it."""

from bot.services import Services
from bot.ui.pages.help import rules_in_list
from bot.ui.presses.custom_id import RulesOf
from bot.ui.presses.handlers import Handlers
from bot.ui.texts import guides
from bot.ui.wire.press import Press
from games import room_called
from games.engine import Refused
from games.room import AnyRoom

on = Handlers()


@on.component(RulesOf)
async def show(press: Press, services: Services, wanted: RulesOf) -> None:
    """In a message of its own, because the one that was pressed may be a player's hand. From the list of
    games they open in its place."""
    room = room_of(wanted.game)
    if wanted.listed:
        buttons = rules_in_list(press, services, wanted)
        await press.reply.privately(guides.rules(room, services.commands, buttons))
    else:
        await press.reply.send(guides.rules(room, services.commands), private=True)


def room_of(game: str) -> AnyRoom:
    """The game that a button names, also one that is no longer offered."""
    room = room_called(game)
    if room is None:
        raise Refused("That game is not played here any more. Use /rules to see which are.")
    return room
