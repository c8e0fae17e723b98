"""Life, attack and defence; the seal of the dice, the hourglass and the bell."""

from collections.abc import Iterator

from tools.art.colours import (
    GOLD,
    GOLD_DEEP,
    GOLD_LIGHT,
    GREY,
    INK,
    RED,
    RED_DEEP,
    RED_LIGHT,
    STEEL,
    STEEL_DEEP,
    STEEL_LIGHT,
    WOOD,
)
from tools.art.outlines import rounded, scalloped
from tools.art.svg import RIGHT_HALF, clipped, disc, line, moved, shaded, shape

HEART = (
    "M64 114C28 90 8 68 8 43C8 25 21 13 37 13C48 13 58 19 64 29C70 19 80 13 91 13C107 13 120 25 120 43"
    "C120 68 100 90 64 114Z"
)
LEFT_HALF = "M0 0H64V128H0Z"


def drawings() -> Iterator[tuple[str, str]]:
    yield "heart", heart()
    yield "heart_half", half_heart()
    yield "heart_empty", empty_heart()
    yield "sword", sword()
    yield "blocked", shield()
    yield "seal", seal()
    yield "hourglass", hourglass()
    yield "bell", bell()


def heart() -> str:
    shadow = "M110 22C114 62 92 86 48 100L64 124L128 90V10Z"
    return shaded(HEART, RED, shadow, RED_DEEP, INK, 7) + line("M27 46C26 37 31 31 39 30", RED_LIGHT, 9)


def half_heart() -> str:
    """The left half is full; of the right one only the rim is left."""
    return clipped(empty_heart(), RIGHT_HALF) + clipped(heart(), LEFT_HALF) + line("M64.5 33V109", INK, 4)


def empty_heart() -> str:
    return shape(HEART, "none", GREY, 10)


def sword() -> str:
    """It points up and to the right."""
    outline = "M-9 34V-62L0-76L9-62V34Z"
    blade = shaded(outline, STEEL_LIGHT, "M0-80H20V40H0Z", STEEL_DEEP, INK, 6)
    grip = line("M0 40V62", INK, 19) + line("M0 40V62", WOOD, 9)
    guard = line("M-26 36H26", INK, 20) + line("M-26 36H26", GOLD, 9)
    return moved(blade + grip + guard + disc(0, 70, 9, GOLD, INK, 6), 66, 62, turn=45, scale=1.02)


def shield() -> str:
    outline = "M64 7C79 17 97 22 114 22C117 66 101 102 64 121C27 102 11 66 14 22C31 22 49 17 64 7Z"
    boss = shaded("M64 32L88 60L64 94L40 60Z", GOLD, RIGHT_HALF, GOLD_DEEP, INK, 6)
    return shaded(outline, STEEL, RIGHT_HALF, STEEL_DEEP, INK, 7) + boss


def seal() -> str:
    """Wax with a keyhole in it."""
    ribbons = shape("M34 74L22 121L42 113L56 123L64 88L72 123L86 113L106 121L94 74Z", GOLD, INK, 5)
    return (
        ribbons
        + shape(scalloped(64, 56, 44, 10), RED, INK, 6)
        + disc(64, 56, 33, RED_DEEP)
        + shape("M64 34A14 14 0 0 1 72 59.5L76 78H52L56 59.5A14 14 0 0 1 64 34Z", "#FFE1D6")
        + line("M34 34C38 28 43 24 49 21", RED_LIGHT, 6)
    )


def hourglass() -> str:
    glass = "M30 20H98C98 46 84 54 72 64C84 74 98 82 98 108H30C30 82 44 74 56 64C44 54 30 46 30 20Z"
    sand = "M0 36H128V64H0ZM0 128V104C36 100 52 92 64 84C76 92 92 100 128 104V128Z"
    return (
        shaded(glass, STEEL_LIGHT, sand, GOLD, INK, 6)
        + line("M64 66V88", GOLD_DEEP, 5)
        + shape(rounded(20, 6, 88, 17, 7), WOOD, INK, 6)
        + shape(rounded(20, 105, 88, 17, 7), WOOD, INK, 6)
    )


def bell() -> str:
    outline = "M64 16C88 16 98 34 98 56C98 78 104 86 114 94V100H14V94C24 86 30 78 30 56C30 34 40 16 64 16Z"
    return (
        disc(64, 106, 15, GOLD_DEEP, INK, 6)
        + disc(64, 14, 8, GOLD_DEEP, INK, 6)
        + shaded(outline, GOLD, "M78 10C92 40 88 70 84 94H0V128H128V10Z", GOLD_DEEP, INK, 6)
        + line("M44 54C44 42 48 36 54 32", GOLD_LIGHT, 8)
    )
