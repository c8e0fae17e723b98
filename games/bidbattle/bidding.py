"""What a player of Bid Battle is asked: a number, with a few sensible ones to tap."""

from collections.abc import Iterator

from games.bidbattle.rules import ITEMS, View
from games.engine import Seat, other
from games.screen import NumberChoice, Quick, counted


def bid_choice(view: View, seat: Seat) -> NumberChoice:
    points, rival = view.points[seat], view.points[other(seat)]
    left = ITEMS[len(view.auctions) :]
    return NumberChoice(
        label=f"Bid for item {left[0]}",
        low=1,
        high=points,
        quick=tuple(_quick(points, rival, len(left))),
        confirm_high=_confirm_all(points, left[1:]) if points > 1 else None,
    )


def _quick(points: int, rival: int, left: int) -> Iterator[Quick]:
    """The least, an equal share of what is left, and what the other can't beat; from the lowest up."""
    share, unbeatable = max(1, points // left), rival + 1
    if unbeatable > 1:
        yield Quick(1, "Least 1")
    if 1 < share < unbeatable:
        yield Quick(share, f"Equal share {share}" if left > 1 else f"All {share} points")
    if unbeatable <= points:
        yield Quick(unbeatable, f"{unbeatable}, can't be beaten")


def _confirm_all(points: int, later: str) -> str | None:
    """For the last item there is nothing left to save for, so nothing is asked."""
    if not later:
        return None
    items = f"item {later}" if len(later) == 1 else counted(len(later), "more item")
    return f"Bid all {points} points? If it wins, you have none left for {items}."
