"""No view and no screen depends on what its reader may not know: a law, and proof that it has teeth.

Each game's test file says which fields of its state are public, and offers `altered`: the same position
with everything dealt anew that one seat (None: a spectator) can't know.
"""

from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES
from games.engine import SEATS, AnyGame, Seat, other
from games.match import AnyMatch, Match
from games.room import AnyRoom
from tests.support.games.matches import (
    NAMES,
    SECRET_PICKS,
    played_out,
    randoms,
    rooms,
    seed,
    somewhere,
    spec_of,
)

readers = st.sampled_from((*SEATS, None))
every_game = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
HIDDEN = [
    pytest.param(room, field.name, id=f"{room.game.key}-{field.name}")
    for room in GAMES
    for field in fields(Match.start(room.game, seed()).state)
    if field.name not in spec_of(room).PUBLIC
]


@given(rooms, randoms, readers)
def test_a_view_does_not_depend_on_what_its_reader_may_not_know(
    room: AnyRoom, random: Random, reader: Seat | None
) -> None:
    match = somewhere(room, random)
    assert not _leaks(room.game, match, spec_of(room).altered(match.state, reader, random), reader)


@given(rooms, randoms, readers)
def test_a_screen_does_not_depend_on_what_its_reader_may_not_know(
    room: AnyRoom, random: Random, reader: Seat | None
) -> None:
    match = somewhere(room, random)
    twin = _with_state(match, spec_of(room).altered(match.state, reader, random))
    assert room.show(twin, reader, NAMES) == room.show(match, reader, NAMES)
    assert room.show(twin, None, NAMES) == room.show(match, None, NAMES)


@given(st.sampled_from(SECRET_PICKS), randoms)
def test_no_screen_of_others_depends_on_a_sealed_pick(room: AnyRoom, random: Random) -> None:
    match = played_out(room, random, until=lambda match: len(match.waiting) == 2 and random.random() < 0.3)
    if match.outcome:
        match = Match.start(room.game, seed())
    seat = random.choice(SEATS)
    boards, hands = set(), set()
    for move in match.legal_moves(seat):
        sealed = match.submit(seat, str(move), match.turn)
        boards.add(repr(room.show(sealed, None, NAMES)))
        hands.add(repr(room.show(sealed, other(seat), NAMES)))
    assert len(boards) == len(hands) == 1


@given(rooms, randoms, readers)
def test_what_may_be_picked_does_not_depend_on_secrets(
    room: AnyRoom, random: Random, reader: Seat | None
) -> None:
    match = somewhere(room, random)
    twin = spec_of(room).altered(match.state, reader, random)
    if reader is not None:
        assert room.game.legal_moves(twin, reader) == match.legal_moves(reader)


@pytest.mark.parametrize(("room", "field"), HIDDEN)
def test_every_field_that_is_not_public_is_really_altered(room: AnyRoom, field: str) -> None:
    assert _first_difference(room, field) is not None


@pytest.mark.parametrize(("room", "field"), HIDDEN)
def test_a_game_that_leaks_one_field_is_caught(room: AnyRoom, field: str) -> None:
    leaky = _leaky(room.game, field)
    random = Random(1)
    caught = 0
    for _ in range(300):
        match = somewhere(room, random)
        for reader in (*SEATS, None):
            twin = spec_of(room).altered(match.state, reader, random)
            caught += _leaks(leaky, match, twin, reader)
    assert caught


@every_game
def test_public_fields_exist(room: AnyRoom) -> None:
    names = {field.name for field in fields(Match.start(room.game, seed()).state)}
    assert names >= spec_of(room).PUBLIC


def _leaks(game: AnyGame, match: AnyMatch, twin: Any, reader: Seat | None) -> bool:
    """Does the reader, or a spectator, see a difference between the real position and its twin?"""
    return any(game.view(match.state, each) != game.view(twin, each) for each in (reader, None))


def _with_state(match: AnyMatch, state: Any) -> AnyMatch:
    return Match(match.game, match.seed, state, match.turns, match.sealed)


def _first_difference(room: AnyRoom, field: str) -> AnyMatch | None:
    random = Random(1)
    for _ in range(300):
        match = somewhere(room, random)
        for reader in (*SEATS, None):
            twin = spec_of(room).altered(match.state, reader, random)
            if getattr(twin, field) != getattr(match.state, field):
                return match
    return None


def _leaky(game: AnyGame, field: str) -> AnyGame:
    class Leaky(type(game)):  # type: ignore[misc]
        def view(self, state: Any, seat: Seat | None) -> Any:
            return super().view(state, seat), getattr(state, field)

    leaky: AnyGame = Leaky()
    return leaky
