"""Pictures: their size, their colours, and what they say to those who can't see them."""

from io import BytesIO

import pytest
from matplotlib.image import imread

from bot.pictures.charts import draw
from bot.pictures.picture import (
    BACKGROUND,
    COLOURS,
    FAINT,
    HEIGHT,
    INK,
    WIDTH,
    ChancePicture,
    Picture,
    RatingLine,
    RatingPicture,
)
from games import GAMES

ONE_DUEL = RatingPicture((RatingLine("Chess", 0, ((0, 1500.0), (1, 1514.0))),))
EVERY_GAME = RatingPicture(
    tuple(
        RatingLine(room.game.title, number, tuple((number + 5 * x, 1500.0 + number * x) for x in range(200)))
        for number, room in enumerate(GAMES)
    )
)
COURSE = ChancePicture((0.5, 0.6, 0.2, 0.0), 2)
SHORTEST = ChancePicture((1.0,))


@pytest.mark.parametrize("picture", [ONE_DUEL, EVERY_GAME, COURSE, SHORTEST])
def test_a_picture_is_an_opaque_card_of_the_stated_size(picture: Picture) -> None:
    pixels = imread(BytesIO(draw(picture)), format="png")
    assert pixels.shape[:2] == (HEIGHT, WIDTH)
    assert pixels.shape[2] == 3 or (pixels[:, :, 3] == 1).all()
    assert "#" + "".join(f"{round(float(part) * 255):02x}" for part in pixels[0, 0, :3]) == BACKGROUND


def luminance(code: str) -> float:
    parts = [int(code[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """As the accessibility guidelines of the web define it."""
    darker, brighter = sorted((luminance(one), luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)


def test_texts_and_lines_stand_out_from_the_card() -> None:
    assert contrast(INK, BACKGROUND) >= 7
    assert all(contrast(colour.code, BACKGROUND) >= 4.5 for colour in COLOURS)
    assert contrast(FAINT, BACKGROUND) < 3, "the grid stays behind"


def test_every_game_has_a_colour_of_its_own() -> None:
    assert len({colour.square for colour in COLOURS}) == len(COLOURS) >= len(GAMES)


def test_ratings_are_told_in_words() -> None:
    assert ONE_DUEL.words() == (
        "The course of the ratings. Chess: from 1500 to 1514, lowest 1500, highest 1514."
    )
    assert len(EVERY_GAME.words()) <= 1024


def test_chances_are_told_in_words() -> None:
    assert COURSE.words("Ann", "Bob") == (
        "Winning chances over the match: Ann began at 50 %, went from 60 % to 20 % at turn 2, "
        "ended at 0 %; the rest are the chances of Bob."
    )


def test_a_course_speaks_of_rounds_where_the_game_does() -> None:
    told = ChancePicture((0.5, 0.2), 1, "round").words("Ann", "Bob")
    assert "from 50 % to 20 % at round 1" in told
    assert "turn" not in told
