"""Cards, hearts, pips and lots as text: pictures where Discord has them, plain signs otherwise."""

from collections.abc import Callable
from typing import Any

from bot.ui.deck.deck import COLOURS, PLAIN, Deck
from bot.ui.render import spaced
from bot.ui.wire.sheet import Wire
from games.engine import Seat
from games.screen import Card, Life, Lot, Mark, Piece, Pips, Row, Slot

FACE_DOWN, PICKED = "🎴", "✅"
KEYCAP = "\ufe0f\u20e3"
"""Shows the digit before it as a key."""
HEARTS = 5
UNBROKEN, DASH = "\u00a0", "\u2060–\u2060"
"""A space and a dash at which no line ends."""


def seat_mark(seat: Seat, deck: Deck) -> str:
    """Returns the colour of a seat."""
    return deck.colours[seat]


def seat_button(seat: Seat, deck: Deck) -> Wire:
    """Returns the colour of a seat, for a button."""
    return deck.button(COLOURS[seat]) or {"name": PLAIN[COLOURS[seat]]}


def row(shown: Row, deck: Deck) -> str:
    """Writes a row in one line. A row that belongs to a seat begins with its colour."""
    owner = "" if shown.seat is None else deck.colours[shown.seat]
    told = spaced(owner, shown.label, _joined(shown, deck))
    return f"{told} · {shown.note}" if shown.note else told


def _joined(shown: Row, deck: Deck) -> str:
    """Joins pieces: lots are told apart by dots, all other pieces stand close together."""
    between = " · " if shown.pieces and isinstance(shown.pieces[0], Lot) else " "
    if shown.seat is None and not deck.is_on:
        return between.join([_coloured(piece, deck) for piece in shown.pieces])
    drawn = [*map(deck.drawn.get, shown.pieces)]
    if None in drawn:
        drawn = [draw(piece, deck) for piece in shown.pieces]
    return between.join(filter(None, drawn))


def _coloured(piece: Piece, deck: Deck) -> str:
    """Draws a card with the colour of its seat, for a row that is nobody's and has no pictures."""
    drawn = draw(piece, deck)
    return deck.colours[piece.seat] + drawn if isinstance(piece, Card) else drawn


def draw(piece: Piece, deck: Deck) -> str:
    """Draws a piece, and keeps what was drawn; there are too many kinds of lots that were bid for to keep
    them."""
    text = deck.drawn.get(piece)
    if text is None:
        text = DRAWN[type(piece)](piece, deck)
        if not (isinstance(piece, Lot) and piece.bids):
            deck.drawn[piece] = text
    return text


def _card(piece: Card, deck: Deck) -> str:
    colour = COLOURS[piece.seat]
    if piece.value is None:
        is_picked = piece.mark is Mark.PICKED
        return deck.text(f"{colour}_{'picked' if is_picked else 'back'}") or (
            PICKED if is_picked else FACE_DOWN
        )
    suffix = "_won" if piece.mark is Mark.WON else ""
    face = deck.text(f"{colour}_{piece.value}{suffix}") or f"{piece.value}{KEYCAP}"
    return face + deck.mark("blocked") if piece.mark is Mark.BLOCKED else face


def _slot(_: Slot, deck: Deck) -> str:
    return deck.mark("slot")


def _life(piece: Life, deck: Deck) -> str:
    """Draws hearts. Each stands for the same part of a full life; what is left of a part counts as half a
    heart."""
    part = piece.of / HEARTS
    full = int(piece.left // part)
    half = int(piece.left > full * part)
    empty = HEARTS - full - half
    return deck.mark("heart") * full + deck.mark("heart_half") * half + deck.mark("heart_empty") * empty


def _pips(piece: Pips, deck: Deck) -> str:
    filled = min(piece.filled, piece.of)
    drawn = deck.mark(f"pip_{COLOURS[piece.seat]}") * filled
    return drawn + deck.mark("pip_empty") * (piece.of - filled)


def _lot(piece: Lot, deck: Deck) -> str:
    """Draws the item in the colour of its winner, both bids in the order of the seats, and its value."""
    suffix = "" if piece.winner is None else f"_{COLOURS[piece.winner]}"
    face = deck.text(f"lot_{piece.name.lower()}{suffix}")
    if face is None:
        face = f"**{piece.name}**" + ("" if piece.winner is None else seat_mark(piece.winner, deck))
    parts = [face]
    if piece.bids is not None:
        parts.append(_bids(piece.bids, piece.winner))
    if piece.value is not None:
        parts.append(f"worth{UNBROKEN}{piece.value}")
    return UNBROKEN.join(parts)


def _bids(bids: tuple[int, int], winner: Seat | None) -> str:
    """Writes both bids; that of the winner stands out."""
    first, second = bids
    if winner is None:
        return f"{first}{DASH}{second}"
    return f"**{first}**{DASH}{second}" if winner == 0 else f"{first}{DASH}**{second}**"


DRAWN: dict[type[Any], Callable[[Any, Deck], str]] = {
    Card: _card,
    Slot: _slot,
    Lot: _lot,
    Life: _life,
    Pips: _pips,
}
"""How each kind of piece is drawn."""
