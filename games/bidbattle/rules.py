"""Bid Battle: five items of hidden value, a hundred points each, one sealed bid per item."""

from collections.abc import Mapping, Sequence

from games.dice import Dice
from games.engine import SEATS, Game, Outcome, Seat, value, with_seat

ITEMS = "ABCDE"
POINTS = 100
LOWEST_VALUE, HIGHEST_VALUE = 10, 30


@value
class Auction:
    """How one item went; a bid of 0 is that of a player with no points, who isn't asked."""

    bids: tuple[int, int]
    winner: Seat

    @property
    def by_lot(self) -> bool:
        return self.bids[0] == self.bids[1]


@value
class State:
    values: tuple[int, ...]
    points: tuple[int, int]
    auctions: tuple[Auction, ...]


@value
class View:
    seat: Seat | None
    points: tuple[int, int]
    auctions: tuple[Auction, ...]
    values: tuple[int, ...] | None
    """Opened when the last item is gone, for everybody at once."""
    outcome: Outcome | None


class BidBattle(Game[State, int, View]):
    key = "bidbattle"
    title = "Bid Battle"
    edition = 1
    max_turns = len(ITEMS)

    def setup(self, dice: Dice) -> State:
        return State(_draw_values(dice), (POINTS, POINTS), ())

    def legal_moves(self, state: State, seat: Seat) -> Sequence[int]:
        if len(state.auctions) == len(ITEMS):
            return ()
        return range(1, state.points[seat] + 1)

    def play(self, state: State, moves: Mapping[Seat, int], dice: Dice) -> State:
        state = _award(state, (moves.get(0, 0), moves.get(1, 0)), dice)
        while state.points == (0, 0) and len(state.auctions) < len(ITEMS):
            state = _award(state, (0, 0), dice)
        return state

    def outcome(self, state: State) -> Outcome | None:
        if len(state.auctions) < len(ITEMS):
            return None
        first, second = totals(state.auctions, state.values)
        return Outcome(0 if first > second else 1, "value")

    def view(self, state: State, seat: Seat | None) -> View:
        outcome = self.outcome(state)
        return View(seat, state.points, state.auctions, state.values if outcome else None, outcome)


def totals(auctions: Sequence[Auction], values: Sequence[int]) -> tuple[int, int]:
    """What the items each seat won are worth together."""
    first, second = (
        sum(value for auction, value in zip(auctions, values, strict=True) if auction.winner == seat)
        for seat in SEATS
    )
    return first, second


def _draw_values(dice: Dice) -> tuple[int, ...]:
    """Redrawn until their sum is odd: then the two totals can't be equal, however the items are split."""
    while True:
        values = tuple(dice.between(LOWEST_VALUE, HIGHEST_VALUE) for _ in ITEMS)
        if sum(values) % 2:
            return values


def _award(state: State, bids: tuple[int, int], dice: Dice) -> State:
    """The higher bid wins and pays; equal bids go to the lot."""
    first, second = bids
    winner: Seat = dice.lot() if first == second else 0 if first > second else 1
    points = with_seat(state.points, winner, state.points[winner] - bids[winner])
    return State(state.values, points, (*state.auctions, Auction(bids, winner)))
