"""Lets spectators vote for the winner, and shows on the board how they voted and who foresaw the end."""

from discord import ButtonStyle

from bot.duels.duel import Duel
from bot.services import Services
from bot.ui.buttons import press_button
from bot.ui.deck.deck import Deck
from bot.ui.duels.pieces import seat_button
from bot.ui.handlers import Handlers, arena_of
from bot.ui.ids import DuelAction, Verb, duel_id
from bot.ui.mentions import link
from bot.ui.wire.press import Press
from bot.ui.wire.reply import Late
from bot.ui.wire.sheet import Wire
from games.engine import SEATS, Refused, Seat
from games.screen import Names

QUESTION = "Watching? Vote."

on = Handlers()


def votes(duel: Duel, deck: Deck) -> list[Wire]:
    """Makes a button for each seat, with its votes, while votes are taken."""
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
    """Says how the votes stand once they are closed, and whether they were right."""
    given = sum(duel.notes.tally)
    if not given or duel.takes_votes:
        return ""
    if duel.ending is None or duel.ending.winner is None:
        first, second = duel.notes.tally
        return f"Votes of those who watch: {first} for {names[0]}, {second} for {names[1]}"
    right = duel.notes.tally[duel.ending.winner]
    if given == 1:
        return "The one who voted foresaw it." if right else "The one who voted did not see it coming."
    return f"{right} of {given} who voted foresaw it." if right else f"None of {given} who voted foresaw it."


@on(Verb.VOTE, holds=False, late=Late.PRESSED)
async def vote(press: Press, services: Services, action: DuelAction) -> None:
    seat = _seat(action.token)
    arena = arena_of(press, services)
    _check_voter(press, await arena.duel(action.duel))
    await arena.vote(action.duel, press.person, seat)
    await press.reply.wait()


def _seat(token: str) -> Seat:
    seat = next((each for each in SEATS if str(each) == token), None)
    if seat is None:
        raise Refused("That is not one of the two players. Vote with the buttons on the board.")
    return seat


def _check_voter(press: Press, duel: Duel) -> None:
    """Refuses bots, and presses elsewhere. People who see the channel may vote; a button that was moved
    proves nothing."""
    if press.is_bot:
        raise Refused("Bots have no vote.")
    if press.channel != duel.channel:
        raise Refused(f"Vote where the duel is played: on [its board]({link(duel)}).")
