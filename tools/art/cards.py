"""Cards, their backs, and the place of a card. The blue deck is round, the orange one pointed."""

from collections.abc import Iterator

from tools.art.colours import BLUE, GOLD, GOLD_LIGHT, GREEN, GREY, INK, ORANGE, WHITE, Ink
from tools.art.glyphs import glyph
from tools.art.outlines import cut, rounded, star
from tools.art.svg import clipped, disc, faded, line, pointed, shape

DECKS = {"blue": BLUE, "orange": ORANGE}
LEFT, TOP, WIDE, HIGH = 11, 5, 106, 118
PLACE, WON_PLACE = (64, 63, 1), (61, 63, 0.96)
"""Of a digit on its card, and its size there; beside a star it is a little smaller."""
STRIPES = "".join(f"M{x} 140L{x + 150}-10" for x in range(-140, 130, 28))
ZIGZAGS = "".join(f"M-6 {y}L29 {y - 24}L64 {y}L99 {y - 24}L134 {y}" for y in range(10, 170, 26))


def drawings() -> Iterator[tuple[str, str]]:
    for deck, ink in DECKS.items():
        for digit in "0123456789":
            yield f"{deck}_{digit}", card(ink, digit)
            yield f"{deck}_{digit}_won", won(ink, digit)
        yield f"{deck}_back", back(ink)
        yield f"{deck}_picked", picked(ink)
    yield "slot", slot()
    yield "gone", gone()


def body(ink: Ink, inset: float = 0) -> str:
    """The outline of a card of this deck, a little smaller on all sides."""
    box = (LEFT + inset, TOP + inset, WIDE - 2 * inset, HIGH - 2 * inset)
    return rounded(*box, 32 - inset) if ink is BLUE else cut(*box, 30 - 0.586 * inset)


def face(ink: Ink, inset: float = 0, edge: float = 5) -> str:
    """A card without anything on it: an edge, a face, and a darker foot."""
    inner = body(ink, inset + edge)
    foot = shape(f"M0 {TOP + HIGH - 10 - inset - edge:g}H128V128H0Z", ink.shade)
    return pointed(body(ink, inset), ink.edge) + shape(inner, ink.face) + clipped(foot, inner)


def corner(ink: Ink) -> str:
    """The mark of the deck, round or pointed."""
    return disc(29, 24.5, 6, ink.tint) if ink is BLUE else pointed("M20 15H42L20 37Z", ink.tint)


def card(ink: Ink, digit: str) -> str:
    return face(ink) + corner(ink) + glyph(digit, ink.mark, *PLACE)


def won(ink: Ink, digit: str) -> str:
    """A card with a golden rim and a star."""
    rim = pointed(body(ink, -3), INK) + shape(body(ink, 0), GOLD)
    prize = shape(star(105, 23, 20), GOLD, INK, 4) + shape(star(104, 22, 8), GOLD_LIGHT)
    return rim + face(ink, 8, edge=3) + glyph(digit, ink.mark, *WON_PLACE) + prize


def back(ink: Ink) -> str:
    """A card face down: stripes on the round deck, zigzags on the pointed one."""
    pattern = line(STRIPES if ink is BLUE else ZIGZAGS, ink.tint, 9)
    frame = shape(body(ink, 5), ink.tint)
    return (
        pointed(body(ink), ink.edge)
        + frame
        + shape(body(ink, 12), ink.shade)
        + clipped(pattern, body(ink, 12))
    )


def picked(ink: Ink) -> str:
    """A card face down, with a tick."""
    tick = disc(89, 91, 33, GREEN, INK, 6) + line("M75 92L85 103L103 80", WHITE, 10)
    return back(ink) + tick


def slot() -> str:
    """Where a card will be: four corners and a shade of grey."""
    corners = "M18 40V28A16 16 0 0 1 34 12H44M84 12H94A16 16 0 0 1 110 28V40M110 88V100A16 16 0 0 1 94 116H84"
    corners += "M44 116H34A16 16 0 0 1 18 100V88"
    return faded(shape(rounded(18, 12, 92, 104, 16), GREY), 0.16) + line(corners, GREY, 9)


def gone() -> str:
    """A card that can't be played now: an empty one with a cross."""
    outline = rounded(18, 12, 92, 104, 16)
    cross = line("M46 44L82 84M82 44L46 84", GREY, 11)
    return faded(shape(outline, GREY), 0.16) + shape(outline, "none", GREY, 8) + cross
