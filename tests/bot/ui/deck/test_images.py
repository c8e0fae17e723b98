"""The emoji as the uploader finds them."""

import re
from hashlib import sha256

import pytest

from bot.ui.deck.images import NAMES, image, title

TAKEN_BY_DISCORD = re.compile(r"[A-Za-z0-9_]{2,32}")


def test_there_is_a_whole_deck_in_a_fixed_order() -> None:
    assert len(NAMES) == 96
    assert list(NAMES) == sorted(NAMES)
    assert {"blue_7", "orange_0_won", "heart_half", "lot_c_orange", "gauntlet"} <= {*NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_discord_takes_the_name_and_the_title(name: str) -> None:
    assert TAKEN_BY_DISCORD.fullmatch(name)
    assert TAKEN_BY_DISCORD.fullmatch(title(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_title_says_which_picture_it_is(name: str) -> None:
    png = image(name)
    assert png.startswith(b"\x89PNG")
    assert title(name) == f"{name}_{sha256(png).hexdigest()[:6]}"


def test_no_two_titles_are_the_same() -> None:
    assert len({title(name) for name in NAMES}) == len(NAMES)


def test_an_emoji_that_is_not_there_is_not_found() -> None:
    with pytest.raises(FileNotFoundError):
        image("purple_7")
