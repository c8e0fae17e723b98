"""How strong the computer players are (`make strength`): worst cases, matches, a ladder, ratings, times.

What is the same for all games is measured for all; what can be computed or tried only for one game is in a
module of that game, whose `figures(quick)` yields what it found.
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
"""By the key of the game: the one registration line of its own figures."""

LUCK: Mapping[str, str] = {
    "numbermatch": "Luck decides most matches: the best play known scores 77 % against random picks, so the "
    "two lowest levels have to be worse than those.",
}
"""What luck does to a game's ladder."""
