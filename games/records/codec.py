"""A match as plain data, ready for JSON: written from its turns, read back by replaying them.

    {"game": "ten", "edition": 1, "seed": {"secret": "…", "duel": "…", "accepted": "…"},
     "turns": [{"0": "4"}, {"1": "5"}], "sealed": {}}

Nothing else about a match is stored, so nothing can disagree.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from games.dice import Seed
from games.engine import SEATS, AnyGame, Refused, Seat
from games.match import AnyMatch, Match, Picks


class Unreadable(ValueError):  # noqa: N818 - named after what it says of the data
    """Data that is no match, and a sentence that says why."""


def dump(match: AnyMatch) -> dict[str, object]:
    seed = match.seed
    return {
        "game": match.game.key,
        "edition": match.game.edition,
        "seed": {"secret": seed.secret.hex(), "duel": seed.duel, "accepted": seed.accepted},
        "turns": [_by_seat(picks) for picks in match.turns],
        "sealed": _by_seat(match.sealed),
    }


def load(log: object, games: Iterable[AnyGame]) -> AnyMatch:
    """The match behind a log, replayed move by move under the edition it was played with."""
    fields = fields_of(log, "The match", ("game", "edition", "seed", "turns", "sealed"))
    match = Match.start(_find(fields["game"], fields["edition"], games), _read_seed(fields["seed"]))
    turns = fields["turns"]
    if not isinstance(turns, list):
        raise Unreadable("The turns are not a list.")
    for picks in turns:
        number = match.turn
        match = _submit_all(match, picks)
        if match.turn == number:
            raise Unreadable(f"Turn {number} lacks a pick.")
    number = match.turn
    match = _submit_all(match, fields["sealed"])
    if match.turn != number:
        raise Unreadable(f"Turn {number} has every pick, yet it was not played.")
    return match


def _submit_all(match: AnyMatch, picks: object) -> AnyMatch:
    number = match.turn
    if not isinstance(picks, dict):
        raise Unreadable(f"The picks of turn {number} are not given by seat.")
    for key in sorted(picks, key=str):
        seat: Seat | None = {"0": SEATS[0], "1": SEATS[1]}.get(key)
        if seat is None:
            raise Unreadable(f"Turn {number} has a pick for seat {quoted(key)}; the seats are 0 and 1.")
        token = picks[key]
        if not isinstance(token, str):
            raise Unreadable(f"Turn {number}, seat {seat}: the pick is {quoted(token)}, not a text.")
        try:
            match = match.submit(seat, token, number)
        except Refused as refusal:
            raise Unreadable(f"Turn {number}, seat {seat}, pick {quoted(token)}: {refusal}") from None
    return match


def _find(key: object, edition: object, games: Iterable[AnyGame]) -> AnyGame:
    editions = {game.edition: game for game in games if game.key == key}
    if not editions:
        raise Unreadable(f"There is no game called {quoted(key)}.")
    if not isinstance(edition, int) or isinstance(edition, bool) or edition not in editions:
        raise Unreadable(f"Edition {quoted(edition)} of {quoted(key)} is not one we have.")
    return editions[edition]


def _read_seed(data: object) -> Seed:
    fields = fields_of(data, "The seed", ("secret", "duel", "accepted"))
    for name in ("duel", "accepted"):
        text = fields[name]
        if not isinstance(text, str) or len(text) > 64 or not text.isascii() or not text.isprintable():
            raise Unreadable(f"The seed's {name!r} is not a short ASCII text.")
    secret = fields["secret"]
    if not isinstance(secret, str) or len(secret) != 64 or not set(secret) <= set("0123456789abcdef"):
        raise Unreadable("The seed's 'secret' is not 64 hexadecimal digits.")
    return Seed(bytes.fromhex(secret), str(fields["duel"]), str(fields["accepted"]))


def fields_of(data: object, what: str, names: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise Unreadable(f"{what} is not an object with named fields.")
    for name in names:
        if name not in data:
            raise Unreadable(f"{what} lacks {name!r}.")
    for name in data:
        if name not in names:
            raise Unreadable(f"{what} has an unknown field, {quoted(name)}.")
    return data


def _by_seat(picks: Picks) -> dict[str, str]:
    return {str(seat): token for seat, token in enumerate(picks) if token is not None}


def quoted(data: object) -> str:
    """Data from outside in a form that is safe to print anywhere: short, ASCII, on one line."""
    if not isinstance(data, str | int):
        return f"a {type(data).__name__}"
    text = ascii(data)
    return text if len(text) <= 24 else f"{text[:20]}..."
