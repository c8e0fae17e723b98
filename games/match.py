"""One playthrough of a game: seals picks until all are in, plays the turn, replays its turns."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from sys import intern
from typing import Any, Generic, TypeAlias

from games.dice import Dice, Roll, Seed
from games.engine import SEATS, Game, M, Outcome, Refused, S, Seat, V, value, with_seat

Picks: TypeAlias = tuple[str | None, str | None]
"""The tokens of one turn by seat; None for a seat that was not asked, or has not picked yet."""

NO_PICKS: Picks = (None, None)
SETUP = "setup"
FIRST: tuple[Seat, ...] = (0,)
SECOND: tuple[Seat, ...] = (1,)


@value
class Match(Generic[S, M, V]):
    """A value: `submit` returns the match that follows, so it can be saved before anyone is told.

    A sealed pick is kept here and never in a state, so no view can leak it.
    """

    game: Game[S, M, V]
    seed: Seed
    state: S
    turns: tuple[Picks, ...] = ()
    sealed: Picks = NO_PICKS

    @classmethod
    def start(cls, game: Game[S, M, V], seed: Seed) -> "Match[S, M, V]":
        return cls(game, seed, game.setup(Dice(seed, SETUP)))

    @property
    def turn(self) -> int:
        """The number of the turn that is being played, counted from 1."""
        return len(self.turns) + 1

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def movers(self) -> tuple[Seat, ...]:
        """The seats that have to pick in this turn, or have done so; none when the match is over."""
        moves, state = self.game.legal_moves, self.state
        if moves(state, 0):
            return SEATS if moves(state, 1) else FIRST
        return SECOND if moves(state, 1) else ()

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats whose picks are missing."""
        return tuple([seat for seat in SEATS if self.awaits(seat)])

    def awaits(self, seat: Seat) -> bool:
        """Whether the pick of this seat is missing."""
        return self.sealed[seat] is None and bool(self.legal_moves(seat))

    def legal_moves(self, seat: Seat) -> Sequence[M]:
        return self.game.legal_moves(self.state, seat)

    def view(self, seat: Seat | None) -> V:
        return self.game.view(self.state, seat)

    def submit(self, seat: Seat, token: str, turn: int) -> "Match[S, M, V]":
        """Seal this seat's pick for this turn; the turn is played when the last pick is in."""
        self._check_turn(seat, turn)
        moves = self.legal_moves(seat)
        if not moves:
            raise Refused("There is nothing for you to pick now. Wait for the other player.")
        if self.sealed[seat] is not None:
            raise Refused("You have already picked this turn, and a pick is final.")
        if not _is_among(token, _by_token(self.game, moves)):
            raise Refused(f"That is not one of your picks now. {_offer(moves)}")
        return self._with(with_seat(self.sealed, seat, intern(str(token))))

    def _check_turn(self, seat: Seat, turn: int) -> None:
        if not _is_seat(seat):
            raise Refused("Only the two players of this match can pick.")
        if self.outcome:
            raise Refused("This match is over. Start a new one to play on.")
        if turn != self.turn:
            raise Refused(f"That pick is for another turn. The match is at turn {self.turn}.")

    def _with(self, sealed: Picks) -> "Match[S, M, V]":
        for seat in SEATS:
            if sealed[seat] is None and self.legal_moves(seat):
                return Match(self.game, self.seed, self.state, self.turns, sealed)
        state = _play(self.game, self.state, sealed, Dice(self.seed, _stream(self.turn)))
        return Match(self.game, self.seed, state, (*self.turns, _shared(sealed)), NO_PICKS)

    def at(self, turn: int) -> "Match[S, M, V]":
        """The match as it stood when this turn began."""
        turns = self.turns[: turn - 1]
        state = _replay(self.game, turns, lambda stream: Dice(self.seed, stream))
        return Match(self.game, self.seed, state, turns)

    def rolls(self) -> dict[str, list[Roll]]:
        """What the dice gave, stream by stream, leaving out the streams nobody drew from."""
        rolls: dict[str, list[Roll]] = {}
        _replay(self.game, self.turns, lambda stream: Dice(self.seed, stream, rolls.setdefault(stream, [])))
        return {stream: drawn for stream, drawn in rolls.items() if drawn}


AnyMatch: TypeAlias = Match[Any, Any, Any]


def _replay(game: Game[S, M, V], turns: Sequence[Picks], dice: Callable[[str], Dice]) -> S:
    state = game.setup(dice(SETUP))
    for number, picks in enumerate(turns, 1):
        state = _play(game, state, picks, dice(_stream(number)))
    return state


def _play(game: Game[S, M, V], state: S, picks: Picks, dice: Dice) -> S:
    moves: dict[Seat, M] = {}
    for seat in SEATS:
        token = picks[seat]
        if token is not None:
            moves[seat] = _by_token(game, game.legal_moves(state, seat))[token]
    return game.play(state, moves, dice)


@lru_cache(maxsize=1024)
def _shared(picks: Picks) -> Picks:
    """One object for all equal picks: a long match at rest is then mostly pointers."""
    return picks


@lru_cache(maxsize=1024)
def _by_token(_game: Game[S, M, V], moves: Sequence[M]) -> Mapping[str, M]:
    return {str(move): move for move in moves}


def _is_seat(seat: object) -> bool:
    return isinstance(seat, int) and seat in SEATS


def _is_among(token: object, tokens: Mapping[str, object]) -> bool:
    return isinstance(token, str) and token in tokens


def _offer(moves: Sequence[object]) -> str:
    if isinstance(moves, range) and len(moves) > 2:
        return f"Choose a whole number from {moves[0]} to {moves[-1]}."
    *most, last = map(str, moves)
    return f"Choose {', '.join(most)} or {last}." if most else f"Only {last} is left to choose."


def _stream(turn: int) -> str:
    return f"turn {turn}"
