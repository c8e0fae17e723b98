"""Digit Duel by ear."""

import re
from collections.abc import Iterator
from typing import Any

from games.digitduel.rounds import Act, Move, number_of
from games.digitduel.rules import HAND_SIZE, View
from games.engine import SEATS, Seat, other
from games.match import AnyMatch
from games.screen import Names
from tests.e2e.blind.ears import Ears, keys, search

DONE = re.compile(r"(\w+) ((?:started|kept|gave|threw away) [^.]+)\.")
CLAUSE = re.compile(
    r"kept (a digit|\d digits|\d(?:(?:, | and )\d)*)|gave \w+ (an? \d(?:(?:, | and )an? \d)*)"
    r"|threw away (a digit|\d)"
)
RESULT = re.compile(r"Round (\d): (?:[^.]*?then )?(?:(\w+) (\d+) beat (\w+) (\d+)|both had (\d+))")
HIDDEN = "a digit"


def heard(ears: Ears) -> dict[str, Any]:
    can, cannot = keys(ears.panel)
    return {
        "rounds won": ears.numbers("rounds? won"),
        "digits": ears.rows(ears.board),
        "my digits": ears.rows(ears.panel)[ears.me],
        "results": _results(ears, ears.board),
        "deck": int(search(r"Deck: (\d+) card", "\n".join(ears.board))[1]),
        "since my pick": [*_told(ears)],
        "can": can,
        "can't": cannot,
    }


def heard_at_the_end(ears: Ears) -> dict[str, Any]:
    won = search(r"wins (\d)–(\d)", ears.ending[1])
    return {"results": _results(ears, ears.board), "rounds": (int(won[1]), int(won[2]))}


def _results(ears: Ears, lines: list[str]) -> list[dict[str, str]]:
    found = RESULT.findall("\n".join(lines))
    return [
        dict.fromkeys(ears.colours, level) if level else {ears.person(won): high, ears.person(lost): low}
        for _, won, high, lost, low, level in found
    ]


def _told(ears: Ears) -> Iterator[tuple[str, str, str]]:
    for who, done in DONE.findall(ears.told()):
        name = ears.person(who)
        for kept, given, thrown in CLAUSE.findall(done):
            if thrown or kept.endswith(("digit", "digits")):
                yield name, "throw" if thrown else "keep", thrown or kept
            else:
                yield from (
                    (name, "give" if given else "keep", digit) for digit in re.findall(r"\d", given or kept)
                )


def true(match: AnyMatch, me: Seat, names: Names) -> dict[str, Any]:
    view: View = match.view(me)
    mine = [number for number, picks in enumerate(match.turns) if picks[me] is not None]
    done = [turn for past in view.rounds for turn in _turns(past.acts)] + _turns(view.acts)
    words = {Move.KEEP: "Keep", Move.GIVE: "Give", Move.THROW: "Throw away"}
    return {
        "rounds won": {names[seat]: view.wins[seat] for seat in SEATS},
        "digits": {names[seat]: _row(match.view(None), seat) for seat in SEATS},
        "my digits": _row(view, me),
        "results": _true_results(view, names),
        "deck": view.deck_size,
        "since my pick": [*_merged(done[mine[-1] if mine else 0 :], names)],
        "can": [f"{words[move]} {view.drawn}" for move in view.moves],
        "can't": [],
    }


def _turns(acts: tuple[Act, ...]) -> list[Act]:
    """The acts that were picked: what is drawn after a throw has to be kept."""
    thrown = next((number for number, act in enumerate(acts) if act.move is Move.THROW), len(acts))
    return [*acts[: thrown + 1]]


def _merged(acts: list[Act], names: Names) -> Iterator[tuple[str, str, str]]:
    """Hidden digits that one player kept in a row are told as a number of digits."""
    hidden = 0
    for act, after in zip(acts, (*acts[1:], None), strict=False):
        if act.move is Move.KEEP and act.digit is None:
            hidden += 1
            if after is None or (after.seat, after.move) != (act.seat, act.move):
                yield names[act.seat], "keep", HIDDEN if hidden == 1 else f"{hidden} digits"
                hidden = 0
        else:
            yield names[act.seat], act.move.value, HIDDEN if act.digit is None else str(act.digit)


def _row(view: View, seat: Seat) -> list[str]:
    digits = ["back" if digit is None else str(digit) for digit in view.hands[seat]]
    return digits + ["slot"] * (HAND_SIZE - len(digits))


def _true_results(view: View, names: Names) -> list[dict[str, str]]:
    last = {past.number: past for past in view.rounds}
    return [{names[seat]: number_of(past.hands[seat]) for seat in SEATS} for past in last.values()]


def true_at_the_end(match: AnyMatch, names: Names) -> dict[str, Any]:
    view: View = match.view(None)
    winner = match.outcome.winner if match.outcome else 0
    return {"results": _true_results(view, names), "rounds": (view.wins[winner], view.wins[other(winner)])}
