"""What a message depends on: as long as that stays the same, there is nothing to paint.

Only hashes are kept, because there is a fingerprint for every message of every duel that is played.
"""

from typing import TypeAlias

from bot.duels.duel import Duel
from games.engine import Seat

Fingerprint: TypeAlias = tuple[int, int]
"""Of a board: of all that it depends on, and of the part that changes with every turn and with the end."""


def of_board(duel: Duel) -> Fingerprint:
    match, turn = duel.match, of_turn(duel)
    picked = None if match is None else (match.turn, match.sealed[0] is None, match.sealed[1] is None)
    return hash((turn, duel.players, picked, duel.ending, duel.changes, duel.notes.tally)), turn


def of_turn(duel: Duel) -> int:
    """The second part of a board's fingerprint."""
    return hash((duel.status, duel.deadline))


def of_panel(duel: Duel, seat: Seat) -> int:
    """The board shows that the other player has picked; a panel is not edited for that. Nor does it show a
    deadline to somebody who has picked."""
    match = duel.match
    turn, sealed = (None, None) if match is None else (match.turn, match.sealed[seat])
    deadline = duel.deadline if sealed is None else None
    return hash((duel.status, deadline, turn, sealed, duel.ending, duel.changes))
