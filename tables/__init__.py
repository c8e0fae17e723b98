"""Computes the tables of solved games that are kept in the package (`make tables`).

One module per game; its `build` returns the content of each of the game's tables by the table's name.
"""

from collections.abc import Callable, Mapping

from tables import bidbattle, digitduel, highlow, numbermatch

BUILDERS: Mapping[str, Callable[[], Mapping[str, bytes]]] = {
    "highlow": highlow.build,
    "bidbattle": bidbattle.build,
    "digitduel": digitduel.build,
    "numbermatch": numbermatch.build,
}
"""By the key of the game: the one registration line of a builder."""
