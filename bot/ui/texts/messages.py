"""The public message of a duel, whatever has become of it."""

from bot.duels.duel import Duel, Status
from bot.ui.deck.deck import Deck
from bot.ui.mentions import names
from bot.ui.texts.duels.board import board
from bot.ui.texts.duels.challenge import challenge
from bot.ui.texts.duels.end import end
from bot.ui.texts.duels.unbegun import unbegun
from bot.ui.wire.sheet import Sheet
from games.screen import Names


def public(duel: Duel, deck: Deck, called: Names | None = None) -> Sheet:
    """What everybody in the channel sees of a duel. A new message needs to be told what to call people
    whom it does not ping: Discord sends no names along with their mentions."""
    called = called or names(duel)
    if duel.match is None:
        return unbegun(duel, called, deck) if duel.rival is not None else challenge(duel, called, deck)
    show = board if duel.status is Status.LIVE else end
    return show(duel, duel.match, called, deck)
