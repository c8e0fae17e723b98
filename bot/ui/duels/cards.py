"""The card of a duel that is played in a thread: what its channel is told of it, and the thread's name."""

from bot.duels.duel import Duel, Status
from bot.ui.deck.deck import Deck
from bot.ui.duels.endings import on_card
from bot.ui.duels.pieces import seat_mark
from bot.ui.mentions import names
from bot.ui.names import unescaped
from bot.ui.render import layout
from bot.ui.wire.sheet import Sheet, mentioned
from games.engine import SEATS
from games.screen import Names

LONGEST_NAME = 100
"""Characters that Discord takes for the name of a thread."""
PLAYED_IN = "This duel is played in <#{thread}>."
PLAYED_IN_ITS_THREAD = "This duel is played in its thread."
WHOLE_IN = "-# The whole duel is in <#{thread}>."
WHOLE_IN_ITS_THREAD = "-# The whole duel is in its thread."
LOCKED = "Its thread is locked, so its board stands still. Its players go on with /hand."


def card(
    duel: Duel, thread: int | None, deck: Deck, called: Names | None = None, *, locked: bool = False
) -> Sheet:
    """Shows who plays and where, and in the end who won. A new message needs to be told what to call people,
    and does not know its thread yet."""
    called = called or names(duel)
    title = f"### {duel.room.game.title}"
    if duel.status is Status.LIVE:
        first, second = (f"{seat_mark(seat, deck)} {called[seat]}" for seat in SEATS)
        players = f"{first} against {second}."
        where = (PLAYED_IN if thread else PLAYED_IN_ITS_THREAD).format(thread=thread)
        return layout(title, players, where, LOCKED if locked else "")
    where = (WHOLE_IN if thread else WHOLE_IN_ITS_THREAD).format(thread=thread)
    return layout(title, on_card(duel, called, deck.mark("trophy")), where)


def thread_name(duel: Duel, called: Names) -> str:
    """Writes the players and their game as plain text; mentions would stand there as numbers."""
    title = duel.room.game.title
    if any(map(mentioned, called)):
        return f"{title} {duel.key[-4:]}"
    return unescaped(f"{called[0]} vs {called[1]} · {title}")[:LONGEST_NAME]
