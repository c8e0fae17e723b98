"""How a duel ended, in words, if the rules did not end it."""

from bot.duels.duel import Duel, Reason
from bot.ui.names import at_start
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
