"""Cards, hearts, pips and lots as text. Where there is no colour, a box says as much."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.engine import SEATS, Seat
from games.screen import Card, Life, Lot, Mark, Names, Piece, Pips, Row, Slot
from games.terminal.console import Console

HEARTS = 10
SIGNS = {Mark.WON: "*", Mark.BLOCKED: "×"}
"""What stands behind a card, for whoever sees no colours."""


def draw_pieces(console: Console, row: Row) -> str:
    """The pieces of a row beside each other; a sign behind a card takes the place of the space there."""
    return "".join(_draw(console, piece, row.seat) for piece in row.pieces).rstrip()


def by_seat(row: Row) -> list[Row]:
    """A row with cards of both players as a row for each: no colour has to tell whose they are."""
    owners = {piece.seat for piece in row.pieces if isinstance(piece, Card)}
    if row.seat is not None or not owners:
        return [row]
    cards = {seat: [piece for piece in row.pieces if _belongs(piece, seat)] for seat in SEATS}
    return [replace(row, seat=seat, pieces=tuple(cards[seat])) for seat in SEATS if cards[seat]]


def explain_signs(rows: Sequence[Row]) -> list[str]:
    """What the signs in these rows mean."""
    marks = {piece.mark for row in rows for piece in row.pieces if isinstance(piece, Card)}
    return [f"{sign} {mark}" for mark, sign in SIGNS.items() if mark in marks]


def lots_of(row: Row) -> tuple[Lot, ...]:
    return tuple(piece for piece in row.pieces if isinstance(piece, Lot))


def draw_lots(console: Console, lots: Sequence[Lot], names: Names) -> Iterator[list[str]]:
    """Lots as the cells of a table: an item a column, the bids of a player a line, the highest in a box."""
    yield ["", *(f" {lot.name}" for lot in lots)]
    for seat in SEATS:
        yield [console.coloured(names[seat], seat), *(_bid(console, lot, seat) for lot in lots)]
    if any(lot.value is not None for lot in lots):
        yield ["worth", *("" if lot.value is None else f" {lot.value}" for lot in lots)]


def _belongs(piece: Piece, seat: Seat) -> bool:
    return isinstance(piece, Card) and piece.seat == seat


def _draw(console: Console, piece: Piece, owner: Seat | None) -> str:
    match piece:
        case Card(value, seat, mark):
            face = "?" if value is None else str(value)
            if mark is Mark.PICKED:
                face = console.sign("✓", "v")
            return console.box(face, seat, strong=mark is Mark.WON) + SIGNS.get(mark, " ")
        case Slot():
            return console.faint("[ ]") + " "
        case Life(left, of):
            return console.coloured(_hearts(console, left, of), owner) + " "
        case Pips(filled, of, seat):
            dots = console.sign("●", "#") * filled + console.sign("○", ".") * (of - filled)
            return console.coloured(dots, seat) + " "
        case Lot(name):
            return f"{name} "


def _hearts(console: Console, left: int, of: int) -> str:
    """Ten hearts, the last of them a half one if it has to be."""
    halves = -(-left * 2 * HEARTS // of)
    full, half = divmod(halves, 2)
    hearts = ((full, "♥", "#"), (half, "½", "+"), (HEARTS - full - half, "♡", "."))
    return "".join(console.sign(heart, plain) * count for count, heart, plain in hearts)


def _bid(console: Console, lot: Lot, seat: Seat) -> str:
    if lot.bids is None:
        return console.faint("[ ]")
    bid = str(lot.bids[seat]).rjust(max(len(str(each)) for each in lot.bids))
    return console.box(bid, seat) if lot.winner == seat else f" {bid} "
