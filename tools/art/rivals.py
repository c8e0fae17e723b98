"""The computer players: a portrait each."""

from collections.abc import Iterator

from tools.art.colours import (
    GOLD,
    GOLD_DEEP,
    GOLD_LIGHT,
    GREEN,
    GREEN_LIGHT,
    INK,
    STEEL_DEEP,
    VIOLET,
    VIOLET_DEEP,
    VIOLET_LIGHT,
    WHITE,
)
from tools.art.outlines import star
from tools.art.svg import clipped, disc, line, mirrored, oval, shape

BLACK = "#23263A"


def drawings() -> Iterator[tuple[str, str]]:
    yield "rival_sprout", sprout()
    yield "rival_magpie", magpie()
    yield "rival_badger", badger()
    yield "rival_fox", fox()
    yield "rival_oracle", oracle()


def sprout() -> str:
    leaf = shape("M64 44C48 48 18 42 10 10C40 4 64 14 64 44Z", GREEN, INK, 6)
    leaf += line("M26 20C38 24 48 30 56 38", GREEN_LIGHT, 5)
    eye = oval(47, 80, 8, 10, INK) + disc(50, 76, 3.5, WHITE)
    cheek = oval(33, 95, 8, 5.5, "#F58FA0")
    return (
        line("M64 54V40", INK, 14)
        + disc(64, 84, 39, GREEN_LIGHT, INK, 6)
        + line("M64 50V40", "#4E9A3A", 6)
        + _both(leaf)
        + _both(cheek)
        + eye
        + oval(81, 80, 8, 10, INK)
        + disc(84, 76, 3.5, WHITE)
        + line("M53 99C58 107 70 107 75 99", INK, 6)
    )


def magpie() -> str:
    """With a long tail, and something shiny in its beak."""
    bird = (
        "M78 10C98 10 110 24 110 42C110 54 107 62 107 76C107 102 90 120 66 120C44 120 30 106 30 84"
        "C30 74 26 66 22 58L8 28C6 18 14 12 21 18C34 29 42 40 48 50C48 26 58 10 78 10Z"
    )
    belly = "M120 66C92 66 80 84 76 128H128Z"
    wing = "M34 66C52 64 70 72 74 88C66 102 48 100 40 90C36 84 34 76 34 66Z"
    return (
        shape(bird, BLACK, STEEL_DEEP, 11)
        + shape(bird, BLACK)
        + clipped(shape(belly, WHITE), bird)
        + shape(wing, WHITE)
        + line("M18 29C25 38 31 47 37 58", "#3D7BE8", 7)
        + shape("M102 32C113 32 119 38 124 47C117 53 110 55 102 53Z", "#59607C", STEEL_DEEP, 4)
        + disc(84, 38, 13, WHITE)
        + disc(87, 38, 8, INK)
        + disc(90, 35, 3, WHITE)
        + disc(109, 65, 13, GOLD, INK, 5)
        + disc(106, 62, 4, GOLD_LIGHT)
    )


def badger() -> str:
    head = (
        "M64 14C94 14 112 36 110 62C108 80 96 92 88 104C82 114 74 119 64 119C54 119 46 114 40 104"
        "C32 92 20 80 18 62C16 36 34 14 64 14Z"
    )
    ear = disc(24, 28, 15, BLACK, INK, 6) + disc(25, 29, 6, "#D7DBE6")
    stripe = shape("M36 10C44 10 51 13 53 18C51 42 53 68 58 94C48 93 40 86 35 76C27 60 25 34 36 10Z", BLACK)
    eye = disc(42, 58, 9, WHITE) + disc(44, 59, 5.5, INK)
    return (
        _both(ear)
        + shape(head, WHITE)
        + clipped(_both(stripe), head)
        + shape(head, "none", INK, 6)
        + _both(eye)
        + oval(64, 102, 15, 11, INK)
        + oval(60, 98, 5, 3, "#8A90A8")
    )


def fox() -> str:
    head = (
        "M14 8C30 12 44 22 52 32C60 30 68 30 76 32C84 22 98 12 114 8C122 34 116 52 112 64"
        "C104 88 86 104 64 120C42 104 24 88 16 64C12 52 6 34 14 8Z"
    )
    cheek = shape("M0 58C30 58 52 74 64 100V128H0Z", WHITE)
    ear = shape("M22 20C32 24 40 31 44 38C34 42 28 50 26 58C20 46 19 32 22 20Z", "#7A2E12")
    eye = oval(42, 66, 7.5, 10, INK) + disc(44, 62, 3, WHITE)
    return (
        shape(head, "#F47B20")
        + clipped(_both(cheek), head)
        + shape(head, "none", INK, 6)
        + _both(ear)
        + eye
        + oval(86, 66, 7.5, 10, INK)
        + disc(88, 62, 3, WHITE)
        + oval(64, 106, 12, 10, INK)
    )


def oracle() -> str:
    """A crystal ball that looks back."""
    stand = "M36 98H92L104 118C104 121 102 123 99 123H29C26 123 24 121 24 118Z"
    eye = "M26 56C38 38 50 32 64 32C78 32 90 38 102 56C90 74 78 80 64 80C50 80 38 74 26 56Z"
    return (
        shape(stand, GOLD, INK, 6)
        + shape("M30 112H98L104 120H24Z", GOLD_DEEP)
        + disc(64, 56, 50, VIOLET, INK, 6)
        + shape("M110 44C116 76 92 104 58 102C86 94 102 74 110 44Z", VIOLET_DEEP)
        + shape(eye, WHITE, INK, 5)
        + disc(64, 56, 19, "#20B8A6", INK, 4)
        + disc(64, 56, 9, INK)
        + disc(71, 49, 5, WHITE)
        + line("M28 36C32 29 37 24 44 20", VIOLET_LIGHT, 7)
        + shape(star(103, 23, 18, 4, 0.36), GOLD_LIGHT, INK, 4)
    )


def _both(piece: str) -> str:
    return piece + mirrored(piece)
