"""Digit Duel: draw a digit, keep it or give it away; the higher three-digit number wins the round."""

from collections.abc import Mapping

from games.dice import Dice
from games.digitduel.rounds import (
    GIVE,
    THROW,
    Act,
    Hands,
    Move,
    Round,
    act,
    digits_of,
    next_number,
    number_of,
    wins,
)
from games.engine import SEATS, Game, Outcome, Seat, other, value, with_seat

DECK = tuple(digit for digit in range(10) for _ in range(4))
HAND_SIZE = 3
WINS_NEEDED = 2
DECIDING_ROUND = 2 * WINS_NEEDED - 1
LEVEL_LIMIT = 4
"""When this many rounds in a row are level, the lot gives the last one away."""

KEEP_OR_GIVE = (Move.KEEP, Move.GIVE)
KEEP_OR_THROW = (Move.KEEP, Move.THROW)
MUST_KEEP = (Move.KEEP,)


@value
class State:
    rounds: tuple[Round, ...]
    starter: Seat
    active: Seat
    drawn: int | None
    """What the active seat holds and has to decide about; None when the match is over."""
    deck: tuple[int, ...]
    hands: Hands
    acts: tuple[Act, ...]
    """The round that is being played, act by act."""


@value
class View:
    seat: Seat | None
    wins: tuple[int, int]
    rounds: tuple[Round, ...]
    number: int
    """The round being played, counted from 1; a replay keeps its number."""
    starter: Seat
    active: Seat
    drawn: int | None
    moves: tuple[Move, ...]
    """What may be done with the drawn digit."""
    deck_size: int
    acts: tuple[Act, ...]
    hands: tuple[tuple[int | None, ...], tuple[int | None, ...]]
    outcome: Outcome | None


class DigitDuel(Game[State, Move, View]):
    key = "digitduel"
    title = "Digit Duel"
    edition = 1
    max_turns = DECIDING_ROUND * LEVEL_LIMIT * 2 * HAND_SIZE

    def setup(self, dice: Dice) -> State:
        return _deal((), 0, dice.shuffle(DECK))

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        return _options(state) if seat == state.active else ()

    def play(self, state: State, moves: Mapping[Seat, Move], dice: Dice) -> State:
        """The active seat's act, and every forced one after it: whoever has thrown keeps what comes."""
        state = _act(state, moves[state.active], dice)
        while _options(state) == MUST_KEEP:
            state = _act(state, Move.KEEP, dice)
        return state

    def outcome(self, state: State) -> Outcome | None:
        if state.drawn is not None:
            return None
        winner = 0 if wins(state.rounds)[0] == WINS_NEEDED else 1
        return Outcome(SEATS[winner], "lot" if state.rounds[-1].level else "rounds")

    def view(self, state: State, seat: Seat | None) -> View:
        outcome = self.outcome(state)
        acts = tuple([_seen_by(seat, each) for each in state.acts])
        (first, second), won = digits_of(acts), wins(state.rounds)
        return View(
            seat=seat,
            wins=won,
            rounds=state.rounds if outcome else tuple([_opened_to(seat, past) for past in state.rounds]),
            number=1 + sum(won),
            starter=state.starter,
            active=state.active,
            drawn=state.drawn if seat == state.active else None,
            moves=self.legal_moves(state, seat) if seat is not None else (),
            deck_size=len(state.deck),
            acts=acts,
            hands=(tuple(first), tuple(second)),
            outcome=outcome,
        )


def _options(state: State) -> tuple[Move, ...]:
    if state.drawn is None:
        return ()
    if len(state.hands[other(state.active)]) < HAND_SIZE:
        return KEEP_OR_GIVE
    for each in state.acts:
        if each.move is THROW:
            return MUST_KEEP
    return KEEP_OR_THROW


def _deal(rounds: tuple[Round, ...], starter: Seat, deck: tuple[int, ...]) -> State:
    return State(rounds, starter, starter, deck[0], deck[1:], ((), ()), ())


def _act(state: State, move: Move, dice: Dice) -> State:
    seat, digit = state.active, state.drawn
    done = act(seat, move, digit)
    receiver = done.receiver
    hands = state.hands
    if receiver is not None and digit is not None:
        hands = with_seat(hands, receiver, (*hands[receiver], digit))
    acts = (*state.acts, done)
    if len(hands[0]) == len(hands[1]) == HAND_SIZE:
        return _end_round(state, hands, acts, dice)
    active = seat if len(hands[other(seat)]) == HAND_SIZE else other(seat)
    return State(state.rounds, state.starter, active, state.deck[0], state.deck[1:], hands, acts)


def _end_round(state: State, hands: Hands, acts: tuple[Act, ...], dice: Dice) -> State:
    """Open both hands, then: the match is over, or a level round is replayed, or the next one begins."""
    winner = _judge(state.rounds, hands, dice)
    rounds = (*state.rounds, Round(next_number(state.rounds), acts, winner))
    if WINS_NEEDED in wins(rounds):
        return State(rounds, state.starter, state.active, None, state.deck, ((), ()), ())
    if winner is None:
        return _deal(rounds, other(state.starter), state.deck)
    starter: Seat = dice.lot() if next_number(rounds) == DECIDING_ROUND else 1
    return _deal(rounds, starter, dice.shuffle(DECK))


def _judge(rounds: tuple[Round, ...], hands: Hands, dice: Dice) -> Seat | None:
    first, second = map(number_of, hands)
    if first != second:
        return 0 if first > second else 1
    before = rounds[1 - LEVEL_LIMIT :]
    all_level = len(before) == LEVEL_LIMIT - 1 and all(past.winner is None for past in before)
    return dice.lot() if all_level else None


def _seen_by(seat: Seat | None, done: Act) -> Act:
    """A given digit is open; any other is known to its drawer alone."""
    if done.move is GIVE or done.seat == seat:
        return done
    return act(done.seat, done.move, None)


def _opened_to(seat: Seat | None, past: Round) -> Round:
    """A round's hands are open to all, but a thrown digit stays with its thrower."""
    throw = past.throw
    if throw is None or throw.seat == seat:
        return past
    unseen = act(throw.seat, throw.move, None)
    return Round(past.number, tuple([unseen if each is throw else each for each in past.acts]), past.winner)
