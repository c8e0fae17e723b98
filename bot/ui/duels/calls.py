"""Messages that call people to their duel: accepted, your turn, your time is nearly up."""

from collections.abc import Sequence

from bot.duels.duel import Duel
from bot.ui.buttons import button
from bot.ui.ids import Verb
from bot.ui.mentions import link
from bot.ui.render import layout
from bot.ui.wire.sheet import PlainMessage, Sheet
from games.screen import listed

CLOSED = "I can't send you direct messages, so they are off now; /notify switches them on again."
BELL_ON = "I ping you when it is your turn and you are away."
BELL_OFF = "I no longer ping you when it is your turn. The bell switches it on again."


def accepted(duel: Duel, challenger: str, opponent: str, *, closed: bool = False) -> PlainMessage:
    """Tells the challenger that the duel has begun."""
    game = _game(duel)
    if duel.challenger in duel.late:
        text = f"{challenger}, {opponent} accepted your challenge to {game}. Your hand is ready."
    else:
        text = f"{challenger}, {opponent} accepted your challenge to {game} and goes first."
    return _call(duel, f"{text} {CLOSED}" if closed else text)


def turn(duel: Duel, people: Sequence[str], *, closed: bool = False) -> PlainMessage:
    text = f"{listed(people)}, it is your turn in {_game(duel)}. {time_left(duel)}"
    return _call(duel, f"{text} {CLOSED}" if closed else text)


def reminder(duel: Duel, people: Sequence[str]) -> PlainMessage:
    """Reminds players of a pick. It is sent only while the deadline is still to come, and stays true
    afterwards."""
    return _call(duel, f"{listed(people)}, your pick is missing in {_game(duel)}. {time_left(duel)}")


def your_turn(duel: Duel, opponent: str) -> Sheet:
    """Makes the direct message to a player who asked for it; the panel opens right there."""
    opener = button(Verb.PANEL, duel.id, duel.room.guide.verb, main=True)
    return layout(f"Your turn in {_game(duel)} against {opponent}. {time_left(duel)}", rows=[[opener]])


def time_left(duel: Duel) -> str:
    """Writes a time that Discord keeps up to date: "Deadline in 9 minutes" stays true as "Deadline 6 seconds
    ago"."""
    return f"Deadline <t:{int(duel.deadline)}:R>."


def _call(duel: Duel, text: str) -> PlainMessage:
    """Makes a message with a button that names the turn: so a press on it is told from one on the board."""
    now = duel.match.turn if duel.match is not None else 1
    return PlainMessage(text, [button(Verb.PANEL, duel.id, duel.room.guide.verb, now, main=True)])


def _game(duel: Duel) -> str:
    return f"[{duel.room.game.title}]({link(duel)})"
