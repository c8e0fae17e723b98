"""The message of a challenge, until it is accepted or comes to nothing."""

from bot.duels.duel import Duel, Status
from bot.ui.buttons import button, rules_button
from bot.ui.deck.deck import Deck
from bot.ui.ids import Verb
from bot.ui.names import at_start
from bot.ui.render import beside, layout, small_line
from bot.ui.texts import ratings
from bot.ui.texts.duels.board import sealed
from bot.ui.texts.duels.dropped import dropped
from bot.ui.wire.sheet import Sheet, Wire
from games.screen import Names


def challenge(duel: Duel, called: Names, deck: Deck) -> Sheet:
    if duel.status is not Status.CHALLENGE:
        return dropped(duel, called)
    at_stake = ratings.stakes(called, duel.stakes) or ["rated" if duel.rated else "not rated"]
    asked = f"### {duel.room.game.title}\n-# {duel.room.guide.aim}\n{_invitation(duel, called)}"
    until = f"ends <t:{int(duel.expires)}:R>"
    small = small_line(*at_stake, duel.pace.label.capitalize(), until, sealed(duel, deck))
    withdraw = button(Verb.WITHDRAW, duel.id, "Withdraw")
    return layout(
        beside(asked, rules_button(duel.room)),
        small if duel.challenged else beside(small, withdraw),
        rows=[[*_answers(duel), *([withdraw] if duel.challenged else [])]],
    )


def _invitation(duel: Duel, called: Names) -> str:
    challenger, challenged = at_start(called[0]), called[1]
    if duel.challenged is None:
        return f"{challenger} will take on anyone."
    if duel.rematch_of:
        return f"{challenger} wants a rematch, {challenged}."
    return f"{challenger} challenges {challenged}."


def _answers(duel: Duel) -> list[Wire]:
    answers = [button(Verb.ACCEPT, duel.id, "Accept", main=True)]
    instead = button(Verb.DECLINE, duel.id, "Decline") if duel.challenged else _computer(duel)
    return [*answers, instead]


def _computer(duel: Duel) -> Wire:
    return button(Verb.COMPUTER, duel.id, "Play the computer")
