"""Who will win? What a board shows of the votes: the question, how it stands, and who foresaw the end."""

from bot.duels.duel import Duel
from bot.ui.presses.custom_id import Verb
from bot.ui.texts.buttons import button
from bot.ui.texts.render import Part, beside
from bot.ui.wire.sheet import Wire
from games.engine import SEATS, Seat
from games.screen import Names

QUESTION = "-# Watching? Say who will win, until the first reveal."


def poll(duel: Duel, names: Names) -> list[Part]:
    """Asks those who watch, while votes are taken: a button beside each name."""
    if not duel.takes_votes:
        return []
    return [QUESTION, *(_candidate(duel, seat, names[seat]) for seat in SEATS)]


def _candidate(duel: Duel, seat: Seat, name: str) -> Wire:
    vote = button(Verb.VOTE, duel.id, f"Vote ({duel.tally[seat]})", turn=1, token=str(seat))
    return beside(f"{name} wins", vote)


def opinion(duel: Duel, names: Names) -> str:
    """How the votes stand once they are closed, and whether they were right."""
    votes = sum(duel.tally)
    if not votes or duel.takes_votes:
        return ""
    if duel.ending is None or duel.ending.winner is None:
        shares = ", ".join(f"{duel.tally[seat]} for {names[seat]}" for seat in SEATS)
        return f"-# Votes of those who watch: {shares}"
    right = duel.tally[duel.ending.winner]
    if votes == 1:
        return f"-# The one who voted {'foresaw it' if right else 'did not see it coming'}."
    return f"-# {right or 'None'} of {votes} who voted foresaw it."
