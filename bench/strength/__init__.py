"""Measures how strong the computer players are (`make strength`).

Matches between levels, ratings and thinking times are measured for every game. What can be computed only for
one game is in a module of that game, whose `figures(quick)` yields the results.
"""

from collections.abc import Callable, Iterable, Mapping

from bench.strength import bidbattle, digitduel, highlow, numbermatch, ten
from bench.strength.figures import Figure

SUBJECTS: Mapping[str, Callable[[bool], Iterable[Figure]]] = {
    "highlow": highlow.figures,
    "bidbattle": bidbattle.figures,
    "ten": ten.figures,
    "digitduel": digitduel.figures,
    "numbermatch": numbermatch.figures,
}
"""The function that computes the figures of each game, by the game's key."""

LUCK: Mapping[str, str] = {
    "numbermatch": "Luck decides most matches: the best play known scores 77 % against random picks, so the "
    "two lowest levels have to play worse than random picks.",
}
"""What the report says about luck in a game."""
