"""The message of a challenge, until the duel begins or the challenge comes to nothing."""

from bot.duels.duel import Duel, Status
from bot.ui.buttons import button, rules_button
from bot.ui.deck.deck import Deck
from bot.ui.duels import ratings
from bot.ui.duels.board import sealed
from bot.ui.ids import Verb
from bot.ui.levels import character, introduced
from bot.ui.names import at_start
from bot.ui.render import beside, in_row, layout, lines, small_line, unframed
from bot.ui.wire.sheet import Sheet, Wire
from games.screen import Names


def challenge(duel: Duel, called: Names, deck: Deck) -> Sheet:
    if duel.status is not Status.CHALLENGE:
        return dropped(duel, called)
    at_stake = ratings.stakes(called, duel.stakes) or ["rated" if duel.rated else "not rated"]
    asked = f"### {duel.room.game.title}\n-# {duel.room.guide.aim}\n{_invitation(duel, called)}"
    until = f"ends <t:{int(duel.expires)}:R>"
    small = small_line(*at_stake, duel.pace.title, until, sealed(duel, deck))
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


def dropped(duel: Duel, called: Names) -> Sheet:
    """Shows a challenge that came to nothing, in one small line without a frame, so that a channel stays
    tidy. A challenger who waited in vain for anyone can still play the computer."""
    line = f"-# {_what(duel, called)}"
    if not duel.awaits_anyone:
        return unframed(line)
    return unframed(line, in_row([_computer(duel)]))


def _what(duel: Duel, called: Names) -> str:
    game = duel.room.game.title
    if duel.status is Status.DECLINED and duel.challenged is not None:
        return f"{at_start(called[1])} declined {called[0]}'s challenge to {game}."
    if duel.status is Status.WITHDRAWN:
        return f"{at_start(called[0])} withdrew a challenge to {game}."
    return f"Nobody took up {called[0]}'s challenge to {game} in time."


def unbegun(duel: Duel, called: Names, deck: Deck) -> Sheet:
    """Shows a duel against the computer before its first press, which goes into the dice. It shows the seal;
    nothing is dealt or drawn yet."""
    title, person, rival = duel.room.game.title, at_start(called[0]), called[1]
    if duel.status is Status.WITHDRAWN:
        return unframed(f"-# {person} called off a duel of {title} with {rival}.")
    if duel.status is not Status.CHALLENGE:
        return unframed(f"-# {person} did not begin a duel of {title} with {rival}.")
    terms = small_line(duel.pace.title, "not rated", sealed(duel, deck))
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
