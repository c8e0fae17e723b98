"""Computes the tables of solved games, which are stored in the package `games` (`make tables`).

There is one module per game. Its `build` returns the contents of the game's tables by their names.
"""

from collections.abc import Callable, Mapping

from tools.tables import bidbattle, digitduel, highlow, numbermatch

BUILDERS: Mapping[str, Callable[[], Mapping[str, bytes]]] = {
    "highlow": highlow.build,
    "bidbattle": bidbattle.build,
    "digitduel": digitduel.build,
    "numbermatch": numbermatch.build,
}
"""The function that computes the tables of each game, by the game's key."""
