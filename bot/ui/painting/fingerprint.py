"""What a message depends on: as long as that stays the same, there is nothing to paint."""

from typing import TypeAlias

from bot.duels.duel import Duel
from games.engine import Seat

Fingerprint: TypeAlias = tuple[object, ...]


def of_board(duel: Duel) -> Fingerprint:
    match = duel.match
    picked = None if match is None else (match.turn, *(pick is not None for pick in match.sealed))
    return duel.status, duel.players, duel.deadline, picked, duel.ending, duel.changes, duel.tally


def turn_in(fingerprint: Fingerprint) -> object:
    """The part of a board's fingerprint that changes with every turn, and with the end."""
    status, _, deadline, *_ = fingerprint
    return status, deadline


def of_panel(duel: Duel, seat: Seat) -> Fingerprint:
    """The board shows that the other player has picked; a panel is not edited for that."""
    match = duel.match
    picked = None if match is None else (match.turn, match.sealed[seat])
    return duel.status, duel.deadline, picked, duel.ending, duel.changes
