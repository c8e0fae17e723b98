"""The colours of the deck."""

from dataclasses import dataclass

INK = "#1C2033"
"""The line around things: seen on white, and harmless on black."""
WHITE = "#FFFFFF"
PAPER = "#FFF3D6"
GREY = "#80848E"
"""As far from a light background as from a dark one."""
GOLD, GOLD_DEEP, GOLD_LIGHT = "#FFC83D", "#D98E04", "#FFE9A3"
STEEL, STEEL_DEEP, STEEL_LIGHT = "#C3CDDF", "#8E9BB5", "#EEF3FB"
BRONZE, BRONZE_DEEP, BRONZE_LIGHT = "#D98A53", "#A85A2A", "#F4BE94"
WOOD = "#9A5A2E"
RED, RED_DEEP, RED_LIGHT = "#ED3B4E", "#B81D3A", "#FF9AA2"
GREEN, GREEN_LIGHT = "#2FA85A", "#A5DE7C"
VIOLET, VIOLET_DEEP, VIOLET_LIGHT = "#7A55E0", "#4C2FA6", "#C7B5FF"


@dataclass(frozen=True)
class Ink:
    """The colours of one seat's deck: its face, the shade at its foot, its edge, and what stands on it."""

    face: str
    shade: str
    edge: str
    mark: str
    tint: str


BLUE = Ink("#2F72F0", "#1E4FC0", "#143278", WHITE, "#9CC2FF")
ORANGE = Ink("#F8942B", "#CF6708", "#6B3200", "#331600", "#FFD59B")
