"""What a result does to two ratings.

The model is Bradley and Terry's, to the last digit as openskill computes it, in 6 µs where that takes 26: a
rating is a guess (mu) and how unsure it is (sigma). People see the guess, on the scale that chess made
familiar, and a question mark while it is unsure. Chance plays a part in most games here, so a single duel
tells little: beta is large beside sigma. Every duel reduces sigma by the full step. By default openskill
reduces it less and less, which keeps ratings jumping for fifty duels and ordered people no better in trials.
"""

from dataclasses import dataclass
from math import exp, sqrt

DAY = 24 * 3600
ALL_GAMES = "*"
"""The game key that stands for all games together."""
MU, SIGMA, BETA, TAU = 1500.0, 250.0, 200.0, 6.0
LEAST_STEP = 0.0001
"""What a duel leaves of sigma's square at least."""
SETTLED_SIGMA = 195.0
"""A rating is settled below this sigma, which about eight even duels reach."""
FULL_DUELS = 3
"""How many duels of a pair count in full within a day; each further one counts half of the one before."""
PAIR_MEMORY = DAY
"""Seconds before a duel's end in which earlier duels of its pair lower its weight."""

IN_WORDS = (
    f"Ratings start at {MU:.0f}; a ? marks one that is still uncertain. "
    "Once both have picked, resigning and running out of time are losses; before, the duel is called off. "
    f"Two people's first {FULL_DUELS} rated duels within a day count in full, further ones less and less."
)


@dataclass(frozen=True, slots=True)
class Rating:
    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        return round(self.mu)

    @property
    def provisional(self) -> bool:
        """Whether the rating is still uncertain. A settled rating stays settled: sigma never grows."""
        return self.sigma >= SETTLED_SIGMA

    def __str__(self) -> str:
        return marked(self.shown, provisional=self.provisional)


def marked(shown: int, *, provisional: bool) -> str:
    """A rating as people see it: 1500, or 1500? while it is uncertain."""
    return f"{shown}?" if provisional else str(shown)


def signed(change: int) -> str:
    """+14, −9 or ±0."""
    return f"{change:+}".replace("-", "−") if change else "±0"


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What one duel did to one rating, in the whole numbers that people see."""

    shown: int
    by: int
    provisional: bool

    @classmethod
    def between(cls, before: float, after: float, *, provisional: bool) -> "RatingChange":
        return cls(round(after), round(after) - round(before), provisional)

    def __str__(self) -> str:
        return f"{marked(self.shown, provisional=self.provisional)} ({signed(self.by)})"


@dataclass(frozen=True, slots=True)
class Stake:
    """One person's part in a rated challenge, in the whole numbers that people see."""

    person: int
    rating: Rating
    prospect: tuple[int, int] | None = None
    """The change after a win and after a loss; None while the opponent is not known."""
    won: int = 0
    """How many duels this person has won against the other, in any game."""
    earlier: int = 0
    """How many rated duels these two have finished within a day. After a few, further ones count less."""


def weight_of(earlier: int) -> float:
    """How much a duel counts; `earlier` is the number of rated duels of the same pair within a day."""
    return 0.5 ** max(0, earlier - FULL_DUELS + 1)


def rate(winner: Rating, loser: Rating, weight: float) -> tuple[Rating, Rating]:
    """Both ratings after the duel; with a weight of one half they change half as much."""
    up, down = _unsure(winner), _unsure(loser)
    spread = sqrt(up**2 + down**2 + 2 * BETA**2)
    lead = (loser.mu - winner.mu) / spread
    return (
        _moved(winner, up, spread, 1.0, 1 / (1 + exp(lead)), weight),
        _moved(loser, down, spread, 0.0, 1 / (1 + exp(-lead)), weight),
    )


def _unsure(rating: Rating) -> float:
    """Sigma at the beginning of a duel: a person may have changed since the last one."""
    return sqrt(rating.sigma * rating.sigma + TAU * TAU)


def _moved(before: Rating, sigma: float, spread: float, won: float, expected: float, weight: float) -> Rating:
    """A rating after a result of one or zero, where a win was `expected` with some probability."""
    share = sigma**2 / spread
    mu = before.mu + share * (won - expected)
    shrunk = sigma * sqrt(max(1 - share / spread * expected * (1 - expected), LEAST_STEP))
    less = min(shrunk, before.sigma)
    return Rating(before.mu + weight * (mu - before.mu), before.sigma + weight * (less - before.sigma))
