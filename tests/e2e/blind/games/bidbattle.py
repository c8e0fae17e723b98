"""Bid Battle by ear."""

import re
from typing import Any

from games.bidbattle.rules import ITEMS, View, totals
from games.engine import SEATS, Seat, other
from games.match import AnyMatch
from games.screen import Names
from tests.e2e.blind.ears import Ears, keys, search

LOT = re.compile(r"lot (\w)(?: (blue|orange)\s+(\d+)\W+(\d+))?(?:\s+worth\s+(\d+))?")
"""An item, the colour of who won it, and both bids, of which the higher one was theirs."""
TOLD = re.compile(r"Item (\w): .*?(?:(\w+) took it for (\d+)|gave it to (\w+)(?:, for (\d+))?)\.")


def heard(ears: Ears) -> dict[str, Any]:
    left = re.findall(r"(blue|orange) (\d+)", search(r"Points left: .*", "\n".join(ears.panel))[0])
    return {
        "points": ears.numbers("points?"),
        "points left": {ears.names[colour]: int(points) for colour, points in left},
        "sold": _sold(ears),
        "on sale": search(r"Item (\w), \d of 5", ears.board[1])[1],
        "last": [
            (item, ears.person(taker or given), int(paid or price or 0))
            for item, taker, paid, given, price in TOLD.findall(ears.told())
        ],
        "is asked": bool(keys(ears.panel)[0]),
    }


def heard_at_the_end(ears: Ears) -> dict[str, Any]:
    worth = search(r"wins, items worth (\d+) against (\d+)", ears.ending[1])
    return {"sold": _sold(ears), "worth": (int(worth[1]), int(worth[2]))}


def _sold(ears: Ears) -> list[tuple[str, str, int, int, int]]:
    (lots,) = [line for line in ears.board if line.startswith("lot a")]
    return [
        (item.upper(), ears.names[colour], max(bids), min(bids), int(value or 0))
        for item, colour, one, two, value in LOT.findall(lots)
        if colour and (bids := (int(one), int(two)))
    ]


def true(match: AnyMatch, me: Seat, names: Names) -> dict[str, Any]:
    view: View = match.view(me)
    mine = [number for number, picks in enumerate(match.turns) if picks[me] is not None]
    last = [*zip(ITEMS, view.auctions, strict=False)][mine[-1] if mine else 0 :]
    points = {names[seat]: view.points[seat] for seat in SEATS}
    return {
        "points": points,
        "points left": points,
        "sold": _true_sold(view, names),
        "on sale": ITEMS[len(view.auctions)],
        "last": [(item, names[sale.winner], sale.bids[sale.winner]) for item, sale in last],
        "is asked": me in match.waiting,
    }


def true_at_the_end(match: AnyMatch, names: Names) -> dict[str, Any]:
    view: View = match.view(None)
    worth = totals(view.auctions, view.values or ())
    winner = match.outcome.winner if match.outcome else 0
    return {"sold": _true_sold(view, names), "worth": (worth[winner], worth[other(winner)])}


def _true_sold(view: View, names: Names) -> list[tuple[str, str, int, int, int]]:
    values = view.values or (0,) * len(ITEMS)
    return [
        (item, names[sale.winner], max(sale.bids), min(sale.bids), value)
        for item, sale, value in zip(ITEMS, view.auctions, values, strict=False)
    ]
