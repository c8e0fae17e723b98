"""Hands of cards are sorted tuples of numbers."""


def without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The hand after one such card has left it."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
