"""Battle to Ten by ear: all of it is on the board."""

import re
from typing import Any

from games.engine import SEATS, Seat
from games.match import AnyMatch
from games.screen import Names
from games.ten.rules import DIGITS, TARGET, View
from tests.e2e.blind.ears import COLOURS, Ears, keys, search


def heard(ears: Ears) -> dict[str, Any]:
    can, cannot = keys(ears.board)
    taken = [tuple(each.split(" ")) for each in cannot]
    return {
        "totals": _totals(ears),
        "taken": {int(digit): ears.names[colour] for colour, digit in taken},
        "told": [
            digit
            for told in re.findall(r"(?:blue|orange) took ([^.·]+)", " ".join(ears.board))
            for digit in re.findall(r"\d", told)
        ],
        "can": can,
    }


def heard_at_the_end(ears: Ears) -> dict[str, Any]:
    digits = {name: [int(card[0]) for card in row] for name, row in ears.rows(ears.board).items()}
    return {"totals": _totals(ears), "digits": digits, "how": ears.ending[1].partition(",")[0]}


def _totals(ears: Ears) -> dict[str, int]:
    """Each total is in a line that begins with its player's colour."""
    lines = {colour: line for line in ears.board for colour in COLOURS if line.startswith(f"{colour}, ")}
    return {
        name: int(search(rf"(\d+)(?:(?: of|, over) {TARGET})?$", lines[colour])[1])
        for name, colour in ears.colours.items()
    }


def true(match: AnyMatch, _me: Seat, names: Names) -> dict[str, Any]:
    view: View = match.view(None)
    return {
        "totals": {names[seat]: view.totals[seat] for seat in SEATS},
        "taken": {take.digit: names[take.seat] for take in view.takes},
        "told": [str(take.digit) for take in view.takes[_unheard(match) :]],
        "can": [_label(digit, view) for digit in DIGITS if digit in view.pool],
    }


def true_at_the_end(match: AnyMatch, names: Names) -> dict[str, Any]:
    view: View = match.view(None)
    assert view.outcome is not None
    loser = names[1 - view.outcome.winner]
    digits = {names[seat]: [t.digit for t in view.takes if t.seat == seat] for seat in SEATS}
    how = {"ten": f"wins with exactly {TARGET}", "lower": "wins with the lower total"}
    hows = how | {"over": f"wins: {loser} went over {TARGET}"}
    return {
        "totals": {names[seat]: view.totals[seat] for seat in SEATS},
        "digits": digits,
        "how": hows.get(view.outcome.reason, ""),
    }


def _unheard(match: AnyMatch) -> int:
    """The first take that a board has to tell: all since the last one of whoever moves, and at least two."""
    (mover,) = match.waiting
    own = [number for number, picks in enumerate(match.turns) if picks[mover] is not None]
    return min(own[-1] if own else 0, max(0, len(match.turns) - 2))


def _label(digit: int, view: View) -> str:
    return f"warning sign {digit}" if view.totals[view.active] + digit > TARGET else str(digit)
