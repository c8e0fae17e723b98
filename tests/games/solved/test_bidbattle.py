"""Bid Battle is solved: every position has a bid that nobody can punish."""

from random import Random
from statistics import fmean

import pytest
from hypothesis import given

from bench.strength.bidbattle import chance, equal_share
from games.bidbattle import ROOM
from games.bidbattle.rules import BidBattle, totals
from games.bidbattle.solution import (
    Position,
    final,
    position,
    positions,
    secure_bid,
    secure_bids,
    worth,
    worth_of,
)
from games.match import Match
from tests.support.games.matches import play, randoms, seed, somewhere

START = Position()


def some_positions(number: int) -> list[Position]:
    return Random(1).sample([*positions()], number)


def test_the_match_is_even_and_33_and_34_are_the_secure_opening_bids() -> None:
    assert worth(START) == 0.5
    assert secure_bids(START) == (33, 34)


def test_a_first_item_for_35_is_too_dear_and_for_32_a_bargain() -> None:
    assert worth(Position(1, 0, 65, 100)) == pytest.approx(0.0715, abs=1e-4)
    assert worth(Position(1, 0, 68, 100)) == pytest.approx(0.9285, abs=1e-4)


def test_three_items_beat_two_in_93_of_100_draws_and_four_always_beat_one() -> None:
    assert [round(final(won), 4) for won in range(6)] == [0, 0, 0.0715, 0.9285, 1, 1]


def test_what_three_items_are_worth_agrees_with_drawn_values() -> None:
    wins = 0
    for number in range(4000):
        values = Match.start(ROOM.game, seed(number)).state.values
        wins += sum(values[:3]) > sum(values[3:])
    assert wins / 4000 == pytest.approx(final(3), abs=0.015)


def test_nobody_can_do_better_against_the_table_than_draw_level() -> None:
    assert chance(START, min, {}) == pytest.approx(0.5, abs=1e-9)


def test_among_the_secure_bids_the_table_has_those_that_punish_weak_bidders() -> None:
    assert chance(START, fmean, {}) > 0.96
    assert chance(START, fmean, {}, equal_share) > 0.92


def test_secure_bids_are_those_that_no_reply_at_all_can_punish() -> None:
    for at in some_positions(20):
        replies = at.swapped.bids
        least = {bid: min(worth_of(at, bid, reply) for reply in replies) for bid in at.bids}
        assert secure_bids(at) == tuple(bid for bid in at.bids if least[bid] > worth(at) - 1e-9)
        assert secure_bid(at) in secure_bids(at)


def test_a_position_and_its_mirror_image_are_worth_one_together() -> None:
    for at in some_positions(1000):
        assert worth(at) + worth(at.swapped) == pytest.approx(1, abs=1e-9)


@given(randoms)
def test_a_position_follows_the_rules(random: Random) -> None:
    match = somewhere(ROOM, random)
    if match.outcome or match.sealed != (None, None):
        return
    bids = [random.choice(match.legal_moves(seat) or (0,)) for seat in (0, 1)]
    after = play(match, (bids[0] or None, bids[1] or None))
    for seat in (0, 1):
        expected = position(match.view(seat), seat).after(bids[seat], bids[1 - seat])
        if after.state.points != (0, 0):
            assert position(after.view(seat), seat) in expected


def test_a_judge_holds_both_too_much_and_too_little_against_a_bidder() -> None:
    judge = ROOM.judge
    assert judge is not None
    match = Match.start(ROOM.game, seed())
    worths = judge.chances(match.view(0), match.legal_moves(0))
    assert [bid for bid in worths if worths[bid] == 0.5] == [33, 34]
    assert worths[35] == pytest.approx(0.0715, abs=1e-4)
    assert worths[20] == pytest.approx(0.2858, abs=1e-4)


def test_nobody_learns_values_from_the_judge_before_the_end() -> None:
    judge = ROOM.judge
    assert judge is not None
    match = play(Match.start(BidBattle(), seed()), (20, 19), (20, 19), (20, 19), (20, 19))
    assert judge.chance(match.view(0)) == 1.0
    over = play(match, (1, 24))
    first, second = totals(over.state.auctions, over.state.values)
    assert judge.chance(over.view(0)) == float(first > second)
