"""The public message of a duel, whatever has become of it; where it is, and what its players are called."""

from bot.duels.duel import Duel, Status
from bot.ui.deck.deck import Deck
from bot.ui.texts.duels.board import board
from bot.ui.texts.duels.challenge import challenge
from bot.ui.texts.duels.end import end
from bot.ui.texts.duels.unbegun import unbegun
from bot.ui.texts.levels import rival_name
from bot.ui.texts.mentions import mention
from bot.ui.wire.sheet import Sheet
from games.screen import Names


def names(duel: Duel) -> Names:
    """People are mentioned; the computer goes by the name of its level."""
    first, second = duel.players or (duel.challenger, duel.challenged or 0)
    if duel.rival is None:
        return mention(first), mention(second)
    rival = rival_name(duel.rival)
    return (rival, mention(second)) if duel.rival_seat() == 0 else (mention(first), rival)


def link(duel: Duel) -> str:
    return address(duel.guild, duel.channel, duel.board)


def address(guild: int, channel: int, message: int | None) -> str:
    """A link that opens a message in Discord."""
    return f"https://discord.com/channels/{guild}/{channel}/{message or ''}"


def public(duel: Duel, deck: Deck, called: Names | None = None) -> Sheet:
    """What everybody in the channel sees of a duel. A new message needs to be told what to call people
    whom it does not ping: Discord sends no names along with their mentions."""
    called = called or names(duel)
    if duel.match is None:
        return unbegun(duel, called, deck) if duel.rival is not None else challenge(duel, called, deck)
    show = board if duel.status is Status.LIVE else end
    return show(duel, duel.match, called, deck)
