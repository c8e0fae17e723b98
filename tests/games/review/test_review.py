"""Reviews: what is called a mistake, what it cost, and what is only bad luck."""

import pickle
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, ten
from games.engine import SEATS, Refused, Seat
from games.match import AnyMatch, Match
from games.review.picks import weigh
from games.review.review import Review, review
from games.rival import token_of
from games.room import AnyRoom
from tests.support.games.matches import (
    NAMES,
    play,
    played_out,
    random_pick,
    randoms,
    seed,
    somewhere,
    spec_of,
)

JUDGED = [room for room in GAMES if room.judge]
SPECS = {room.game.key: spec_of(room) for room in GAMES}
judged = st.sampled_from(JUDGED)


def reviewed(*digits: tuple[int | None, int | None]) -> Review:
    """Of a match of Battle to Ten."""
    return review(play(Match.start(ten.ROOM.game, seed()), *digits), ten.ROOM, NAMES)


def best_pick(room: AnyRoom, match: AnyMatch, seat: Seat, random: Random) -> str:
    assert room.judge
    worths = room.judge.chances(match.view(seat), match.legal_moves(seat))
    top = max(worths.values())
    return str(random.choice([move for move in worths if worths[move] >= top - 1e-9]))


def played_well(room: AnyRoom, random: Random) -> AnyMatch:
    match = Match.start(room.game, seed(random.getrandbits(32)))
    while match.outcome is None:
        seat = match.waiting[0]
        match = match.submit(seat, best_pick(room, match, seat, random), match.turn)
    return match


@settings(max_examples=30)
@given(judged, randoms)
def test_the_best_picks_are_a_hundred_percent_accurate(room: AnyRoom, random: Random) -> None:
    told = review(played_well(room, random), room, NAMES)
    assert all(side.accuracy in (100, None) for side in told.sides)
    assert not told.costliest


@settings(max_examples=30)
@given(st.sampled_from([room for room in JUDGED if room.judge and room.judge.exact]), randoms)
def test_the_strongest_computer_gives_nothing_away_in_a_solved_game(room: AnyRoom, random: Random) -> None:
    match = Match.start(room.game, seed(random.getrandbits(32)))
    while match.outcome is None:
        seat = match.waiting[0]
        match = match.submit(seat, token_of(room.rival("oracle"), match, seat), match.turn)
    assert not review(match, room, NAMES).costliest


def test_a_blunder_is_found_priced_and_named_the_turning_point() -> None:
    told = reviewed((4, None), (None, 5), (1, None), (None, 2), (3, None))
    (blunder,) = told.costliest
    assert (blunder.turn, blunder.seat, blunder.token, blunder.best) == (3, 0, "1", ("6",))
    assert (blunder.worth, blunder.best_worth, blunder.cost) == (0.0, 1.0, 1.0)
    assert (told.turning, told.winner) == (3, 1)
    assert told.course == (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)


def test_the_last_blunder_of_the_loser_is_the_turning_point() -> None:
    told = reviewed((5, None), (None, 9), (4, None), (None, 2))
    assert [pick.turn for pick in told.costliest] == [1, 2, 3, 4]
    assert told.turning == 4
    assert told.winner == 0


def test_a_match_that_never_turned_has_no_turning_point() -> None:
    told = reviewed((4, None), (None, 5), (6, None))
    assert told.course == (1.0, 1.0, 1.0, 1.0)
    assert told.turning is None


def test_accuracy_is_the_share_kept_of_what_was_at_stake() -> None:
    told = reviewed((5, None), (None, 9), (4, None), (None, 2))
    assert told.sides[0].accuracy == 0
    assert told.sides[1].accuracy == 0
    once = reviewed((4, None), (None, 5), (1, None))
    assert once.sides[0].accuracy == 50
    assert sum(pick.cost for turn in once.turns for pick in turn.picks if pick.seat == 0) == 1.0


def test_forced_picks_and_lost_positions_do_not_count() -> None:
    told = reviewed((1, None), (None, 2))
    reply = told.turns[1].picks[0]
    assert (reply.stake, reply.cost, told.sides[1].accuracy) == (0.0, 0.0, None)


def test_a_match_that_ended_early_is_reviewed_as_far_as_it_went() -> None:
    told = reviewed((4, None), (None, 5))
    assert told.winner is None
    assert len(told.turns) == 2
    assert told.course == (1.0, 1.0, 1.0)


def test_a_match_without_a_turn_has_a_review() -> None:
    told = reviewed()
    assert told.turns == ()
    assert told.course == (1.0,)
    assert [side.accuracy for side in told.sides] == [None, None]


def test_a_sealed_pick_of_an_unfinished_turn_is_not_looked_at() -> None:
    room = GAMES[0]
    match = Match.start(room.game, seed())
    assert review(match.submit(0, "9", 1), room, NAMES) == review(match, room, NAMES)


def test_a_game_without_a_judge_is_refused_in_a_sentence() -> None:
    bare: AnyRoom = replace(ten.ROOM, judge=None)
    with pytest.raises(Refused, match="Battle to Ten"):
        review(Match.start(bare.game, seed()), bare, NAMES)


@settings(max_examples=40)
@given(judged, randoms)
def test_every_match_can_be_reviewed_at_any_moment(room: AnyRoom, random: Random) -> None:
    match = somewhere(room, random)
    told = review(match, room, NAMES)
    assert len(told.course) == match.turn
    assert all(0 <= chance <= 1 for chance in told.course)
    assert all(side.accuracy is None or 0 <= side.accuracy <= 100 for side in told.sides)
    assert all(pick.label in pick.best or pick.cost for turn in told.turns for pick in turn.picks)
    if match.outcome:
        assert told.course[-1] == 1 - match.outcome.winner


@settings(max_examples=20)
@given(judged, randoms)
def test_a_review_survives_the_way_to_another_process(room: AnyRoom, random: Random) -> None:
    told = review(played_out(room, random), room, NAMES)
    assert pickle.loads(pickle.dumps(told)) == told  # noqa: S301 - it is our own


@settings(max_examples=40)
@given(judged, randoms, st.sampled_from(SEATS))
def test_what_a_player_could_not_know_changes_no_verdict(room: AnyRoom, random: Random, seat: Seat) -> None:
    """The same picks from the same view, with all that this seat can't see dealt anew."""
    match = played_out(room, random, until=lambda match: seat in match.waiting and random.random() < 0.3)
    if match.outcome or seat not in match.waiting:
        return
    twin = Match(match.game, match.seed, SPECS[room.game.key].altered(match.state, seat, random), match.turns)
    assert room.judge
    picks: list[str | None] = [
        random_pick(match, each, random) if each in match.waiting else None for each in SEATS
    ]
    made = picks[0], picks[1]
    assert weigh(room, room.judge, twin, seat, made, 0.5) == weigh(room, room.judge, match, seat, made, 0.5)


@settings(max_examples=40)
@given(judged, randoms)
def test_a_number_is_called_by_itself_whatever_its_button_adds(room: AnyRoom, random: Random) -> None:
    for turn in review(somewhere(room, random), room, NAMES).turns:
        for pick in turn.picks:
            assert not pick.token.isdecimal() or pick.label == pick.token
