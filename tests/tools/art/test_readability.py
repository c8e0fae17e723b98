"""Emoji are read at the size of text, in both themes, and by people who tell few colours apart."""

from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.tools.art.sight import (
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
from tools.art import drawings
from tools.art.__main__ import IMAGES
from tools.art.cards import DECKS, PLACE, WON_PLACE, body
from tools.art.glyphs import glyph
from tools.art.png import rendered
from tools.art.svg import document, shape

NAMES = sorted(drawings())
DIGITS = "0123456789"
CARDS = [f"{deck}_{digit}{won}" for deck in DECKS for digit in DIGITS for won in ("", "_won")]
LEAST_CONTRAST = 3
"""What WCAG asks of large letters and of signs."""
PLAINLY = 20
"""A difference in lightness that nobody overlooks, of 100."""
LEAST_PIXELS = 16
"""In so many of its 484 pixels an emoji differs from every other."""


def committed(name: str) -> bytes:
    return (IMAGES / f"{name}.png").read_bytes()


def drawn(*pieces: str) -> bytes:
    return rendered(document(*pieces))


@cache
def digit_and_face(name: str) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which pixels the digit of a card fills, and which it leaves free within the card."""
    deck, digit, *won = name.split("_")
    sign = opacity(drawn(glyph(digit, "#000000", *(WON_PLACE if won else PLACE))))
    free = opacity(drawn(shape(body(DECKS[deck], 16), "#000000")))
    return sign > 0.9, (sign < 0.05) & (free > 0.95)


def test_a_digit_stands_out_from_its_card_for_everybody() -> None:
    for name in CARDS:
        sign, free = digit_and_face(name)
        assert sign.sum() >= 15, name
        for theme, vision in ways_to_see():
            picture = seen(committed(name), theme, vision)
            assert contrast(mean(picture, sign), mean(picture, free)) >= LEAST_CONTRAST, (name, theme, vision)


def mean(picture: Picture, where: NDArray[np.bool_]) -> Picture:
    result: Picture = picture[where].mean(axis=0)
    return result


def test_the_two_decks_differ_in_colour_for_everybody() -> None:
    for digit, won in product(DIGITS, ("", "_won")):
        for theme, vision in ways_to_see():
            blue, orange = (
                mean(seen(committed(name), theme, vision), digit_and_face(name)[1])
                for name in (f"blue_{digit}{won}", f"orange_{digit}{won}")
            )
            assert distance(blue, orange) >= 35, (digit, won, theme, vision)


def test_digits_are_light_on_blue_and_dark_on_orange() -> None:
    """So the decks differ on a screen without colours too."""
    for name in CARDS:
        sign, free = digit_and_face(name)
        picture = seen(committed(name), "light")
        lighter = luminance(mean(picture, sign)) > luminance(mean(picture, free))
        assert lighter == name.startswith("blue")


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


@pytest.mark.parametrize("deck", DECKS)
def test_two_digits_differ_for_everybody(deck: str) -> None:
    for theme, vision in ways_to_see():
        cards = [lightness(seen(committed(f"{deck}_{digit}"), theme, vision)) for digit in DIGITS]
        for one, other in combinations(cards, 2):
            assert (abs(one - other) > PLAINLY).sum() >= LEAST_PIXELS, (theme, vision)


@pytest.mark.parametrize("theme", THEMES)
def test_no_emoji_can_be_taken_for_another_even_without_colour(theme: str) -> None:
    pictures = {name: lightness(seen(committed(name), theme)) for name in NAMES}
    for one, other in combinations(NAMES, 2):
        differing = (abs(pictures[one] - pictures[other]) > PLAINLY).sum()
        assert differing >= LEAST_PIXELS, (one, other)


def test_an_emoji_stands_out_from_the_background_for_everybody() -> None:
    for theme, vision in ways_to_see():
        behind = ground(theme, vision)
        pictures = {name: seen(committed(name), theme, vision) for name in NAMES}
        faint = [name for name, each in pictures.items() if (contrast(each, behind) >= 2).sum() < 30]
        assert faint == [], (theme, vision)


def test_a_heart_is_full_half_or_hollow() -> None:
    def filled(name: str, half: slice) -> float:
        rows = slice(SMALL // 3, SMALL // 2)
        return float(opacity(committed(name))[rows, half].mean())

    left, right = slice(6, 10), slice(13, 17)
    assert filled("heart", left) == filled("heart", right) == 1
    assert filled("heart_half", left) == 1
    assert filled("heart_half", right) < 0.2
    assert max(filled("heart_empty", left), filled("heart_empty", right)) < 0.2
