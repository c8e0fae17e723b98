"""Number Match Duel by ear."""

import re
from collections.abc import Iterator
from typing import Any

from games.engine import SEATS, Seat, other
from games.match import AnyMatch
from games.numbermatch.rules import COPIES, NUMBERS, View
from games.screen import Names
from tests.e2e.blind.ears import Ears, keys, search

SHOWN = 7
"""So many attacks stand in a row, the newest ones."""
TOLD = re.compile(r"(\w+) (?:hit \w+ for|blocked (your|\w+'s)) (\d)|You drew an? (\d)")


def heard(ears: Ears) -> dict[str, Any]:
    can, cannot = keys(ears.panel)
    text = "\n".join(ears.board)
    unseen = search(r"Unseen: ([\d× ]+)", "\n".join(ears.panel))[1]
    discards = re.search(r"Discards: ([\d×, ]+) ·", text)
    return {
        "life": ears.numbers("life"),
        "attacks": _attacks(ears),
        "deck": int(search(r"Deck: (\d+) card", text)[1]),
        "discards": sorted(_counted(discards[1].split(", "))) if discards else [],
        "hand": sorted(_counted(can)) if can else sorted(map(int, ears.rows(ears.panel)[ears.me])),
        "can't": cannot,
        "unseen": {int(number): int(count) for number, count in re.findall(r"(\d)×(\d)", unseen)},
        "since my attack": [*_told(ears)],
    }


def heard_at_the_end(ears: Ears) -> dict[str, Any]:
    lives = {
        name: int(search(rf"^{colour}, heart.* (\d+) life$", line)[1])
        for name, colour in ears.colours.items()
        for line in ears.board
        if line.startswith(f"{colour}, heart")
    }
    return {"life": lives, "attacks": _attacks(ears), "with": int(search(r"(\d+) life", ears.ending[1])[1])}


def _attacks(ears: Ears) -> list[tuple[str, int, bool]]:
    """A shield stands behind the attack that it blocked, and is called so."""
    found: list[tuple[str, int, bool]] = []
    row = next((line for line in ears.board if line.startswith("Attacks ")), "Attacks ")
    for piece in re.findall(r"(?:blue|orange) \d|blocked", row):
        if piece == "blocked":
            found[-1] = (*found[-1][:2], True)
        else:
            colour, number = piece.split()
            found.append((ears.names[colour], int(number), False))
    return found


def _counted(labels: list[str]) -> Iterator[int]:
    """ "7 ×2" is two sevens."""
    for label in labels:
        number, _, copies = label.partition(" ×")
        yield from [int(number)] * int(copies or 1)


def _told(ears: Ears) -> Iterator[tuple[str, int, bool] | int]:
    for who, whose, number, drawn in TOLD.findall(ears.told()):
        if drawn:
            yield int(drawn)
        else:
            yield ears.person(whose or who), int(number), bool(whose)


def true(match: AnyMatch, me: Seat, names: Names) -> dict[str, Any]:
    view: View = match.view(me)
    cards = view.hands[me] or ()
    mine = [number for number, picks in enumerate(match.turns) if picks[me] is not None]
    return {
        "life": {names[seat]: view.lives[seat] for seat in SEATS},
        "attacks": _true_attacks(view, names),
        "deck": view.deck_size,
        "discards": sorted(view.discards),
        "hand": sorted(cards),
        "can't": [f"gone {n}" for n in NUMBERS if n not in cards] if me in match.waiting else [],
        "unseen": {n: COPIES - cards.count(n) - view.discards.count(n) for n in NUMBERS},
        "since my attack": [*_happened(view, me, names, mine[-1] if mine else 0)],
    }


def _happened(view: View, me: Seat, names: Names, since: int) -> Iterator[tuple[str, int, bool] | int]:
    for attack, refill in [*zip(view.attacks, view.refills, strict=True)][since:]:
        yield names[attack.attacker], attack.card, attack.blocked
        drawn = refill.cards[me]
        if drawn is not None:
            yield drawn


def true_at_the_end(match: AnyMatch, names: Names) -> dict[str, Any]:
    view: View = match.view(None)
    winner = match.outcome.winner if match.outcome else other(0)
    lives = {names[seat]: view.lives[seat] for seat in SEATS}
    return {"life": lives, "attacks": _true_attacks(view, names), "with": view.lives[winner]}


def _true_attacks(view: View, names: Names) -> list[tuple[str, int, bool]]:
    return [(names[each.attacker], each.card, each.blocked) for each in view.attacks[-SHOWN:]]
