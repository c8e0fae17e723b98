"""Who will win? What a board shows of the votes: two buttons, how it stands, and who foresaw the end."""

from discord import ButtonStyle

from bot.duels.duel import Duel
from bot.ui.buttons import press_button
from bot.ui.deck.deck import Deck
from bot.ui.ids import Verb, duel_id
from bot.ui.texts.duels.pieces import seat_button
from bot.ui.wire.sheet import Wire
from games.engine import SEATS
from games.screen import Names

QUESTION = "Watching? Vote."


def votes(duel: Duel, deck: Deck) -> list[Wire]:
    """A button for each seat, with its votes, while votes are taken."""
    if not duel.takes_votes:
        return []
    return [
        press_button(
            duel_id(Verb.VOTE, duel.id, 1, str(seat)),
            str(duel.notes.tally[seat]),
            ButtonStyle.secondary,
            emoji=seat_button(seat, deck),
        )
        for seat in SEATS
    ]


def opinion(duel: Duel, names: Names) -> str:
    """How the votes stand once they are closed, and whether they were right."""
    given = sum(duel.notes.tally)
    if not given or duel.takes_votes:
        return ""
    if duel.ending is None or duel.ending.winner is None:
        first, second = duel.notes.tally
        return f"Votes of those who watch: {first} for {names[0]}, {second} for {names[1]}"
    right = duel.notes.tally[duel.ending.winner]
    if given == 1:
        return f"The one who voted {'foresaw it' if right else 'did not see it coming'}."
    return f"{right or 'None'} of {given} who voted foresaw it."
