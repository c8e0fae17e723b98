"""The emoji that are committed are the ones that are drawn, and Discord takes them."""

import re
from io import BytesIO

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


def committed(name: str) -> bytes:
    return (IMAGES / f"{name}.png").read_bytes()


def opacity(name: str) -> Image.Image:
    return Image.open(BytesIO(committed(name))).convert("RGBA").getchannel("A")


def test_what_is_committed_is_what_is_drawn() -> None:
    different = [name for name in NAMES if pixels(committed(name)) != pixels(rendered(DRAWINGS[name]))]
    assert different == [], DRAW_AGAIN


def test_the_avatar_and_the_icon_are_what_is_drawn() -> None:
    assert pixels(AVATAR.read_bytes()) == pixels(rendered(avatar(), AVATAR_SIZE)), DRAW_AGAIN
    assert ICON.read_text(encoding="utf-8") == icon(), DRAW_AGAIN


def test_discord_takes_every_file() -> None:
    images = {name: Image.open(BytesIO(committed(name))) for name in NAMES}
    assert [name for name, each in images.items() if (each.format, each.size) != ("PNG", (128, 128))] == []
    assert [name for name in NAMES if len(committed(name)) >= BIGGEST_AT_DISCORD] == []


def test_all_files_together_are_small() -> None:
    assert sum(path.stat().st_size for path in IMAGES.iterdir()) < BIGGEST_ALTOGETHER


def test_around_an_emoji_the_background_is_seen() -> None:
    corners = ((0, 0), (127, 0), (0, 127), (127, 127))
    assert [name for name in NAMES if any(map(opacity(name).getpixel, corners))] == []


def test_nothing_is_cut_off_at_the_edge() -> None:
    boxes = {name: opacity(name).getbbox() or (0, 0, 0, 0) for name in NAMES}
    assert [name for name, box in boxes.items() if min(box[:2]) < 1 or max(box[2:]) > 127] == []


def test_a_drawing_has_no_letters_of_a_font_and_nothing_from_elsewhere() -> None:
    pictures = [*DRAWINGS.values(), avatar(), icon()]
    elements = {element for drawing in pictures for element in re.findall(r"<(\w+)", drawing)}
    assert elements <= {"svg", "g", "path", "circle", "ellipse", "clipPath"}
    assert [drawing for drawing in pictures if "href" in drawing] == []


def test_a_picture_of_many_colours_is_written_as_it_is() -> None:
    bands = "".join(
        f'<path d="M0 {row}H128V128H0Z" fill="rgb({red},{row},99)"/>'
        for row in range(128)
        for red in (row, 255 - row)
    )
    mixed = "".join(f'<circle cx="{x}" cy="{x}" r="9.5" fill="rgb(9,{x},{x})"/>' for x in range(0, 128, 7))
    png = rendered(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">{bands}{mixed}</svg>')
    assert Image.open(BytesIO(png)).mode == "RGBA"
