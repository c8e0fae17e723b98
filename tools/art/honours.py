"""Ranks, medals and the trophy."""

from collections.abc import Iterator

from tools.art.colours import (
    BRONZE,
    BRONZE_DEEP,
    BRONZE_LIGHT,
    GOLD,
    GOLD_DEEP,
    GOLD_LIGHT,
    INK,
    PAPER,
    RED,
    RED_LIGHT,
    STEEL,
    STEEL_DEEP,
    STEEL_LIGHT,
    VIOLET,
    VIOLET_DEEP,
    WHITE,
    WOOD,
)
from tools.art.glyphs import glyph
from tools.art.outlines import star
from tools.art.svg import RIGHT_HALF, disc, line, mirrored, shaded, shape

METALS = {
    "gold": (GOLD, GOLD_DEEP, GOLD_LIGHT),
    "silver": (STEEL, STEEL_DEEP, STEEL_LIGHT),
    "bronze": (BRONZE, BRONZE_DEEP, BRONZE_LIGHT),
}
CREST = "M64 6L112 20V66C112 92 92 110 64 122C36 110 16 92 16 66V20Z"


def drawings() -> Iterator[tuple[str, str]]:
    yield "rank_1", crest("#8C93A6", "#666D80", chevrons(1, WHITE))
    yield "rank_2", crest(BRONZE, BRONZE_DEEP, chevrons(2, PAPER))
    yield "rank_3", crest("#3E9C8F", "#27766B", chevrons(3, WHITE))
    yield "rank_4", crest("#4A63C8", "#33479C", shape(star(64, 63, 36), GOLD, INK, 5))
    yield "rank_5", winged()
    yield "rank_6", crowned()
    for place, (name, metal) in enumerate(METALS.items(), start=1):
        yield name, medal(str(place), *metal)
    yield "trophy", trophy()


def crest(colour: str, shade: str, sign: str) -> str:
    return shaded(CREST, colour, RIGHT_HALF, shade, INK, 6) + sign


def chevrons(count: int, colour: str) -> str:
    """They point up, one over the other."""
    first = 66 + 13 * (count - 1)
    course = "".join(
        f"M38 {first + 10 - 26 * step}L64 {first - 10 - 26 * step}L90 {first + 10 - 26 * step}"
        for step in range(count)
    )
    return line(course, INK, 18) + line(course, colour, 10)


def wings() -> str:
    wing = shape("M40 42C26 38 14 30 6 18C2 44 6 74 36 94C40 96 44 92 44 88Z", STEEL_LIGHT, INK, 5)
    wing += line("M12 44C20 52 28 56 38 58M16 64C24 70 30 73 38 74", STEEL_DEEP, 5)
    return wing + mirrored(wing)


def winged() -> str:
    """A star on a smaller crest, with wings."""
    outline = "M64 10L100 22V66C100 88 84 106 64 118C44 106 28 88 28 66V22Z"
    sign = shape(star(64, 62, 31), GOLD, INK, 5)
    return wings() + shaded(outline, VIOLET, RIGHT_HALF, VIOLET_DEEP, INK, 6) + sign


def crowned() -> str:
    """A golden crest with wings, a gem and a crown."""
    outline = "M28 44H100V72C100 92 84 110 64 122C44 110 28 92 28 72Z"
    gem = shape("M48 62H80L92 78L64 106L36 78Z", RED, INK, 5) + shape("M50 65H78L87 77H41Z", RED_LIGHT)
    crown = shape("M26 46L20 14L44 30L64 6L84 30L108 14L102 46Z", GOLD, INK, 5)
    return wings() + shaded(outline, GOLD, RIGHT_HALF, GOLD_DEEP, INK, 6) + gem + crown


def medal(place: str, metal: str, deep: str, light: str) -> str:
    ribbon = shape("M22 4H56L70 46H44Z", RED, INK, 5)
    other = shape("M106 4H72L58 46H84Z", "#3D5AD9", INK, 5)
    return (
        other
        + ribbon
        + disc(64, 80, 42, deep, INK, 6)
        + disc(64, 78, 37, metal)
        + disc(64, 79, 31, light)
        + glyph(place, INK, 64, 79, 0.62, 19)
    )


def trophy() -> str:
    cup = "M32 12H96C98 50 90 76 64 80C38 76 30 50 32 12Z"
    handle = line("M30 26H14C12 48 22 58 38 60", INK, 17) + line("M30 26H14C12 48 22 58 38 60", GOLD_DEEP, 7)
    return (
        handle
        + mirrored(handle)
        + shape("M56 74H72L76 100H52Z", GOLD_DEEP, INK, 6)
        + shape("M38 98H90L96 120H32Z", WOOD, INK, 6)
        + shaded(cup, GOLD, "M80 0H128V128H50C74 90 84 50 80 0Z", GOLD_DEEP, INK, 6)
        + line("M44 24C44 36 45 44 48 52", GOLD_LIGHT, 7)
        + shape(star(66, 40, 17), GOLD_LIGHT)
    )
