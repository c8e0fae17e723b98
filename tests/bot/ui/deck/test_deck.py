"""The emoji: their pictures and titles, the marks in texts and on buttons, and the plain signs instead."""

import re
from hashlib import sha256

import pytest

from bot.ratings.model import MU
from bot.ui.deck.deck import MEDALS, PICTURES, Deck, Emoji, emoji_title, face, plain, png_of, rank_mark
from games.levels import LEVELS

BLUE = {"blue_7": Emoji(42, "blue_7_1f3a2b")}
TAKEN_BY_DISCORD = re.compile(r"[A-Za-z0-9_]{2,32}")


def test_a_new_deck_has_no_pictures() -> None:
    deck = Deck()
    assert (deck.is_on, deck.text("blue_7"), deck.button("blue_7")) == (False, None, None)


def test_a_picture_is_written_as_discord_reads_it() -> None:
    deck = Deck()
    deck.turn_on(BLUE)
    assert deck.is_on
    assert deck.text("blue_7") == "<:blue_7_1f3a2b:42>"
    assert deck.button("blue_7") == {"id": "42", "name": "blue_7_1f3a2b"}


def test_a_deck_that_is_turned_off_is_plain_again() -> None:
    deck = Deck()
    deck.turn_on(BLUE)
    deck.turn_off()
    assert (deck.is_on, deck.text("blue_7"), deck.button("blue_7")) == (False, None, None)


def test_there_is_a_whole_deck_in_a_fixed_order() -> None:
    assert len(PICTURES) == 96
    assert list(PICTURES) == sorted(PICTURES)
    assert {"blue_7", "orange_0_won", "heart_half", "lot_c_orange", "gauntlet"} <= {*PICTURES}


def test_discord_takes_every_name_and_every_title() -> None:
    given = [*PICTURES, *map(emoji_title, PICTURES)]
    assert [each for each in given if not TAKEN_BY_DISCORD.fullmatch(each)] == []


def test_a_title_says_which_picture_it_is() -> None:
    assert [name for name in PICTURES if not png_of(name).startswith(b"\x89PNG")] == []
    hashes = {name: sha256(png_of(name)).hexdigest()[:6] for name in PICTURES}
    assert {name: emoji_title(name) for name in PICTURES} == {
        name: f"{name}_{digits}" for name, digits in hashes.items()
    }


def test_no_two_titles_are_the_same() -> None:
    assert len({emoji_title(name) for name in PICTURES}) == len(PICTURES)


def test_an_emoji_that_is_not_there_is_not_found() -> None:
    with pytest.raises(FileNotFoundError):
        png_of("purple_7")


def test_every_level_has_a_face_of_its_own() -> None:
    faces = [plain(face(each.key)) for each in LEVELS]
    assert all(faces)
    assert len({*faces}) == len(LEVELS)


def test_every_medal_has_a_sign() -> None:
    assert [plain(MEDALS[rank]) for rank in (1, 2, 3)] == ["🥇", "🥈", "🥉"]


def test_a_higher_rating_never_has_a_lower_rank_and_all_six_are_reached() -> None:
    ranks = [rank_mark(rating) for rating in range(800, 2400, 10)]
    assert ranks == sorted(ranks)
    assert {*ranks} == {f"rank_{number}" for number in range(1, 7)}


def test_everybody_starts_in_the_third_rank() -> None:
    assert rank_mark(round(MU)) == "rank_3"


def test_what_has_no_plain_sign_is_left_out() -> None:
    assert plain("rank_3") == ""
