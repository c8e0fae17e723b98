"""What a result does to two ratings.

The model is Bradley and Terry's as openskill computes it: a rating is a guess (mu) and how unsure it is
(sigma). People see the guess, on the scale that chess made familiar, and a question mark while it is unsure.
Chance plays a part in most games here, so a single duel tells little: beta is large beside sigma.
"""

from dataclasses import dataclass

from openskill.models import BradleyTerryFull

from bot.duels.pace import DAY

ALL_GAMES = "*"
"""Stands for a game's key where all games together are meant."""
MU, SIGMA, BETA, TAU = 1500.0, 250.0, 200.0, 6.0
SURE = 195.0
"""A rating counts as settled below this sigma: after eight even duels or so."""
FULL_DUELS = 3
"""So many duels of a pair count in full; each further one within a day counts half of the one before."""
PAIR_MEMORY = DAY
"""Seconds before its end in which a duel finds the earlier ones of its pair."""


IN_WORDS = (
    f"Ratings start at {MU:.0f}; a ? marks one that is still uncertain. "
    "Resigning and running out of time are losses. "
    f"Two people's first {FULL_DUELS} rated duels within a day count in full, further ones less and less."
)


def _whole(*_: object) -> float:
    """Every duel adds all the certainty it can. By default openskill adds less the surer a rating is; that
    keeps numbers jumping for fifty duels, and in trials it ordered people no better."""
    return 1.0


_MODEL = BradleyTerryFull(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU, gamma=_whole, limit_sigma=True)


@dataclass(frozen=True, slots=True)
class Rating:
    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        return round(self.mu)

    @property
    def provisional(self) -> bool:
        """Once settled, a rating stays so: sigma never grows."""
        return self.sigma >= SURE

    def __str__(self) -> str:
        return marked(self.shown, provisional=self.provisional)


def marked(shown: int, *, provisional: bool) -> str:
    """A rating as people see it."""
    return f"{shown}?" if provisional else str(shown)


def signed(change: int) -> str:
    """+14, −9 or ±0."""
    return f"{change:+}".replace("-", "−") if change else "±0"


@dataclass(frozen=True, slots=True)
class Change:
    """What one duel did to one rating, in whole numbers as people see them."""

    shown: int
    by: int
    provisional: bool

    @classmethod
    def between(cls, before: float, after: float, *, provisional: bool) -> "Change":
        return cls(round(after), round(after) - round(before), provisional)

    def __str__(self) -> str:
        return f"{marked(self.shown, provisional=self.provisional)} ({signed(self.by)})"


@dataclass(frozen=True, slots=True)
class Stake:
    """One person's part in a rated challenge, in whole numbers as people see them."""

    person: int
    rating: Rating
    prospect: tuple[int, int] | None = None
    """The change after a win and after a loss; None while the opponent is not known."""
    won: int = 0
    """Duels won against the other so far, of any game."""


def weight_of(earlier: int) -> float:
    """How much a duel counts after so many rated ones of the same pair within a day."""
    return 0.5 ** max(0, earlier - FULL_DUELS + 1)


def rate(winner: Rating, loser: Rating, weight: float) -> tuple[Rating, Rating]:
    """Both ratings afterwards; a weight of one half goes half of the way."""
    teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in (winner, loser)]
    (won,), (lost,) = _MODEL.rate(teams)
    return _towards(winner, won.mu, won.sigma, weight), _towards(loser, lost.mu, lost.sigma, weight)


def _towards(before: Rating, mu: float, sigma: float, weight: float) -> Rating:
    return Rating(before.mu + weight * (mu - before.mu), before.sigma + weight * (sigma - before.sigma))
