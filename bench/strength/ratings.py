"""Computes ratings from results: those under which the results are most likely.

In the bot's model (Bradley and Terry's, see `bot.ratings.model`) a difference of d points between settled
ratings means a chance of 1 / (1 + exp(-d / SCALE)) to win. Half a win and half a loss are added to every
pairing, so that a player who never lost gets a finite rating. Only differences matter, so one player, the
anchor, is set to 1500. That is also the bot's rating of a person who has not played yet.
"""

from collections.abc import Mapping, Sequence
from math import exp, sqrt

from bench.strength.matches import Score

SCALE = sqrt(2) * 200.0
ANCHOR = 1500.0
ROUNDS = 500


def expected(difference: float) -> float:
    """The chance to win against a player who is so many points weaker."""
    return 1 / (1 + exp(-difference / SCALE))


def fit(players: Sequence[str], results: Mapping[tuple[str, str], Score], anchor: str) -> dict[str, float]:
    """The ratings of all players, by Fisher scoring of one player at a time."""
    rating = dict.fromkeys(players, ANCHOR)
    for _ in range(ROUNDS):
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
