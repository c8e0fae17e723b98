"""The emoji that are committed are the ones that are drawn, and Discord takes them."""

import re
from io import BytesIO

import pytest
from PIL import Image

from tools.art import drawings
from tools.art.__main__ import AVATAR, AVATAR_SIZE, ICON, IMAGES
from tools.art.mark import avatar, icon
from tools.art.png import pixels, rendered

DRAWINGS = drawings()
DECKS = ("blue", "orange")
LOTS = [f"lot_{letter}" for letter in "abcde"]
NAMES = {
    *(f"{deck}_{digit}{won}" for deck in DECKS for digit in range(10) for won in ("", "_won")),
    *(f"{deck}_{state}" for deck in DECKS for state in ("back", "picked")),
    *("slot", "gone", *DECKS, "pip_blue", "pip_orange", "pip_empty", "coin"),
    *("heart", "heart_half", "heart_empty", "sword", "blocked"),
    *LOTS,
    *(f"{lot}_{deck}" for lot in LOTS for deck in DECKS),
    *(f"game_{key}" for key in ("highlow", "numbermatch", "bidbattle", "digitduel", "ten")),
    *(f"rival_{level}" for level in ("sprout", "magpie", "badger", "fox", "oracle")),
    *(f"rank_{rank}" for rank in range(1, 7)),
    *("gold", "silver", "bronze", "trophy", "seal", "hourglass", "bell", "gauntlet"),
}
BIGGEST_AT_DISCORD = 256 * 1024
BIGGEST_ALTOGETHER = 400_000
DRAW_AGAIN = "run `make art`"


def test_every_emoji_is_drawn() -> None:
    assert set(DRAWINGS) == NAMES


def test_every_emoji_is_committed_and_nothing_else() -> None:
    assert {path.name for path in IMAGES.iterdir()} == {f"{name}.png" for name in NAMES}, DRAW_AGAIN


@pytest.mark.parametrize("name", sorted(NAMES))
def test_what_is_committed_is_what_is_drawn(name: str) -> None:
    committed = (IMAGES / f"{name}.png").read_bytes()
    assert pixels(committed) == pixels(rendered(DRAWINGS[name])), DRAW_AGAIN


def test_the_avatar_and_the_icon_are_what_is_drawn() -> None:
    assert pixels(AVATAR.read_bytes()) == pixels(rendered(avatar(), AVATAR_SIZE)), DRAW_AGAIN
    assert ICON.read_text(encoding="utf-8") == icon(), DRAW_AGAIN


@pytest.mark.parametrize("name", sorted(NAMES))
def test_discord_takes_the_file(name: str) -> None:
    png = (IMAGES / f"{name}.png").read_bytes()
    image = Image.open(BytesIO(png))
    assert (image.format, image.size) == ("PNG", (128, 128))
    assert len(png) < BIGGEST_AT_DISCORD


def test_all_files_together_are_small() -> None:
    assert sum(path.stat().st_size for path in IMAGES.iterdir()) < BIGGEST_ALTOGETHER


@pytest.mark.parametrize("name", sorted(NAMES))
def test_around_an_emoji_the_background_is_seen(name: str) -> None:
    opacity = Image.open(IMAGES / f"{name}.png").convert("RGBA").getchannel("A")
    corners = [opacity.getpixel(place) for place in ((0, 0), (127, 0), (0, 127), (127, 127))]
    assert corners == [0, 0, 0, 0]


@pytest.mark.parametrize("name", sorted(NAMES))
def test_nothing_is_cut_off_at_the_edge(name: str) -> None:
    opacity = Image.open(IMAGES / f"{name}.png").convert("RGBA").getchannel("A")
    left, top, right, bottom = opacity.getbbox() or (0, 0, 0, 0)
    assert min(left, top) >= 1
    assert max(right, bottom) <= 127


@pytest.mark.parametrize("drawing", [*DRAWINGS.values(), avatar(), icon()])
def test_a_drawing_has_no_letters_of_a_font_and_nothing_from_elsewhere(drawing: str) -> None:
    elements = set(re.findall(r"<(\w+)", drawing))
    assert elements <= {"svg", "g", "path", "circle", "ellipse", "clipPath"}
    assert "href" not in drawing


def test_a_picture_of_many_colours_is_written_as_it_is() -> None:
    bands = "".join(
        f'<path d="M0 {row}H128V128H0Z" fill="rgb({red},{row},99)"/>'
        for row in range(128)
        for red in (row, 255 - row)
    )
    mixed = "".join(f'<circle cx="{x}" cy="{x}" r="9.5" fill="rgb(9,{x},{x})"/>' for x in range(0, 128, 7))
    png = rendered(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">{bands}{mixed}</svg>')
    assert Image.open(BytesIO(png)).mode == "RGBA"
