"""The marks of the seats, pips, the coin and the lots."""

from collections.abc import Iterator

from tools.art.cards import DECKS
from tools.art.colours import BLUE, GOLD, GOLD_DEEP, GOLD_LIGHT, GREY, INK, ORANGE, PAPER, Ink
from tools.art.glyphs import glyph
from tools.art.outlines import cut, diamond, rounded, star
from tools.art.svg import disc, line, shaded, shape

OPEN = Ink(PAPER, "#D9BF86", "#4A3A20", "#33270F", "#F2DDAE")
BOXES = {
    OPEN: (rounded(14, 14, 100, 108, 6), rounded(7, 6, 114, 25, 6)),
    BLUE: (rounded(12, 14, 104, 108, 30), rounded(6, 6, 116, 25, 12.5)),
    ORANGE: (cut(12, 14, 104, 108, 26), "M20 6H108L124 31H4Z"),
}
"""The box and its lid."""


def drawings() -> Iterator[tuple[str, str]]:
    for deck, ink in DECKS.items():
        yield deck, seat(ink)
        yield f"pip_{deck}", pip(ink)
    yield "pip_empty", disc(64, 64, 26, "none", GREY, 10)
    yield "coin", coin()
    for letter in "abcde":
        yield f"lot_{letter}", lot(OPEN, letter)
        for deck, ink in DECKS.items():
            yield f"lot_{letter}_{deck}", lot(ink, letter)


def seat(ink: Ink) -> str:
    """A ball or a diamond."""
    outline = rounded(14, 14, 100, 100, 50) if ink is BLUE else diamond(64, 64, 58)
    gleam = "M36 58C38 46 46 38 58 36" if ink is BLUE else "M36 62L62 36"
    shadow = "M0 96C40 104 84 92 104 24H128V128H0Z"
    return shaded(outline, ink.face, shadow, ink.shade, ink.edge, 7) + line(gleam, ink.tint, 10)


def pip(ink: Ink) -> str:
    outline = rounded(28, 28, 72, 72, 36) if ink is BLUE else diamond(64, 64, 46)
    return shape(outline, ink.face, ink.edge, 7) + (
        disc(54, 53, 9, ink.tint) if ink is BLUE else shape(diamond(58, 55, 10), ink.tint)
    )


def coin() -> str:
    return (
        disc(64, 68, 54, GOLD_DEEP, INK, 7)
        + disc(64, 61, 54, GOLD, INK, 7)
        + disc(64, 61, 39, "none", GOLD_DEEP, 6)
        + shape(star(64, 63, 27), GOLD_LIGHT, GOLD_DEEP, 5)
        + line("M25 50C29 39 36 32 46 27", GOLD_LIGHT, 6)
    )


def lot(ink: Ink, letter: str) -> str:
    """A box with a lid: plain while it is open, then round or pointed as the deck of its winner."""
    box, lid = BOXES[ink]
    return (
        shaded(box, ink.face, "M0 113H128V128H0Z", ink.shade, ink.edge, 6)
        + shape(lid, ink.shade, ink.edge, 6)
        + line("M46 18.5H82", ink.tint, 6)
        + glyph(letter.upper(), ink.mark, 64, 74, 0.9)
    )
