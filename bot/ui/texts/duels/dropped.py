"""A challenge that came to nothing: one small line, so that a channel stays tidy."""

from bot.duels.duel import Duel, Status
from bot.ui.buttons import button
from bot.ui.ids import Verb
from bot.ui.names import at_start
from bot.ui.render import in_row, unframed
from bot.ui.wire.sheet import Sheet
from games.screen import Names


def dropped(duel: Duel, called: Names) -> Sheet:
    """Without a frame. Whoever waited in vain for anyone can still play the computer."""
    line = f"-# {at_start(_what(duel, called))}"
    if not duel.awaits_anyone:
        return unframed(line)
    return unframed(line, in_row([button(Verb.COMPUTER, duel.id, "Play the computer")]))


def _what(duel: Duel, called: Names) -> str:
    challenger, challenged = called
    game = duel.room.game.title
    if duel.status is Status.DECLINED and duel.challenged is not None:
        return f"{challenged} declined {challenger}'s challenge to {game}."
    if duel.status is Status.WITHDRAWN:
        return f"{challenger} withdrew a challenge to {game}."
    return f"Nobody took up {challenger}'s challenge to {game} in time."
