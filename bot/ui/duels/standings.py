"""The lines of both players on a board: their names, how they stand, and what they are doing."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from bot.ui.deck.deck import Deck
from bot.ui.duels.pieces import draw
from bot.ui.render import dotted, spaced
from games.engine import SEATS, Seat
from games.screen import Doing, Life, Names, Pips, Row, Screen, Standing

Gauges: TypeAlias = Mapping[Seat | None, Row]
SHORT_GAUGE = 5
"""Hearts or pips that fit beside a name."""
DONE = "✅"
MARKS = {Doing.TO_PICK: "hourglass", Doing.WINS: "trophy"}
WORDS = {Doing.NOTHING: "", Doing.TO_PICK: "to pick", Doing.PICKED: "picked", Doing.WINS: "wins"}


def apart(shown: Iterable[Row]) -> tuple[Gauges, list[Row]]:
    """Returns the rows that stand with the players' names, by seat, and all others."""
    gauges: dict[Seat | None, Row] = {}
    others: list[Row] = []
    for each in shown:
        if _is_gauge(each):
            gauges[each.seat] = each
        else:
            others.append(each)
    return gauges, others


def _is_gauge(shown: Row) -> bool:
    """Tells whether a row is the hearts or pips of a player, which stand with the name."""
    is_one = shown.seat is not None and len(shown.pieces) == 1
    return is_one and isinstance(shown.pieces[0], (Life, Pips))


def standings(screen: Screen, gauges: Gauges, called: Names, deck: Deck) -> list[str]:
    """Writes a line for each player; long rows of pips have lines of their own, below one with both names.
    Beside hearts and pips there is room for the sign of what a player does, but not for words. Where one
    player has a gauge, both have."""
    colour, (first, second) = deck.colours, screen.standings
    names = f"{colour[0]} **{called[0]}**", f"{colour[1]} **{called[1]}**"
    signs = _sign(first.status, deck), _sign(second.status, deck)
    doing = spaced(signs[0], WORDS[first.status]), spaced(signs[1], WORDS[second.status])
    if not gauges:
        return [f"{names[0]} {_told(first, doing[0])}", f"{names[1]} {_told(second, doing[1])}"]
    drawn = draw(gauges[0].pieces[0], deck), draw(gauges[1].pieces[0], deck)
    if _is_long(gauges[0]):
        players = f"{spaced(names[0], doing[0])} · {spaced(names[1], doing[1])}"
        return [players, *[spaced(colour[seat], drawn[seat], gauges[seat].note) for seat in SEATS]]
    return [
        spaced(names[0], drawn[0], _told(first), signs[0]),
        spaced(names[1], drawn[1], _told(second), signs[1]),
    ]


def _told(standing: Standing, doing: str = "") -> str:
    return dotted(standing.score, standing.detail, doing)


def _sign(doing: Doing, deck: Deck) -> str:
    """Returns the sign of what a player does."""
    if doing is Doing.PICKED:
        return DONE
    return deck.mark(MARKS[doing]) if doing in MARKS else ""


def _is_long(shown: Row) -> bool:
    gauge = shown.pieces[0]
    return isinstance(gauge, Pips) and gauge.of > SHORT_GAUGE
