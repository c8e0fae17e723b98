"""Ratings from results: how strong each player must be for the bot's model to expect what happened.

In that model a difference of d points means a chance of Phi(d / (sqrt(2) * BETA)) to win. The ratings are
those under which the results are most likely; a draw's worth of doubt (half a win and half a loss in every
pairing) keeps a player who never lost within reach. The scale has no zero of its own: the anchor is given
1500, which is where the bot puts a person who has not played yet.
"""

from collections.abc import Mapping, Sequence
from math import erf, exp, pi, sqrt

from bench.strength.matches import Score

BETA = 200.0
ANCHOR = 1500.0
STEPS = 500


def expected(difference: float) -> float:
    """The chance to win against somebody so many points weaker."""
    return 0.5 * (1 + erf(difference / (2 * BETA)))


def fit(players: Sequence[str], results: Mapping[tuple[str, str], Score], anchor: str) -> dict[str, float]:
    """Fisher scoring, one player at a time, until nothing moves."""
    rating = dict.fromkeys(players, ANCHOR)
    for _ in range(STEPS):
        for one in players:
            rating[one] += _step(one, rating, results)
    return {one: rating[one] - rating[anchor] + ANCHOR for one in players}


def _step(one: str, rating: Mapping[str, float], results: Mapping[tuple[str, str], Score]) -> float:
    slope = information = 0.0
    for (first, second), score in results.items():
        if one not in (first, second):
            continue
        wins = score.wins if one == first else score.matches - score.wins
        difference = rating[first] - rating[second] if one == first else rating[second] - rating[first]
        chance = min(max(expected(difference), 1e-9), 1 - 1e-9)
        density = exp(-((difference / (2 * BETA)) ** 2)) / (2 * BETA * sqrt(pi))
        weight = density / (chance * (1 - chance))
        slope += weight * (wins + 0.5 - (score.matches + 1) * chance)
        information += weight * density * (score.matches + 1)
    return max(-200.0, min(200.0, slope / information)) if information else 0.0
