"""Who sits where: the lot decides for a first match, a rematch swaps."""

from games.dice import Dice, Seed
from games.engine import Seat, other


def seat_of_challenger(seed: Seed) -> Seat:
    """Drawn from the match's own sealed dice; seat 0 moves first."""
    return Dice(seed, "seats").lot()


def seat_in_rematch(before: Seat) -> Seat:
    return other(before)
