"""High-Low Battle: nine cards each, five secret rounds; the higher card scores, ties look back."""

from collections.abc import Mapping

from games.cards import without
from games.dice import Dice
from games.engine import Game, Outcome, Seat, value, with_seat

CARDS = tuple(range(1, 10))
ROUNDS = 5
HIGHER_CARD = 1
TIE_BREAK = 2


@value
class Round:
    """Both cards and who scored; a tie with no earlier difference has no winner."""

    cards: tuple[int, int]
    winner: Seat | None
    points: int

    @property
    def tied(self) -> bool:
        return self.cards[0] == self.cards[1]


@value
class State:
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    scores: tuple[int, int]
    rounds: tuple[Round, ...]
    lot: Seat | None = None
    """Drawn only when all nine rounds were tied."""


@value
class View:
    """Played cards are open, so everybody can know both hands; only the sealed picks are secret."""

    seat: Seat | None
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    scores: tuple[int, int]
    rounds: tuple[Round, ...]
    tie_break: Seat | None
    outcome: Outcome | None


class HighLow(Game[State, int, View]):
    key = "highlow"
    title = "High-Low Battle"
    edition = 1
    max_turns = len(CARDS)

    def setup(self, dice: Dice) -> State:  # noqa: ARG002 - nothing is left to chance here
        return State(hands=(CARDS, CARDS), scores=(0, 0), rounds=())

    def legal_moves(self, state: State, seat: Seat) -> tuple[int, ...]:
        return () if self.outcome(state) else state.hands[seat]

    def play(self, state: State, moves: Mapping[Seat, int], dice: Dice) -> State:
        cards = moves[0], moves[1]
        winner, points = _score(cards, tie_break(state.rounds))
        scores = state.scores
        if winner is not None:
            scores = with_seat(scores, winner, scores[winner] + points)
        hands = without(state.hands[0], cards[0]), without(state.hands[1], cards[1])
        rounds = (*state.rounds, Round(cards, winner, points))
        all_tied = not hands[0] and scores == (0, 0)
        return State(hands, scores, rounds, lot=dice.lot() if all_tied else None)

    def outcome(self, state: State) -> Outcome | None:
        if state.lot is not None:
            return Outcome(state.lot, "lot")
        first, second = state.scores
        if len(state.rounds) < ROUNDS or first == second:
            return None
        reason = "points" if len(state.rounds) == ROUNDS else "sudden death"
        return Outcome(0 if first > second else 1, reason)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            hands=state.hands,
            scores=state.scores,
            rounds=state.rounds,
            tie_break=tie_break(state.rounds),
            outcome=self.outcome(state),
        )


def tie_break(rounds: tuple[Round, ...]) -> Seat | None:
    """Who would score a tie now: the lower card of the most recent round whose cards differed."""
    for past in reversed(rounds):
        if not past.tied:
            return lower(past)
    return None


def lower(past: Round) -> Seat:
    return 0 if past.cards[0] < past.cards[1] else 1


def _score(cards: tuple[int, int], holder: Seat | None) -> tuple[Seat | None, int]:
    if cards[0] != cards[1]:
        return (0 if cards[0] > cards[1] else 1), HIGHER_CARD
    return (None, 0) if holder is None else (holder, TIE_BREAK)
