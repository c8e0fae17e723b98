"""Laws that hold for every game, over random matches with random legal picks."""

import gc
import json
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import EDITIONS, GAMES
from games.engine import SEATS, Refused, Seat
from games.match import AnyMatch, Match
from games.records.codec import dump, load
from games.rival import token_of
from games.room import AnyRoom
from games.screen import Life, NumberChoice, Piece, Pips, Screen
from tests.support.games.matches import (
    NAMES,
    SECRET_PICKS,
    played_out,
    randoms,
    rooms,
    seed,
    somewhere,
    spec_of,
    step,
)

MENTIONS = ("<@1234567890123456789>", "<@2345678901234567890>")
"""Names as Discord's texts have them."""
PICTURE = 42
"""What an emoji takes in a text: its name and its id."""

every_game = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)


@every_game
@given(random=randoms)
def test_a_match_ends_within_its_bound_with_exactly_one_winner(room: AnyRoom, random: Random) -> None:
    match = played_out(room, random)
    assert match.outcome is not None
    assert match.outcome.winner in SEATS
    assert len(match.turns) <= room.game.max_turns
    assert match.waiting == ()
    assert not any(match.legal_moves(seat) for seat in SEATS)


@given(rooms, randoms)
def test_somebody_has_to_pick_until_the_match_is_over(room: AnyRoom, random: Random) -> None:
    match = somewhere(room, random)
    assert bool(match.waiting) == (match.outcome is None)


@given(rooms, randoms)
def test_every_legal_move_is_accepted(room: AnyRoom, random: Random) -> None:
    match = somewhere(room, random)
    for seat in match.waiting:
        for move in match.legal_moves(seat):
            after = match.submit(seat, str(move), match.turn)
            assert after.turn == match.turn + 1 or after.sealed[seat] == str(move)


@given(rooms, randoms, st.text() | st.integers(-5, 200).map(str))
def test_every_other_token_is_refused_with_a_sentence(room: AnyRoom, random: Random, token: str) -> None:
    match = somewhere(room, random)
    for seat in match.waiting:
        if token not in map(str, match.legal_moves(seat)):
            _refused(match, seat, token, match.turn)


@given(rooms, randoms)
def test_only_a_game_that_says_so_asks_about_picks(room: AnyRoom, random: Random) -> None:
    match = somewhere(room, random)
    for seat in match.waiting:
        screen = room.show(match, seat, NAMES)
        choices = [screen.choice(str(move)) for move in match.legal_moves(seat)]
        assert room.asks or not any(choice.confirm for choice in choices if choice)


@given(rooms, randoms)
def test_a_board_offers_the_moves_of_a_game_that_hides_nothing_and_of_no_other(
    room: AnyRoom, random: Random
) -> None:
    match = somewhere(room, random)
    moves = [] if room.hides else [str(move) for seat in match.waiting for move in match.legal_moves(seat)]
    board = room.show(match, None, NAMES)
    assert [choice.token for choice in board.offered] == moves
    assert bool(board.choices) == bool(moves)


@given(rooms, randoms)
def test_submitting_twice_is_refused(room: AnyRoom, random: Random) -> None:
    match = somewhere(room, random)
    for seat in SEATS:
        token = match.sealed[seat]
        if token is not None:
            _refused(match, seat, token, match.turn)


@given(rooms, randoms)
def test_submitting_out_of_turn_is_refused(room: AnyRoom, random: Random) -> None:
    match = somewhere(room, random)
    for seat in SEATS:
        if seat not in match.waiting:
            for token in ("1", "5", "keep"):
                _refused(match, seat, token, match.turn)


@given(rooms, randoms, st.integers(-3, 200))
def test_submitting_for_another_turn_is_refused(room: AnyRoom, random: Random, turn: int) -> None:
    match = somewhere(room, random)
    for seat in match.waiting:
        if turn != match.turn:
            _refused(match, seat, str(match.legal_moves(seat)[0]), turn)


@every_game
@given(random=randoms)
def test_submitting_after_the_end_is_refused(room: AnyRoom, random: Random) -> None:
    match = played_out(room, random)
    for seat in SEATS:
        for turn in (match.turn, match.turn - 1):
            _refused(match, seat, match.turns[-1][seat] or "1", turn)


@given(rooms, randoms)
def test_nobody_but_the_two_seats_can_pick(room: AnyRoom, random: Random) -> None:
    match = somewhere(room, random)
    for nobody in (2, -1):
        with pytest.raises(Refused):
            match.submit(nobody, "1", match.turn)  # type: ignore[arg-type]


@pytest.mark.parametrize("token", [["1"], {"0": "1"}, None, 1, True, b"1", {1}])
@pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
def test_a_pick_that_is_no_text_is_refused(room: AnyRoom, token: Any) -> None:
    match = Match.start(room.game, seed())
    _refused(match, match.waiting[0], token, 1)


@pytest.mark.parametrize("nobody", [2, -1, 0.0, "0", None, [0]])
def test_a_seat_that_is_no_seat_is_refused(nobody: Any) -> None:
    match = Match.start(GAMES[0].game, seed())
    with pytest.raises(Refused, match="Only the two players"):
        match.submit(nobody, "1", 1)


@given(rooms, randoms)
def test_a_loaded_match_equals_the_saved_one(room: AnyRoom, random: Random) -> None:
    match = somewhere(room, random)
    assert load(dump(match), EDITIONS) == match


@pytest.mark.parametrize("room", SECRET_PICKS, ids=lambda room: room.game.key)
def test_a_match_with_a_pick_sealed_loads_with_it(room: AnyRoom) -> None:
    sealed = step(Match.start(room.game, seed()), Random(1))
    assert sealed.sealed != (None, None)
    assert load(dump(sealed), EDITIONS) == sealed


@given(rooms, randoms)
def test_the_same_seed_and_picks_give_the_same_match(room: AnyRoom, random: Random) -> None:
    match = played_out(room, random)
    again = Match.start(room.game, match.seed)
    for number, picks in enumerate(match.turns, 1):
        assert again == match.at(number)
        for seat in SEATS:
            token = picks[seat]
            if token is not None:
                again = again.submit(seat, token, again.turn)
    assert again == match


@every_game
def test_another_seed_gives_another_match_where_chance_plays_a_part(room: AnyRoom) -> None:
    starts = {Match.start(room.game, seed(number)).state for number in range(5)}
    assert len(starts) == (5 if spec_of(room).DEALT else 1)


@every_game
@given(random=randoms)
def test_cards_digits_and_points_are_conserved_at_every_position(room: AnyRoom, random: Random) -> None:
    match = Match.start(room.game, seed(random.getrandbits(32)))
    assert spec_of(room).conserved(match.state)
    while match.outcome is None:
        match = step(match, random)
        assert spec_of(room).conserved(match.state)


@given(rooms, randoms, st.sampled_from((0, 1, None)))
def test_screens_fit_a_phone(room: AnyRoom, random: Random, seat: Seat | None) -> None:
    _fits(room.show(somewhere(room, random), seat, MENTIONS))


@every_game
def test_the_screens_of_the_longest_match_fit_a_phone(room: AnyRoom) -> None:
    for seat in (*SEATS, None):
        _fits(room.show(spec_of(room).longest(1), seat, MENTIONS))


@given(rooms, randoms)
def test_a_hand_offers_exactly_the_legal_moves(room: AnyRoom, random: Random) -> None:
    match = somewhere(room, random)
    for seat in SEATS:
        screen = room.show(match, seat, NAMES)
        moves = [str(move) for move in match.legal_moves(seat)] if seat in match.waiting else []
        if isinstance(screen.choices, NumberChoice):
            assert moves == [str(number) for number in range(screen.choices.low, screen.choices.high + 1)]
            assert {str(quick.number) for quick in screen.choices.quick} <= set(moves)
        else:
            assert [choice.token for choice in screen.offered] == moves
        assert all(screen.choice(token) for token in moves)


@given(rooms, randoms)
def test_what_is_offered_is_what_a_hand_shows(room: AnyRoom, random: Random) -> None:
    match = somewhere(room, random)
    for seat in SEATS:
        assert room.offered(match, seat).choices == room.show(match, seat, NAMES).choices


@given(rooms, randoms, st.integers(-5, 200).map(str) | st.just("keep"))
def test_a_screen_knows_no_choice_that_is_no_legal_move(room: AnyRoom, random: Random, token: str) -> None:
    match = somewhere(room, random)
    for seat in SEATS:
        moves = [str(move) for move in match.legal_moves(seat)] if seat in match.waiting else []
        if token not in moves:
            assert room.show(match, seat, NAMES).choice(token) is None


@given(rooms, randoms)
def test_a_choice_keeps_its_place(room: AnyRoom, random: Random) -> None:
    """A keypad has the same keys from first to last; where there is none, the choices are words."""
    match = somewhere(room, random)
    for seat in match.waiting:
        choices = room.show(match, seat, NAMES).choices
        if not isinstance(choices, NumberChoice):
            tokens = [choice.token for choice in choices]
            assert tokens == [*"123456789"] or not any(map(str.isdecimal, tokens))


@given(rooms, randoms)
def test_a_rival_picks_a_legal_move_and_the_same_one_again(room: AnyRoom, random: Random) -> None:
    match = somewhere(room, random)
    for rival in room.rivals.values():
        for seat in match.waiting:
            token = token_of(rival, match, seat)
            assert match.submit(seat, token, match.turn) != match
            assert token_of(rival, match, seat) == token


@every_game
def test_a_match_at_rest_takes_under_4_kib(room: AnyRoom) -> None:
    texts = [json.dumps(dump(played_out(room, Random(number)))) for number in range(40)]
    assert _memory_of([partial(_loaded, text) for text in texts]) < 4096


@every_game
def test_even_the_longest_match_at_rest_takes_under_4_kib(room: AnyRoom) -> None:
    assert _memory_of([partial(spec_of(room).longest, number) for number in range(20)]) < 4096


def _loaded(text: str) -> AnyMatch:
    return load(json.loads(text), EDITIONS)


def _memory_of(makers: Sequence[Callable[[], AnyMatch]]) -> float:
    """Bytes per match, with everything that hangs on it, when all of these are held at once."""
    for make in makers:
        make()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        matches = [make() for make in makers]
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) / len(matches)


def _refused(match: AnyMatch, seat: Seat, token: str, turn: int) -> None:
    before = dump(match)
    with pytest.raises(Refused) as refusal:
        match.submit(seat, token, turn)
    assert str(refusal.value).endswith(".")
    assert str(refusal.value)[0].isupper()
    assert dump(match) == before


def _fits(screen: Screen) -> None:
    assert len(screen.title) <= 20
    assert len(screen.stage) <= 24
    assert len(screen.rows) <= 6
    assert all(len(standing.status) <= 12 for standing in screen.standings)
    if not isinstance(screen.choices, NumberChoice):
        assert len(screen.choices) <= 25
        assert all(len(choice.label) <= 14 for choice in screen.choices)
    pictures = sum(_pictures(piece) for row in screen.rows for piece in row.pieces)
    assert sum(len(text) + 1 for text in _texts(screen)) + PICTURE * pictures < 2000


def _pictures(piece: Piece) -> int:
    """How many emoji a surface may need for it."""
    if isinstance(piece, Life):
        return (piece.of + 1) // 2
    return min(piece.of, 10) if isinstance(piece, Pips) else 1


def _texts(screen: Screen) -> Iterator[str]:
    yield from (screen.title, screen.stage, screen.prompt, screen.ending, *screen.results, *screen.news)
    for row in screen.rows:
        yield from (row.label, row.note)
    for standing in screen.standings:
        yield from (standing.name, standing.score, standing.detail, standing.status)
    for fact in screen.facts:
        yield from (fact.label, fact.value)
