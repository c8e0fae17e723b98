"""Laws for the computer players and judges of every game."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES
from games.dice import Dice
from games.engine import SEATS
from games.levels import LEVELS, level_called
from games.match import AnyMatch, Match
from games.review.judge import AnyJudge
from games.rival import Wavering, token_of, weighted
from games.room import AnyRoom
from tests.support.games.matches import dice, played_out, randoms, rooms, seed, somewhere, spec_of

every_game = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
EXACT = [room for room in GAMES if room.judge and room.judge.exact]
every_exact_game = pytest.mark.parametrize("room", EXACT, ids=lambda room: room.game.key)
SPECS = {room.game.key: spec_of(room) for room in GAMES}
levels = st.sampled_from([level.key for level in LEVELS])


@every_game
def test_every_level_plays_every_game(room: AnyRoom) -> None:
    assert [*room.rivals] == [level.key for level in LEVELS]


@every_game
@pytest.mark.parametrize("level", [level.key for level in LEVELS])
def test_two_of_a_level_play_a_match_to_its_end(room: AnyRoom, level: str) -> None:
    match = contest(room, level, level, 1)
    assert match.outcome is not None
    assert contest(room, level, level, 1) == match


@given(rooms, levels, randoms)
def test_a_pick_is_legal_and_the_same_whatever_is_hidden(room: AnyRoom, level: str, random: Random) -> None:
    match = somewhere(room, random)
    rival = room.rivals[level]
    for seat in match.waiting:
        altered = SPECS[room.game.key].altered(match.state, seat, random)
        twin = Match(match.game, match.seed, altered, match.turns, match.sealed)
        token = token_of(rival, match, seat)
        assert token in map(str, match.legal_moves(seat))
        assert token_of(rival, twin, seat) == token


@given(rooms, levels, randoms)
def test_a_pick_does_not_depend_on_what_the_other_has_sealed(
    room: AnyRoom, level: str, random: Random
) -> None:
    match = somewhere(room, random)
    unsealed = Match(match.game, match.seed, match.state, match.turns)
    for seat in match.waiting:
        assert token_of(room.rivals[level], match, seat) == token_of(room.rivals[level], unsealed, seat)


@every_game
def test_stronger_levels_have_higher_ratings(room: AnyRoom) -> None:
    assert [*room.strength] == [*room.rivals]
    assert room.strength["badger"] == 1500
    assert all(weak < strong for weak, strong in pairwise(room.strength.values()))


@every_game
@settings(max_examples=40)
@given(random=randoms)
def test_the_best_pick_is_worth_what_the_position_is(room: AnyRoom, random: Random) -> None:
    match, judge = somewhere(room, random), judge_of(room)
    for seat in match.waiting:
        worths = judge.chances(match.view(seat), match.legal_moves(seat))
        assert [*worths] == [*match.legal_moves(seat)]
        assert max(worths.values()) == pytest.approx(judge.chance(match.view(seat)), abs=1e-6)
        assert all(0 <= worth <= 1 for worth in worths.values())


@every_exact_game
@given(random=randoms)
def test_the_chances_of_both_seats_are_one_together(room: AnyRoom, random: Random) -> None:
    match, judge = somewhere(room, random), judge_of(room)
    assert sum(judge.chance(match.view(seat)) for seat in SEATS) == pytest.approx(1, abs=1e-6)


@every_game
@settings(max_examples=40)
@given(random=randoms)
def test_in_the_end_the_winner_has_every_chance(room: AnyRoom, random: Random) -> None:
    match, judge = played_out(room, random), judge_of(room)
    assert match.outcome is not None
    assert [judge.chance(match.view(seat)) for seat in SEATS] == [
        float(seat == match.outcome.winner) for seat in SEATS
    ]


@every_exact_game
@pytest.mark.parametrize("number", range(5))
def test_the_top_level_never_picks_anything_that_costs(room: AnyRoom, number: int) -> None:
    judge, top = judge_of(room), room.rivals["oracle"]
    match = Match.start(room.game, seed(number))
    while not match.outcome:
        turn = match.turn
        for seat in match.waiting:
            view, moves = match.view(seat), match.legal_moves(seat)
            token = token_of(top, match, seat)
            worths = {str(move): worth for move, worth in judge.chances(view, moves).items()}
            assert worths[token] == judge.chance(view)
            match = match.submit(seat, token, turn)


def test_a_level_is_found_by_its_key() -> None:
    assert level_called("fox").name == "Fox"


def test_every_level_has_a_character_in_a_sentence() -> None:
    for level in LEVELS:
        assert level.character.endswith(".")
        assert len(level.character) < 90


def test_wavering_follows_the_other_as_often_as_it_says() -> None:
    class First:
        def pick(self, view: object, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
            return moves[0]

    class Last:
        def pick(self, view: object, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
            return moves[-1]

    rival: Wavering[object, int] = Wavering(First(), Last(), 25)
    picks = [rival.pick(None, [1, 2], dice(number)) for number in range(2000)]
    assert picks.count(2) / len(picks) == pytest.approx(0.25, abs=0.03)


def test_weights_say_how_often() -> None:
    picks = [weighted("abc", [1, 0, 3], dice(number)) for number in range(2000)]
    assert picks.count("b") == 0
    assert picks.count("a") / len(picks) == pytest.approx(0.25, abs=0.03)


def contest(room: AnyRoom, first: str, second: str, number: int) -> AnyMatch:
    match = Match.start(room.game, seed(number))
    while not match.outcome:
        turn = match.turn
        for seat in match.waiting:
            match = match.submit(seat, token_of(room.rivals[(first, second)[seat]], match, seat), turn)
    return match


def judge_of(room: AnyRoom) -> AnyJudge:
    assert room.judge is not None
    return room.judge
