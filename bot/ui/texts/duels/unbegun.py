"""A duel against the computer before its first press. It shows the seal; nothing is dealt or drawn yet."""

from bot.duels.duel import Duel, Status
from bot.ui.buttons import button, rules_button
from bot.ui.deck.deck import Deck
from bot.ui.ids import Verb
from bot.ui.levels import character, introduced
from bot.ui.names import at_start
from bot.ui.render import beside, layout, lines, small_line, unframed
from bot.ui.texts.duels.board import sealed
from bot.ui.wire.sheet import Sheet
from games.screen import Names


def unbegun(duel: Duel, called: Names, deck: Deck) -> Sheet:
    """The press on Begin goes into the dice."""
    title, person, rival = duel.room.game.title, at_start(called[0]), called[1]
    if duel.status is not Status.CHALLENGE:
        verb = "called off" if duel.status is Status.WITHDRAWN else "did not begin"
        return unframed(f"-# {person} {verb} a duel of {title} with {rival}.")
    terms = small_line(duel.pace.label.capitalize(), "not rated", sealed(duel, deck))
    return layout(
        beside(f"### {title}\n-# {duel.room.guide.aim}", rules_button(duel.room)),
        lines(f"{person} against {introduced(duel, deck)}.", character(duel), terms),
        rows=[
            [
                button(Verb.ACCEPT, duel.id, "Begin", main=True),
                button(Verb.WITHDRAW, duel.id, "Withdraw"),
            ]
        ],
    )
