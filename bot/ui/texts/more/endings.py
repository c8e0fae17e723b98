"""How a duel ended if the rules did not end it, and the question before somebody resigns."""

from bot.duels.duel import Duel, Reason
from bot.ratings.model import RatingChange, signed
from bot.ui.buttons import button, danger
from bot.ui.ids import Verb
from bot.ui.names import at_start
from bot.ui.render import layout
from bot.ui.wire.sheet import Sheet
from games.engine import Seat, other
from games.screen import Names

FINAL = {
    Reason.RULES: "Final",
    Reason.RESIGNED: "Final, by resignation",
    Reason.TIME: "Final, on time",
    Reason.PLACE_GONE: "No result",
}
WITHOUT_RESULT = {
    Reason.RESIGNED: "{} left before both had picked",
    Reason.TIME: "time ran out before both had picked",
}
HOW = {Reason.RESIGNED: "resigned", Reason.TIME: "ran out of time"}
CALL_OFF = "off"
"""The token of a confirmation that nobody loses by. If it comes too late, the price is told first."""


def stage(duel: Duel) -> str:
    """What stands beside the title of a duel that is over."""
    if duel.ending is None:
        return ""
    return "Called off" if is_called_off(duel) else FINAL[duel.ending.reason]


def is_called_off(duel: Duel) -> bool:
    """Whether it ended because somebody left or was late before both had picked."""
    ending = duel.ending
    if ending is None or ending.winner is not None or duel.is_under_way:
        return False
    return ending.reason in WITHOUT_RESULT


def result(duel: Duel, called: Names) -> str:
    """Says what ended a duel, unless the rules did."""
    ending = duel.ending
    if ending is None or ending.reason is Reason.RULES:
        return ""
    if is_called_off(duel):
        why = WITHOUT_RESULT[ending.reason].format(_who_left(duel, called))
        return f"**Called off: {why}.** Nobody won or lost."
    if ending.winner is None:
        return f"**No result: {_without_winner(ending.reason)}.**"
    winner, loser = called[ending.winner], called[other(ending.winner)]
    return f"**{at_start(loser)} {HOW[ending.reason]}: {winner} wins.**"


def _without_winner(reason: Reason) -> str:
    return "both ran out of time" if reason is Reason.TIME else "its place is gone"


def told_to(duel: Duel, reader: Seat, called: Names) -> str:
    """What ended a duel, said to one of its players, unless the rules did."""
    ending = duel.ending
    if ending is None or ending.reason is Reason.RULES:
        return ""
    if is_called_off(duel):
        who = "one of you" if duel.rival is None else "you"
        return f"{WITHOUT_RESULT[ending.reason].format(who).capitalize()}. Nobody won or lost."
    if ending.winner is None:
        return f"{_without_winner(ending.reason).capitalize()}."
    loser = other(ending.winner)
    return f"{'You' if loser == reader else at_start(called[loser])} {HOW[ending.reason]}."


def _who_left(duel: Duel, called: Names) -> str:
    """Which of two people left is not kept; the computer never does."""
    rival = duel.rival_seat()
    return "one of them" if rival is None else called[other(rival)]


def confirm_resign(duel: Duel, turn: int, price: RatingChange | None = None) -> Sheet:
    """Asks whether somebody means to resign, and says what it costs."""
    back = button(Verb.BACK, duel.id, "No, go back", turn)
    title = duel.room.game.title
    if not duel.is_under_way:
        question = f"**Call off this duel of {title}?** You have not both picked yet, so nobody loses it."
        call_off = danger(Verb.RESIGN_NOW, duel.id, "Call it off", turn, CALL_OFF)
        return layout(question, rows=[[call_off, back]])
    question = f"**Resign this duel of {title}? You lose it, and that is final.**"
    resign = danger(Verb.RESIGN_NOW, duel.id, "Resign", turn)
    return layout(f"{question}\n{_price(price)}", rows=[[resign, back]])


def _price(price: RatingChange | None) -> str:
    if price is None:
        return "It is not rated, so it costs you no rating."
    return f"It costs you {signed(price.by)}: your rating would be {price.shown}."
