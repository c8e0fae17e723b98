"""High-Low is solved: a small one by hand, the whole one by checking every position of its table."""

from collections.abc import Iterator
from random import Random
from statistics import fmean

import pytest
from hypothesis import given

from bench.strength.highlow import chance
from games.highlow import ROOM
from games.highlow.rules import CARDS
from games.highlow.solution import SHARES, Holder, Position, position, weights, worth
from games.match import Match
from tests.support.games.matches import play, randoms, seed, somewhere

START = Position(CARDS, CARDS)


def reached(matches: int) -> Iterator[Position]:
    """What both seats face in the course of random matches."""
    random = Random(1)
    for _ in range(matches):
        at = START
        while at.decided is None:
            yield at
            yield at.swapped
            at = at.after(random.choice(at.mine), random.choice(at.theirs))


def test_the_match_is_even() -> None:
    assert worth(START) == 0.5


def test_the_opening_mix() -> None:
    mix = [round(share / SHARES, 3) for share in weights(START)]
    assert mix == [0, 0, 0, 0, 0.140, 0.277, 0.132, 0.240, 0.212]


def test_nobody_can_do_better_against_the_table_than_draw_level() -> None:
    assert chance(START, min, {}) == pytest.approx(0.5, abs=0.0001)


def test_among_the_best_mixes_the_table_has_those_that_punish_guesses() -> None:
    assert chance(START, fmean, {}) > 0.9


def test_every_mix_secures_what_its_position_is_worth() -> None:
    for at in reached(100):
        mix = [(card, share) for card, share in zip(at.mine, weights(at), strict=True) if share]
        assert sum(share for _, share in mix) == SHARES
        secured = min(
            sum(share * worth(at.after(card, reply)) for card, share in mix) / SHARES for reply in at.theirs
        )
        assert secured == pytest.approx(worth(at), abs=2e-5)


def test_in_a_sixth_round_the_higher_top_card_wins_and_else_the_holder() -> None:
    assert worth(Position((1, 2, 3, 9), (1, 6, 7, 8), holder=Holder.THEM)) == 1
    assert worth(Position((1, 2, 3, 9), (5, 6, 7, 9), holder=Holder.ME)) == 1
    assert worth(Position((1, 2, 3, 9), (5, 6, 7, 9), holder=Holder.THEM)) == 0


def test_only_the_order_of_the_cards_matters() -> None:
    without_the_lowest = START.after(1, 2).after(2, 1)
    without_the_highest = START.after(8, 9).after(9, 8)
    assert without_the_lowest.mine != without_the_highest.mine
    assert worth(without_the_lowest) == worth(without_the_highest)
    assert weights(without_the_lowest) == weights(without_the_highest)


@given(randoms)
def test_a_position_follows_the_rules(random: Random) -> None:
    match = somewhere(ROOM, random)
    if match.outcome or match.sealed != (None, None):
        return
    cards = random.choice(match.legal_moves(0)), random.choice(match.legal_moves(1))
    after = play(match, cards)
    for seat in (0, 1):
        expected = position(match.view(seat), seat).after(cards[seat], cards[1 - seat])
        if after.outcome is None:
            assert position(after.view(seat), seat) == expected
        elif after.outcome.reason != "lot":
            assert expected.decided == float(after.outcome.winner == seat)


def test_every_card_of_a_best_mix_is_worth_the_same_to_the_judge() -> None:
    judge = ROOM.judge
    assert judge is not None
    match = Match.start(ROOM.game, seed())
    worths = judge.chances(match.view(0), CARDS)
    assert [card for card in CARDS if worths[card] == 0.5] == [5, 6, 7, 8, 9]
    assert max(worths.values()) == judge.chance(match.view(0)) == 0.5
    assert all(0.46 < worths[card] < 0.47 for card in CARDS[:4])


@pytest.mark.parametrize("cards", [(9, 1), (1, 9), (6, 8)])
def test_the_judges_chances_of_both_seats_add_up(cards: tuple[int, int]) -> None:
    judge = ROOM.judge
    assert judge is not None
    match = play(Match.start(ROOM.game, seed()), cards)
    total = judge.chance(match.view(0)) + judge.chance(match.view(1))
    assert total == pytest.approx(1, abs=1e-7)


def test_a_nine_thrown_at_a_one_is_dearly_paid() -> None:
    """It scores, but the one now holds the tie-break, with better cards."""
    judge = ROOM.judge
    assert judge is not None
    match = play(Match.start(ROOM.game, seed()), (9, 1))
    assert judge.chance(match.view(0)) == pytest.approx(0.2123, abs=1e-4)
