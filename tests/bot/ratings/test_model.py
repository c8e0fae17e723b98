"""What a result does to two ratings."""

from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from bot.ratings.model import (
    BETA,
    MU,
    SETTLED_SIGMA,
    SIGMA,
    TAU,
    Rating,
    RatingChange,
    rate,
    signed,
    weight_of,
)

ratings = st.builds(Rating, st.floats(200, 3000), st.floats(50, SIGMA))
weights = st.integers(0, 40).map(weight_of)

OPENSKILL = BradleyTerryFull(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU, gamma=lambda *_: 1.0, limit_sigma=True)


def by_openskill(before: Rating, mu: float, sigma: float, weight: float) -> Rating:
    return Rating(before.mu + weight * (mu - before.mu), before.sigma + weight * (sigma - before.sigma))


@given(ratings, ratings, weights)
def test_ratings_are_those_of_openskill_to_the_last_digit(
    winner: Rating, loser: Rating, weight: float
) -> None:
    teams = [[OPENSKILL.rating(mu=each.mu, sigma=each.sigma)] for each in (winner, loser)]
    (won,), (lost,) = OPENSKILL.rate(teams)
    higher, lower = rate(winner, loser, weight)
    assert higher == by_openskill(winner, won.mu, won.sigma, weight)
    assert lower == by_openskill(loser, lost.mu, lost.sigma, weight)


@given(ratings, ratings, weights)
def test_the_winner_never_loses_points_and_the_loser_never_gains(
    winner: Rating, loser: Rating, weight: float
) -> None:
    higher, lower = rate(winner, loser, weight)
    assert higher.mu >= winner.mu
    assert lower.mu <= loser.mu
    assert higher.shown >= winner.shown
    assert lower.shown <= loser.shown


@given(ratings, ratings, weights)
def test_a_rating_never_becomes_less_certain(winner: Rating, loser: Rating, weight: float) -> None:
    higher, lower = rate(winner, loser, weight)
    assert higher.sigma <= winner.sigma
    assert lower.sigma <= loser.sigma


@given(st.floats(1000, 2000), st.floats(60, SIGMA), st.floats(10, 500))
def test_beating_a_stronger_player_brings_more(mu: float, sigma: float, lead: float) -> None:
    person, peer, master = Rating(mu, sigma), Rating(mu, 100), Rating(mu + lead, 100)
    assert rate(person, master, 1)[0].mu > rate(person, peer, 1)[0].mu


def test_everybody_starts_at_1500_with_a_question_mark() -> None:
    assert str(Rating()) == "1500?"
    assert str(Rating(1534.4, SETTLED_SIGMA - 1)) == "1534"


def test_a_rating_is_settled_after_some_even_duels() -> None:
    ann, ben, duels = Rating(), Rating(), 0
    while ann.provisional or ben.provisional:
        ann, ben = rate(ann, ben, 1) if ann.mu <= ben.mu else rate(ben, ann, 1)[::-1]
        duels += 1
    assert 5 <= duels <= 12


def test_the_same_pair_counts_less_and_less() -> None:
    assert [weight_of(earlier) for earlier in range(6)] == [1, 1, 1, 1 / 2, 1 / 4, 1 / 8]


def test_farming_one_opponent_for_a_day_soon_brings_nothing() -> None:
    ann, ben = Rating(), Rating()
    gains = []
    for earlier in range(50):
        better, ben = rate(ann, ben, weight_of(earlier))
        gains.append(better.mu - ann.mu)
        ann = better
    assert sum(gains[10:]) < 2
    assert ann.mu < MU + SIGMA


def test_changes_are_whole_numbers_that_add_up() -> None:
    change = RatingChange.between(1519.6, 1534.4, provisional=False)
    assert str(change) == "1534 (+14)"
    assert str(RatingChange.between(1500.2, 1490.9, provisional=True)) == "1491? (−9)"
    assert signed(0) == "±0"
