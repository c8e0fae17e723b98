"""Ratings from results: how strong each player must be for the bot's model to expect what happened.

In that model (Bradley and Terry's, see `bot.ratings.model`) a difference of d points between settled ratings
means a chance of 1 / (1 + exp(-d / SCALE)) to win. The ratings are those under which the results are most
likely; a draw's worth of doubt (half a win and half a loss in every pairing) keeps a player who never lost
within reach. The scale has no zero of its own: the anchor is given 1500, which is where the bot puts a person
who has not played yet.
"""

from collections.abc import Mapping, Sequence
from math import exp, sqrt

from bench.strength.matches import Score

SCALE = sqrt(2) * 200.0
ANCHOR = 1500.0
STEPS = 500


def expected(difference: float) -> float:
    """The chance to win against somebody so many points weaker."""
    return 1 / (1 + exp(-difference / SCALE))


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
        chance = expected(difference)
        slope += wins + 0.5 - (score.matches + 1) * chance
        information += chance * (1 - chance) * (score.matches + 1) / SCALE
    return max(-200.0, min(200.0, slope / information)) if information else 0.0
