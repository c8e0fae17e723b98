"""How people see an emoji: small, over a light or a dark background, and with every kind of colour vision."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Picture = NDArray[np.float64]
"""Rows of pixels: red, green and blue as shares of linear light."""

SMALL = 22
"""Pixels of an emoji within a line of text."""
THEMES = {"light": "#FFFFFF", "dark": "#313338"}
VISIONS: dict[str, Picture] = {
    "full colour": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
"""After Machado, Oliveira and Fernandes (2009), for people who lack one kind of cone altogether."""
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
XYZ_OF_WHITE = np.array([0.9505, 1.0, 1.089])


def ways_to_see() -> Iterator[tuple[str, str]]:
    return ((theme, vision) for theme in THEMES for vision in VISIONS)


@cache
def seen(png: bytes, theme: str, vision: str = "full colour") -> Picture:
    """An emoji over a background, at the size of text."""
    image = Image.open(BytesIO(png)).convert("RGBA")
    behind = Image.new("RGBA", image.size, THEMES[theme])
    return _looked_at(_small(Image.alpha_composite(behind, image).convert("RGB")), vision)


def ground(theme: str, vision: str = "full colour") -> Picture:
    """The colour of a background."""
    pixel: Picture = _looked_at(Image.new("RGB", (1, 1), THEMES[theme]), vision)[0, 0]
    return pixel


def opacity(png: bytes) -> Picture:
    """How much of each pixel an emoji covers, at the size of text."""
    return np.asarray(_small(Image.open(BytesIO(png)).convert("RGBA").getchannel("A"))) / 255


def _small(image: Image.Image) -> Image.Image:
    return image.resize((SMALL, SMALL), Image.Resampling.BOX)


def _looked_at(image: Image.Image, vision: str) -> Picture:
    shares = np.asarray(image) / 255
    light = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return np.clip(light @ VISIONS[vision].T, 0, 1)


def luminance(light: Picture) -> Picture:
    result: Picture = light @ LUMINANCE
    return result


def contrast(one: Picture, other: Picture) -> Picture:
    """As WCAG defines it: from 1 to 21."""
    first, second = luminance(one) + 0.05, luminance(other) + 0.05
    result: Picture = np.maximum(first, second) / np.minimum(first, second)
    return result


def lightness(light: Picture) -> Picture:
    """How light a colour looks, from 0 to 100, without its hue."""
    return 116 * _cube_root(luminance(light)) - 16


def distance(one: Picture, other: Picture) -> float:
    """How different two colours look: 2 can just be seen, 100 are black and white (CIE 1976)."""
    return float(np.linalg.norm(_lab(one) - _lab(other)))


def _lab(light: Picture) -> Picture:
    x, y, z = _cube_root(TO_XYZ @ light / XYZ_OF_WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def _cube_root(share: Picture) -> Picture:
    return np.where(share > 0.008856, np.cbrt(share), 7.787 * share + 16 / 116)
