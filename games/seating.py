"""Who sits where: the lot decides for a first match, a rematch swaps."""

from games.dice import Dice, Roll, Seed
from games.engine import Seat, other

STREAM = "seats"


def seat_of_challenger(seed: Seed) -> Seat:
    """Drawn from the match's own sealed dice; seat 0 moves first."""
    return Dice(seed, STREAM).lot()


def roll_for_seats(seed: Seed) -> Roll:
    """The same lot as a record keeps it."""
    rolls: list[Roll] = []
    Dice(seed, STREAM, rolls).lot()
    return rolls[0]


def seat_in_rematch(before: Seat) -> Seat:
    return other(before)
