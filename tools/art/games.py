"""The marks of the games: a badge each, in a colour of its own."""

from collections.abc import Iterator

from tools.art.colours import GOLD, GOLD_DEEP, INK, WHITE
from tools.art.glyphs import glyph
from tools.art.outlines import rounded
from tools.art.svg import line, moved, shaded, shape

BADGE = rounded(6, 6, 116, 116, 34)


def drawings() -> Iterator[tuple[str, str]]:
    yield "game_highlow", badge("#7A55E0", "#5634B8", arrows())
    yield "game_numbermatch", badge("#D8365F", "#A31E45", equal_shield())
    yield "game_bidbattle", badge("#1F8F5F", "#126342", hammer())
    yield "game_digitduel", badge("#0E8CA8", "#07657B", two_digits())
    yield "game_ten", badge(GOLD, GOLD_DEEP, ten())


def badge(colour: str, shade: str, sign: str) -> str:
    return shaded(BADGE, colour, "M0 108H128V128H0Z", shade, INK, 6) + sign


def arrows() -> str:
    """One up, one down."""
    up = "M43 24L66 52H53V84H33V52H20Z"
    down = "M85 104L62 76H75V44H95V76H108Z"
    return shape(up, WHITE, WHITE, 4) + shape(down, "#D9CCFF", "#D9CCFF", 4)


def equal_shield() -> str:
    """A shield with the sign of equality: an attack is blocked by the same number."""
    shield = "M64 20C75 27 88 31 102 31C104 66 92 91 64 105C36 91 24 66 26 31C40 31 53 27 64 20Z"
    return shape(shield, WHITE, WHITE, 4) + line("M47 53H81M47 73H81", "#A31E45", 11)


def hammer() -> str:
    """Going, going, gone."""
    head = shape(rounded(-31, -17, 62, 34, 6), GOLD, INK, 5) + line("M-19-17V17M19-17V17", GOLD_DEEP, 6)
    handle = line("M0 12V66", INK, 17) + line("M0 12V66", "#E9C99A", 8)
    block = line("M24 101H72", INK, 17) + line("M24 101H72", WHITE, 8)
    return block + moved(handle + head, 55, 46, turn=-45)


def two_digits() -> str:
    """One against the other."""
    return (
        shape(rounded(16, 24, 46, 72, 11), WHITE)
        + shape(rounded(66, 24, 46, 72, 11), "#064A5B")
        + glyph("8", "#07657B", 39, 60, 0.62)
        + glyph("6", WHITE, 89, 60, 0.62)
    )


def ten() -> str:
    return glyph("1", INK, 38, 61, 0.78, 19) + glyph("0", INK, 83, 61, 0.78, 19)
