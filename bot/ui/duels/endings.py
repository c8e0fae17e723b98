"""How a duel ended, in words: on boards, panels and cards, in lists, and in the check of its file."""

from bot.duels.duel import Duel, Reason
from bot.ui.names import at_start
from games.engine import Seat, other
from games.screen import Names, Screen

STAGES = {
    Reason.RULES: "Final",
    Reason.RESIGNED: "Final, by resignation",
    Reason.TIME: "Final, on time",
    Reason.PLACE_GONE: "No result",
}
CALLED_OFF_STAGE = "Called off"
WON_BY_RULES = "## {trophy} {winner} {ending}"
WON_OTHERWISE = "## {trophy} {winner} wins"
CALLED_OFF = {
    Reason.RESIGNED: "**Called off: {leaver} left before both had picked.** Nobody won or lost.",
    Reason.TIME: "**Called off: time ran out before both had picked.** Nobody won or lost.",
}
ONE_OF_THEM = "one of them"
NO_RESULT = {
    Reason.TIME: "**No result: both ran out of time.**",
    Reason.PLACE_GONE: "**No result: its place is gone.**",
}
LOST_BY_OTHER = {Reason.RESIGNED: "{loser} resigned.", Reason.TIME: "{loser} ran out of time."}
LOST_BY_READER = {Reason.RESIGNED: "You resigned.", Reason.TIME: "You ran out of time."}
CALLED_OFF_TO_PLAYER = {
    Reason.RESIGNED: "One of you left before both had picked. Nobody won or lost.",
    Reason.TIME: "Time ran out before both had picked. Nobody won or lost.",
}
LEFT_THE_COMPUTER = "You left before both had picked. Nobody won or lost."
NO_RESULT_TO_PLAYER = {Reason.TIME: "Both ran out of time.", Reason.PLACE_GONE: "Its place is gone."}
ON_CARD = {
    Reason.RULES: "{trophy} **{winner}** won against {loser}.",
    Reason.RESIGNED: "{trophy} **{winner}** won against {loser}, who resigned.",
    Reason.TIME: "{trophy} **{winner}** won against {loser}, who ran out of time.",
}
NO_RESULT_ON_CARD = "{first} against {second}: no result."
SHARED = {
    Reason.RULES: "## {trophy} {winner} wins\n-# {game} against {loser}",
    Reason.RESIGNED: "## {trophy} {winner} wins\n-# {game} against {loser}, who resigned",
    Reason.TIME: "## {trophy} {winner} wins\n-# {game} against {loser}, who ran out of time",
}
NO_RESULT_SHARED = "## {game}: no result"
NOT_BY_RULES = {
    Reason.RESIGNED: "every pick was allowed. The rules did not end this duel: somebody left it.",
    Reason.TIME: "every pick was allowed. The rules did not end this duel: time ran out.",
    Reason.PLACE_GONE: "every pick was allowed. The rules did not end this duel: its place is gone.",
}
"""What the check of a file says of a duel that the rules did not end."""
IN_HISTORY = {True: "Beat {opponent}", False: "Lost to {opponent}", None: "No result with {opponent}"}
IN_PROFILE = {
    True: "won against {opponent}",
    False: "lost to {opponent}",
    None: "no result against {opponent}",
}


def stage(duel: Duel) -> str:
    """Writes what stands beside the title of a duel that is over."""
    if duel.ending is None:
        return ""
    return CALLED_OFF_STAGE if is_called_off(duel) else STAGES[duel.ending.reason]


def is_called_off(duel: Duel) -> bool:
    """Tells whether a duel ended because somebody left or was late before both had picked."""
    ending = duel.ending
    if ending is None or ending.winner is not None or duel.is_under_way:
        return False
    return ending.reason in CALLED_OFF


def headline(duel: Duel, screen: Screen, called: Names, trophy: str) -> str:
    """Says on the board who won, or why nobody did."""
    ending = duel.ending
    if ending is None:
        return ""
    if ending.winner is None:
        return _without_winner(duel, ending.reason, called)
    words = WON_BY_RULES if ending.reason is Reason.RULES else WON_OTHERWISE
    return words.format(trophy=trophy, winner=at_start(called[ending.winner]), ending=screen.ending)


def _without_winner(duel: Duel, reason: Reason, called: Names) -> str:
    """Says why nobody won. Of two people, the one who left is not kept; the computer never leaves."""
    if not is_called_off(duel):
        return NO_RESULT.get(reason, NO_RESULT[Reason.PLACE_GONE])
    rival = duel.rival_seat()
    return CALLED_OFF[reason].format(leaver=ONE_OF_THEM if rival is None else called[other(rival)])


def told_to(duel: Duel, reader: Seat, called: Names) -> str:
    """Says to one of the players what ended a duel, unless the rules did."""
    ending = duel.ending
    if ending is None or ending.reason is Reason.RULES:
        return ""
    if is_called_off(duel):
        left_the_computer = duel.rival is not None and ending.reason is Reason.RESIGNED
        return LEFT_THE_COMPUTER if left_the_computer else CALLED_OFF_TO_PLAYER[ending.reason]
    if ending.winner is None:
        return NO_RESULT_TO_PLAYER.get(ending.reason, NO_RESULT_TO_PLAYER[Reason.PLACE_GONE])
    loser = other(ending.winner)
    words = LOST_BY_READER if loser == reader else LOST_BY_OTHER
    return words[ending.reason].format(loser=at_start(called[loser]))


def on_card(duel: Duel, called: Names, trophy: str) -> str:
    """Says how a duel ended, on the card of its thread."""
    ending = duel.ending
    if ending is None or ending.winner is None:
        return NO_RESULT_ON_CARD.format(first=at_start(called[0]), second=called[1])
    winner, loser = at_start(called[ending.winner]), called[other(ending.winner)]
    return ON_CARD[ending.reason].format(trophy=trophy, winner=winner, loser=loser)


def shared(duel: Duel, called: Names, trophy: str) -> str:
    """Says how a duel ended, on the message that a player shares."""
    ending, game = duel.ending, duel.room.game.title
    if ending is None or ending.winner is None:
        return NO_RESULT_SHARED.format(game=game)
    winner, loser = at_start(called[ending.winner]), called[other(ending.winner)]
    return SHARED[ending.reason].format(trophy=trophy, winner=winner, loser=loser, game=game)


def in_history(won: bool | None, opponent: str) -> str:  # noqa: FBT001 - three ways to end
    """Says how one of a person's duels ended; None: it had no result."""
    return IN_HISTORY[won].format(opponent=opponent)


def in_profile(won: bool | None, opponent: str) -> str:  # noqa: FBT001 - three ways to end
    """Says how a duel ended, within a line that begins with its game."""
    return IN_PROFILE[won].format(opponent=opponent)
