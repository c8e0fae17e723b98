"""What a message depends on: as long as that stays the same, there is nothing to paint."""

from typing import TypeAlias

from bot.duels.duel import Duel
from games.engine import Seat

Sight: TypeAlias = tuple[object, ...]


def of_board(duel: Duel) -> Sight:
    match = duel.match
    picked = None if match is None else (match.turn, *(pick is not None for pick in match.sealed))
    return duel.status, duel.players, duel.turn_began, picked, duel.ending, duel.changes, duel.tally


def turn_in(sight: Sight) -> object:
    """What changes on a board with every turn, and with the end."""
    status, _, turn_began, *_ = sight
    return status, turn_began


def of_panel(duel: Duel, seat: Seat) -> Sight:
    """That the other has picked is to be seen on the board, and not worth an edit here."""
    match = duel.match
    picked = None if match is None else (match.turn, match.sealed[seat])
    return duel.status, duel.turn_began, picked, duel.ending, duel.changes
