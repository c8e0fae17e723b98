"""The public message of a duel, whatever has become of it."""

from bot.duels.duel import Duel, Status
from bot.ui.deck.deck import Deck
from bot.ui.duels.board import board
from bot.ui.duels.challenge import challenge, unbegun
from bot.ui.duels.end import end
from bot.ui.mentions import names
from bot.ui.wire.sheet import Sheet
from games.screen import Names


def public(duel: Duel, deck: Deck, called: Names | None = None) -> Sheet:
    """Makes the message that everybody in the channel sees. A new message needs to be told what to call
    people whom it does not ping: Discord sends no names along with their mentions."""
    called = called or names(duel)
    if duel.match is None:
        return unbegun(duel, called, deck) if duel.rival is not None else challenge(duel, called, deck)
    show = board if duel.status is Status.LIVE else end
    return show(duel, duel.match, called, deck)
