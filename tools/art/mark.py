"""The bot's own mark: an armoured glove that holds up a card of each deck."""

from collections.abc import Iterator

from tools.art.colours import BLUE, GOLD, GOLD_DEEP, INK, ORANGE, STEEL, STEEL_DEEP, STEEL_LIGHT, WHITE
from tools.art.outlines import cut, diamond, rounded
from tools.art.svg import disc, document, line, moved, shaded, shape

GROUND, GROUND_LIGHT = "#2C3478", "#3F4AA3"


def drawings() -> Iterator[tuple[str, str]]:
    yield "gauntlet", gauntlet()


def gauntlet() -> str:
    return cards() + glove()


def icon() -> str:
    """The page's icon: the mark on a tile with round corners."""
    return document(shape(rounded(0, 0, 128, 128, 30), GROUND), moved(gauntlet(), 9, 8, scale=0.86))


def avatar() -> str:
    """The bot's picture at Discord, which shows the circle within it."""
    ground = shape("M0 0H128V128H0Z", GROUND) + disc(64, 64, 57, GROUND_LIGHT)
    return document(ground, moved(gauntlet(), 15.5, 14, scale=0.76))


def cards() -> str:
    """Blue to the left, orange to the right."""
    blue = shape(rounded(-25, -34, 50, 68, 15), BLUE.face, INK, 5) + disc(-2, -12, 10, BLUE.mark)
    orange = shape(cut(-25, -34, 50, 68, 15), ORANGE.face, INK, 5)
    orange += moved(shape(diamond(0, 0, 14), ORANGE.mark), 1, -11, turn=-16)
    return moved(orange, 86, 44, turn=16) + moved(blue, 42, 44, turn=-16)


def glove() -> str:
    """A fist, seen from the front."""
    fingers = "".join(
        shape(rounded(left, top, 22, 42, 10), STEEL, INK, 5)
        + line(f"M{left + 9} {top + 11}H{left + 13}", WHITE, 6)
        for left, top in ((21, 54), (43, 49), (65, 49), (87, 54))
    )
    palm = shape("M22 80H109V90C109 99 102 105 94 106H37C28 105 22 99 22 90Z", STEEL_DEEP, INK, 5)
    thumb = "M18 82C18 75 24 72 32 72H68C76 72 82 77 82 85C82 92 76 97 68 97H44C28 97 18 92 18 82Z"
    cuff = shaded("M36 103H94L108 124H22Z", GOLD, "M0 117H128V128H0Z", GOLD_DEEP, INK, 5)
    rivets = disc(48, 111, 3.5, INK) + disc(65, 111, 3.5, INK) + disc(82, 111, 3.5, INK)
    return (
        palm
        + fingers
        + line("M92 79H104", INK, 4)
        + shaded(thumb, STEEL_LIGHT, "M0 89H128V100H0Z", STEEL, INK, 5)
        + cuff
        + rivets
    )
