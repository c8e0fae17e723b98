"""Digit Duel's top level, computed over all hands of a round: its worst case and simple opponents.

It measures the strategy that is really played: the stored table, written out for every hand.
"""

from collections.abc import Iterator

import numpy as np

from bench.strength.figures import Figure
from games.digitduel.solution import DIGITS
from games.solved import table
from tools.tables.digitduel import LEVEL
from tools.tables.digitduel.compress import unfolded
from tools.tables.digitduel.solve import follow, response
from tools.tables.digitduel.tree import Deck, Floats, Tree
from tools.tables.digitduel.walk import End, Strategy, Walk, ends

SIMPLE = {"random picks": (0.5,) * DIGITS, "keep 5 or more": (0.0,) * 5 + (1.0,) * 5}


def figures(_quick: bool) -> Iterator[Figure]:  # noqa: FBT001 - everything is computed
    tree = Tree(Deck())
    strategy = unfolded(tree, table("digitduel", "keep"))
    results = ends(tree, LEVEL)
    gains = [response(tree, results, seat, strategy) for seat in (0, 1)]
    yield Figure("a best response gains per round, on average", 100 * sum(gains) / 4, most=0.1)
    parts = ends(tree, 0.0), ends(tree, 1.0)
    for name, keeping in SIMPLE.items():
        simple = {
            node.acts: _always(node.publics, node.privates(node.active), keeping) for node in tree.decisions
        }
        starting, second = _chances(tree, parts, strategy, simple)
        if name == "random picks":
            yield Figure(f"rounds against {name}", 50 * (starting + second))
        least = 88.0 if name == "random picks" else None
        yield Figure(f"matches against {name}", 100 * match(starting, second), least=least)


def match(starting: float, second: float) -> float:
    """The chance to win two rounds first. Each seat starts one round; the third starter is random."""
    split = starting * (1 - second) + second * (1 - starting)
    return starting * second + split * (starting + second) / 2


def _always(publics: int, hands: int, keeping: tuple[float, ...]) -> Floats:
    return np.broadcast_to(np.array(keeping), (publics, hands, len(keeping)))


def _chances(
    tree: Tree, parts: tuple[dict[str, End], dict[str, End]], one: Strategy, two: Strategy
) -> tuple[float, float]:
    """How often the first strategy wins a round that it starts, and a round that the other starts."""
    won, level = _round(tree, parts, one, two)
    lost, level_second = _round(tree, parts, two, one)
    second = 1 - lost - level_second
    starting = (won + level * second) / (1 - level * level_second)
    return starting, second + level_second * starting


def _round(
    tree: Tree, parts: tuple[dict[str, End], dict[str, End]], starter: Strategy, other: Strategy
) -> tuple[float, float]:
    """How often the starter wins, and how often the round is level."""
    both = {node.acts: (other if node.active else starter)[node.acts] for node in tree.decisions}
    margin, with_level = (Walk(tree, part, 0, both, follow(both)).value() for part in parts)
    level = with_level - margin
    return (1 + margin - level) / 2, level
