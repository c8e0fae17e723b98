"""Emoji are read at the size of text, in both themes, and by people who tell few colours apart."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from art import drawings
from art.__main__ import IMAGES
from art.cards import DECKS, body
from art.colours import Ink
from art.glyphs import glyph
from art.png import rendered
from art.svg import document, shape
from tests.art.sight import (
    SMALL,
    THEMES,
    Picture,
    contrast,
    distance,
    ground,
    lightness,
    luminance,
    opacity,
    seen,
    ways_to_see,
)

NAMES = sorted(drawings())
CARDS = [f"{deck}_{digit}" for deck in DECKS for digit in range(10)]
LEAST_CONTRAST = 3
"""What WCAG asks of large letters and of signs."""
PLAINLY = 20
"""A difference in lightness that nobody overlooks, of 100."""


def committed(name: str) -> bytes:
    return (IMAGES / f"{name}.png").read_bytes()


def drawn(*pieces: str) -> bytes:
    return rendered(document(*pieces))


@cache
def digit_and_face(ink: Ink, digit: str) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which pixels the digit fills, and which it leaves free within the card."""
    sign = opacity(drawn(glyph(digit, "#000000", 64, 63)))
    free = opacity(drawn(shape(body(ink, 12), "#000000")))
    return sign > 0.9, (sign < 0.05) & (free > 0.95)


@pytest.mark.parametrize("name", CARDS)
def test_a_digit_stands_out_from_its_card_for_everybody(name: str) -> None:
    deck, digit = name.split("_")
    sign, free = digit_and_face(DECKS[deck], digit)
    assert sign.sum() >= 15
    for theme, vision in ways_to_see():
        picture = seen(committed(name), theme, vision)
        assert contrast(mean(picture, sign), mean(picture, free)) >= LEAST_CONTRAST, (theme, vision)


def mean(picture: Picture, where: NDArray[np.bool_]) -> Picture:
    result: Picture = picture[where].mean(axis=0)
    return result


@pytest.mark.parametrize("won", ["", "_won"])
@pytest.mark.parametrize("digit", "0123456789")
def test_the_two_decks_differ_in_colour_for_everybody(digit: str, won: str) -> None:
    for theme, vision in ways_to_see():
        blue, orange = (
            mean(seen(committed(f"{deck}_{digit}{won}"), theme, vision), digit_and_face(ink, digit)[1])
            for deck, ink in DECKS.items()
        )
        assert distance(blue, orange) >= 35, (theme, vision)


def test_digits_are_light_on_blue_and_dark_on_orange() -> None:
    """So the decks differ on a screen without colours too."""
    for deck, ink in DECKS.items():
        for digit in "0123456789":
            sign, free = digit_and_face(ink, digit)
            picture = seen(committed(f"{deck}_{digit}"), "light")
            lighter = luminance(mean(picture, sign)) > luminance(mean(picture, free))
            assert lighter == (deck == "blue")


@pytest.mark.parametrize(
    ("blue", "orange"),
    [
        ("blue_7", "orange_7"),
        ("blue_7_won", "orange_7_won"),
        ("blue_back", "orange_back"),
        ("blue_picked", "orange_picked"),
        ("blue", "orange"),
        ("pip_blue", "pip_orange"),
        ("lot_a_blue", "lot_a_orange"),
    ],
)
def test_what_belongs_to_the_seats_differs_in_outline(blue: str, orange: str) -> None:
    difference = abs(opacity(committed(blue)) - opacity(committed(orange)))
    assert (difference > 0.4).sum() >= 6


@pytest.mark.parametrize("theme", THEMES)
def test_no_emoji_can_be_taken_for_another_even_without_colour(theme: str) -> None:
    pictures = {name: lightness(seen(committed(name), theme)) for name in NAMES}
    for one, other in combinations(NAMES, 2):
        differing = (abs(pictures[one] - pictures[other]) > PLAINLY).sum()
        assert differing >= 16, (one, other)


@pytest.mark.parametrize("name", NAMES)
def test_an_emoji_stands_out_from_the_background_for_everybody(name: str) -> None:
    for theme, vision in ways_to_see():
        picture = seen(committed(name), theme, vision)
        assert (contrast(picture, ground(theme, vision)) >= 2).sum() >= 30, (theme, vision)


def test_a_heart_is_full_half_or_hollow() -> None:
    def filled(name: str, half: slice) -> float:
        rows = slice(SMALL // 3, SMALL // 2)
        return float(opacity(committed(name))[rows, half].mean())

    left, right = slice(6, 10), slice(13, 17)
    assert filled("heart", left) == filled("heart", right) == 1
    assert filled("heart_half", left) == 1
    assert filled("heart_half", right) < 0.2
    assert max(filled("heart_empty", left), filled("heart_empty", right)) < 0.2
