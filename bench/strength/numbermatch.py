"""Number Match's top level against random picks and against the best simple rule, in very many matches.

Luck decides most matches, so it takes a hundred thousand to tell players apart. They are played in arrays,
where the network has to decide as the rival does. A test checks that.
"""

from collections.abc import Iterator

import numpy as np

from bench.strength.figures import Figure
from bench.strength.matches import Score
from games.solved import table
from tools.tables.numbermatch import unpacked
from tools.tables.numbermatch.learn import worth
from tools.tables.numbermatch.simulate import Ints, Matches, Policy, at_random, by_formula, duel, highest

MATCHES, FEW_MATCHES = 200_000, 20_000


def figures(quick: bool) -> Iterator[Figure]:  # noqa: FBT001
    number = FEW_MATCHES if quick else MATCHES
    learned = by_network(table("numbermatch", "network"))
    yield _figure("the top level against random picks", learned, at_random, number, least=75)
    yield _figure("the top level against the best simple rule", learned, by_formula, number, least=51)
    yield _figure("the best simple rule against the highest card", by_formula, highest, number)


def by_network(weights: bytes) -> Policy:
    """The policy of the network with these packed weights."""
    network = unpacked(weights)

    def policy(matches: Matches, random: np.random.Generator) -> Ints:  # noqa: ARG001
        return np.asarray(worth(network, matches).argmax(axis=1))

    return policy


def _figure(name: str, one: Policy, two: Policy, number: int, least: float | None = None) -> Figure:
    share = duel(one, two, number, seed=7)
    score = Score(round(share * number), number)
    return Figure(name, score.percent, score.margin, least=least)
