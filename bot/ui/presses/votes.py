"""A vote of somebody who watches: taken on the duel's board, which shows it and says nothing else.

The board is left to its painter, which puts the votes of a crowd into one edit.
"""

from bot.duels.duel import Duel
from bot.services import Services
from bot.ui.handlers import Handlers, arena_of
from bot.ui.ids import DuelAction, Verb
from bot.ui.mentions import link
from bot.ui.wire.press import Press
from bot.ui.wire.reply import Late
from games.engine import SEATS, Refused, Seat

on = Handlers()


@on(Verb.VOTE, holds=False, late=Late.PRESSED)
async def vote(press: Press, services: Services, action: DuelAction) -> None:
    seat = _seat(action.token)
    arena = arena_of(press, services)
    _check_voter(press, await arena.duel(action.duel))
    await arena.vote(action.duel, press.person, seat)
    await press.reply.wait()


def _seat(token: str) -> Seat:
    seat = next((each for each in SEATS if str(each) == token), None)
    if seat is None:
        raise Refused("That is not one of the two players. Vote with the buttons on the board.")
    return seat


def _check_voter(press: Press, duel: Duel) -> None:
    """People who see the channel may vote; a button that was moved elsewhere proves nothing."""
    if press.is_bot:
        raise Refused("Bots have no vote.")
    if press.channel != duel.channel:
        raise Refused(f"Vote where the duel is played: on [its board]({link(duel)}).")
