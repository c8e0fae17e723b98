"""Pieces are drawn with the pictures of the deck, all of them or none."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.deck.deck import MEDALS, PICTURES, PLAIN, Deck, Emoji, face, rank_mark
from bot.ui.duels.pieces import row
from games.engine import SEATS, Seat
from games.levels import LEVELS
from games.room import AnyRoom
from games.screen import Card, Life, Lot, Mark, Piece, Pips, Row, Slot
from tests.support.games.matches import NAMES, randoms, rooms, somewhere

ON, OFF = Deck(), Deck()
ON.turn_on({name: Emoji(number, name) for number, name in enumerate(PICTURES, 1)})
PICTURE = re.compile(r"<:(\w+):\d+>")
SIGN = re.compile("|".join(map(re.escape, {*PLAIN.values(), "\u20e3", "🎴", "✅"})))


@given(rooms, randoms, st.sampled_from((None, *SEATS)))
def test_no_plain_sign_stands_among_pictures(room: AnyRoom, random: Random, reader: Seat | None) -> None:
    for shown in room.show(somewhere(room, random), reader, NAMES).rows:
        assert not SIGN.search(row(shown, ON))


@given(rooms, randoms, st.sampled_from((None, *SEATS)))
def test_no_picture_is_shown_without_a_deck(room: AnyRoom, random: Random, reader: Seat | None) -> None:
    for shown in room.show(somewhere(room, random), reader, NAMES).rows:
        assert not PICTURE.search(row(shown, OFF))


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("mark", Mark)
def test_every_card_has_a_picture_and_a_sign(seat: Seat, mark: Mark) -> None:
    values = (None,) if mark is Mark.PICKED else (None, *range(10))
    for value in values:
        shown = Row(
            seat, (Card(value, seat, mark if value is not None or mark is Mark.PICKED else Mark.NONE),)
        )
        assert PICTURE.search(row(shown, ON))
        assert row(shown, OFF).strip()


@pytest.mark.parametrize(
    "piece",
    [Slot(), Life(13, 20), Pips(3, 5, 0), Pips(0, 10, 1), *map(Lot, "ABCDE"), Lot("C", 1, (1, 2), 30)],
    ids=str,
)
def test_every_other_piece_has_a_picture_and_a_sign(piece: Piece) -> None:
    assert PICTURE.search(row(Row(None, (piece,)), ON))
    assert row(Row(None, (piece,)), OFF).strip()


def test_a_life_is_five_hearts_of_which_the_last_may_be_half() -> None:
    drawn = [PICTURE.findall(row(Row(None, (Life(left, 20),)), ON)) for left in (20, 13, 12, 1, 0)]
    assert drawn == [
        ["heart"] * 5,
        ["heart"] * 3 + ["heart_half", "heart_empty"],
        ["heart"] * 3 + ["heart_empty"] * 2,
        ["heart_half"] + ["heart_empty"] * 4,
        ["heart_empty"] * 5,
    ]


@given(st.integers(0, 3000))
def test_every_rating_and_level_has_its_mark(rating: int) -> None:
    assert rank_mark(rating) in PICTURES
    assert {face(level.key) for level in LEVELS} <= {*PICTURES}
    assert {*PLAIN, *MEDALS.values()} <= {*PICTURES}
