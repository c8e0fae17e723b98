"""What is said of ratings before and after a duel."""

import pytest

from bot.ratings.model import SIGMA, Rating, RatingChange, Stake
from bot.ui.duels.ratings import less, line, stakes

NAMES = ("Ann", "Bob")


def stake(
    person: int, rating: float, prospect: tuple[int, int] | None, won: int = 0, earlier: int = 0
) -> Stake:
    return Stake(person, Rating(rating, SIGMA), prospect, won, earlier)


def test_what_is_the_same_for_both_is_said_once() -> None:
    even = (stake(1, 1500, (69, -69)), stake(2, 1520, (69, -69)))
    assert stakes(NAMES, even) == ["Ann 1500 · Bob 1520 · ±69"]


def test_what_differs_is_said_of_each() -> None:
    uneven = (stake(1, 1400, (80, -50)), stake(2, 1600, (50, -80)))
    assert stakes(NAMES, uneven) == ["Ann 1400: +80 or −50 · Bob 1600: +50 or −80"]


def test_an_open_challenge_shows_one_rating_and_an_unrated_one_nothing() -> None:
    assert stakes(NAMES, (stake(1, 1500, None),)) == ["Ann 1500"]
    assert stakes(NAMES, ()) == []


def test_a_duel_that_counts_less_says_so_beside_who_leads() -> None:
    often = (stake(1, 1500, (35, -35), 2, 3), stake(2, 1500, (35, -35), 1, 3))
    assert stakes(NAMES, often)[1:] == ["Ann leads 2–1", "fourth duel within a day: counts half"]


@pytest.mark.parametrize(
    ("earlier", "said"),
    [
        (0, ""),
        (2, ""),
        (3, "fourth duel within a day: counts half"),
        (4, "fifth duel within a day: counts a quarter"),
        (5, "sixth duel within a day: counts an eighth"),
        (9, "10 duels within a day: hardly counts"),
    ],
)
def test_how_much_less_a_duel_counts(earlier: int, said: str) -> None:
    assert less(earlier) == said


def test_both_changes_stand_in_one_line_by_seat() -> None:
    found = (RatingChange(1431, -69, provisional=True), RatingChange(1569, 69, provisional=False))
    assert line(found, ("🟦", "🟧")) == "🟦 1431 (−69) · 🟧 1569 (+69)"
    assert line(None, ("🟦", "🟧")) == ""
