"""High-Low Battle by ear."""

import re
from typing import Any

from games.engine import SEATS, Seat
from games.highlow.rules import ROUNDS, TIE_BREAK, View
from games.match import AnyMatch
from games.screen import Names
from tests.e2e.blind.ears import Ears, keys, search

TOLD = re.compile(r"Round (\d+): (?:(\w+) (\d), (\w+) (\d)|tie on (\d))")


def heard(ears: Ears) -> dict[str, Any]:
    can, cannot = keys(ears.panel)
    left = search(r"Left: (blue|orange) ([\d ]+) · (blue|orange) ([\d ]+) ·", "\n".join(ears.board))
    tie = search(r"A tie pays: (?:nobody|(blue|orange) (\d))", "\n".join(ears.board))
    return {
        "points": ears.numbers("points?"),
        "cards": ears.rows(ears.board),
        "left": {ears.names[left[1]]: left[2].strip(), ears.names[left[3]]: left[4].strip()},
        "tie": (ears.names[tie[1]], int(tie[2])) if tie[1] else None,
        "last": [_told(each, ears) for each in TOLD.finditer(ears.told())],
        "can": can,
        "can't": cannot,
    }


def heard_at_the_end(ears: Ears) -> dict[str, Any]:
    score = search(r"wins (\d+)–(\d+)", ears.ending[1])
    return {"cards": ears.rows(ears.board), "score": (int(score[1]), int(score[2]))}


def _told(found: re.Match[str], ears: Ears) -> tuple[int, dict[str, int]]:
    if found[6]:
        return int(found[1]), dict.fromkeys(ears.colours, int(found[6]))
    return int(found[1]), {ears.person(found[2]): int(found[3]), ears.person(found[4]): int(found[5])}


def true(match: AnyMatch, me: Seat, names: Names) -> dict[str, Any]:
    view: View = match.view(me)
    asked = me in match.waiting
    spent = [card for card in range(1, 10) if card not in view.hands[me]]
    last = [past for past in match.turns if past[me] is not None]
    return {
        "points": {names[seat]: view.scores[seat] for seat in SEATS},
        "cards": {names[seat]: _row(match, view, seat) for seat in SEATS},
        "left": {names[seat]: " ".join(map(str, view.hands[seat])) for seat in SEATS},
        "tie": None if view.tie_break is None else (names[view.tie_break], TIE_BREAK),
        "last": [
            (number, {names[seat]: past.cards[seat] for seat in SEATS})
            for number, past in enumerate(view.rounds, 1)
            if number >= len(last)
        ],
        "can": [str(card) for card in view.hands[me]] if asked else [],
        "can't": [f"gone {card}" for card in spent] if asked else [],
    }


def true_at_the_end(match: AnyMatch, names: Names) -> dict[str, Any]:
    view: View = match.view(None)
    scores = sorted(view.scores, reverse=True)
    return {"cards": {names[s]: _row(match, view, s) for s in SEATS}, "score": (scores[0], scores[1])}


def _row(match: AnyMatch, view: View, seat: Seat) -> list[str]:
    cards = [f"{past.cards[seat]}{' won' if past.winner == seat else ''}" for past in view.rounds]
    if view.outcome:
        return cards
    cards += ["picked"] if match.sealed[seat] is not None else []
    return cards + ["slot"] * (max(ROUNDS, len(view.rounds) + 1) - len(cards))
