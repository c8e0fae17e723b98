"""A screen as words in order: what is left of it without colours and places."""

import re
from collections.abc import Iterable, Iterator

from games.engine import Seat
from games.screen import Card, Life, Lot, Mark, Names, NumberChoice, Piece, Pips, Row, Screen, Slot


def lines(screen: Screen, names: Names, reader: Seat | None = None) -> list[str]:
    """All that a screen says but its choices, line by line. Whoever it calls "you" is called by name."""
    texts = [line for line in _lines(screen, names) if line]
    return texts if reader is None else [_in_third_person(line, names[reader]) for line in texts]


def says(told: Iterable[str], patterns: Iterable[str]) -> bool:
    """Does one of these lines have all of the patterns, as whole words and in this order?"""
    pattern = ".*".join(rf"(?<!\w)(?:{each})(?!\w)" for each in patterns)
    return any(re.search(pattern, line) for line in told)


def labels(screen: Screen) -> list[str]:
    """The buttons, as they are spoken."""
    if isinstance(screen.choices, NumberChoice):
        return [quick.label for quick in screen.choices.quick]
    return [f"{each.label}, {each.gone}" if each.gone else each.label for each in screen.choices]


def spoken(row: Row, names: Names) -> str:
    """ "Ann: 6, 9 won, free place"."""
    heads = [] if row.seat is None else [names[row.seat]]
    head = " ".join([*heads, *([row.label] if row.label else [])])
    pieces = ", ".join(_piece(each, names, row.seat) for each in row.pieces)
    return " ".join(part for part in (f"{head}:" if head else "", pieces, row.note) if part)


def _lines(screen: Screen, names: Names) -> Iterator[str]:
    yield from (screen.title, screen.stage)
    for standing in screen.standings:
        yield f"{standing.name}: {standing.score} {standing.detail} {standing.status}"
    yield from (spoken(row, names) for row in screen.rows)
    yield from (*screen.results, *screen.news)
    for fact in screen.facts:
        owner = "" if fact.seat is None else f"{names[fact.seat]}: "
        yield f"{owner}{fact.label}: {fact.value}"
    yield from (screen.ending, screen.prompt)


def _in_third_person(line: str, name: str) -> str:
    return re.sub(r"\b[Yy]ou\b", name, re.sub(r"\b[Yy]our\b", f"{name}'s", line))


def _piece(piece: Piece, names: Names, owner: Seat | None) -> str:
    if isinstance(piece, Card):
        value = "face down" if piece.value is None else str(piece.value)
        whose = [] if piece.seat == owner else [f"{names[piece.seat]}'s"]
        return " ".join([*whose, value, *([] if piece.mark is Mark.NONE else [piece.mark.value])])
    if isinstance(piece, Slot):
        return "free place"
    if isinstance(piece, Life):
        return f"{piece.left} of {piece.of} life"
    if isinstance(piece, Pips):
        return f"{piece.filled} of {piece.of}"
    return _lot(piece, names)


def _lot(lot: Lot, names: Names) -> str:
    bids = f", {names[0]} bid {lot.bids[0]}, {names[1]} bid {lot.bids[1]}" if lot.bids else ""
    winner = "" if lot.winner is None else f", won by {names[lot.winner]}"
    return f"{lot.name}{bids}{winner}" + ("" if lot.value is None else f", worth {lot.value}")
