"""Every game's guide is short, whole and its own."""

import pytest

from games import GAMES, offered_room, room_called, room_of
from games.room import AnyRoom

every_game = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)


def test_no_two_games_share_a_key_or_a_title() -> None:
    assert len({room.game.key for room in GAMES}) == len(GAMES)
    assert len({room.game.title for room in GAMES}) == len(GAMES)


@every_game
def test_a_room_is_found_by_its_game(room: AnyRoom) -> None:
    assert room_of(room.game) is room


@every_game
def test_a_tagline_fits_a_command_description(room: AnyRoom) -> None:
    assert 20 <= len(room.guide.tagline) <= 100


@every_game
def test_an_aim_is_a_line_and_a_verb_a_word(room: AnyRoom) -> None:
    assert 20 <= len(room.guide.aim) <= 60
    assert room.guide.aim.endswith(".")
    assert room.guide.verb.isalpha()
    assert room.guide.verb.istitle()


@every_game
def test_a_guide_is_short_whole_sentences_with_an_example(room: AnyRoom) -> None:
    guide = room.guide
    assert 4 <= len(guide.rules) <= 7
    assert len(guide.example) >= 3
    texts = (guide.tagline, guide.goal, *guide.rules, *guide.example)
    assert all(text.endswith(".") for text in texts)
    assert sum(map(len, texts)) <= 1500


@every_game
def test_a_room_is_found_by_its_key(room: AnyRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    key, edition = room.game.key, room.game.edition
    assert offered_room(key) is room_called(key) is room_called(key, edition) is room
    assert room_called(key, edition + 1) is room_called("chess") is offered_room("chess") is None
    monkeypatch.setattr("games.GAMES", tuple(each for each in GAMES if each is not room))
    monkeypatch.setattr("games.RETIRED", (room,))
    assert room_called(key) is room
    assert offered_room(key) is None
