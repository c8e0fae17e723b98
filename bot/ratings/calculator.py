"""Computes ratings from finished duels, one after the other; the same duels always give the same ratings."""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot.ratings.model import ALL_GAMES, PAIR_MEMORY, Rating, rate, weight_of
from bot.ratings.seasons import ALL_TIME, season_of

MEETINGS = 32
"""How many earlier duels of a pair are looked at; with more, a duel counts next to nothing anyway."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The facts of a finished duel that matter for ratings."""

    id: int
    game: str
    seats: tuple[int, int]
    winner: int | None
    """The winner's seat; None: the duel had no result."""
    ended: float
    rated: bool
    """Whether it changes ratings: it was rated, between two people, and had a result."""


class Track(NamedTuple):
    """One person on one leaderboard."""

    game: str
    season: int
    person: int


@dataclass(frozen=True, slots=True)
class Score:
    rating: Rating = field(default_factory=Rating)
    wins: int = 0
    losses: int = 0


NEW = Score()
"""Of a person who has played no rated duel on a leaderboard."""


@dataclass(frozen=True, slots=True)
class Result:
    """A duel's result for one seat; `rating` is the one in its game after the duel."""

    seat: int
    won: bool | None
    rating: float | None = None
    change: float | None = None
    provisional: bool | None = None


def leaderboards_of(game: str, ended: float) -> tuple[tuple[str, int], ...]:
    """The four leaderboards that a duel counts for."""
    season = season_of(ended)
    return (game, ALL_TIME), (ALL_GAMES, ALL_TIME), (game, season), (ALL_GAMES, season)


class Calculator:
    def __init__(
        self,
        scores: Mapping[Track, Score] | None = None,
        met: Mapping[frozenset[int], Iterable[float]] | None = None,
    ) -> None:
        self.scores = dict(scores or {})
        self._met = {pair: deque(times, MEETINGS) for pair, times in (met or {}).items()}

    def count(self, duel: Finished) -> tuple[Result, Result]:
        if duel.winner is None:
            return Result(0, None), Result(1, None)
        results = Result(0, duel.winner == 0), Result(1, duel.winner == 1)
        if not duel.rated:
            return results
        before = [self._rating(duel, seat) for seat in (0, 1)]
        weight = self._weight(duel)
        for game, season in leaderboards_of(duel.game, duel.ended):
            self._count_for(game, season, duel.seats[duel.winner], duel.seats[1 - duel.winner], weight)
        first, second = (
            _with_change(result, before[result.seat], self._rating(duel, result.seat)) for result in results
        )
        return first, second

    def reset(self, game: str, at: float) -> None:
        """Clears a game's leaderboards of all time and of the season of `at`; with ALL_GAMES every game's."""
        gone = (ALL_TIME, season_of(at))
        self.scores = {
            track: score
            for track, score in self.scores.items()
            if track.season not in gone or game not in (ALL_GAMES, track.game)
        }

    def _rating(self, duel: Finished, seat: int) -> Rating:
        return self.scores.get(Track(duel.game, ALL_TIME, duel.seats[seat]), NEW).rating

    def _weight(self, duel: Finished) -> float:
        times = self._met.setdefault(frozenset(duel.seats), deque(maxlen=MEETINGS))
        earlier = sum(time > duel.ended - PAIR_MEMORY for time in times)
        times.append(duel.ended)
        return weight_of(earlier)

    def _count_for(self, game: str, season: int, winner: int, loser: int, weight: float) -> None:
        won, lost = Track(game, season, winner), Track(game, season, loser)
        up, down = self.scores.get(won, NEW), self.scores.get(lost, NEW)
        higher, lower = rate(up.rating, down.rating, weight)
        self.scores[won] = Score(higher, up.wins + 1, up.losses)
        self.scores[lost] = Score(lower, down.wins, down.losses + 1)


def _with_change(result: Result, before: Rating, after: Rating) -> Result:
    return replace(result, rating=after.mu, change=after.mu - before.mu, provisional=after.provisional)
