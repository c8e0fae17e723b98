"""The strength measurement: ratings from results, margins, and a small contest."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from bench.strength.figures import Figure
from bench.strength.ladder import report
from bench.strength.matches import RANDOM, Score, compete
from bench.strength.ratings import ANCHOR, expected, fit
from bot.ratings.model import MU, Rating, rate
from games import bidbattle, highlow, ten
from games.room import AnyRoom


@pytest.mark.parametrize("difference", [-300, 0, 40, 200, 500])
def test_the_bot_expects_what_the_harness_does(difference: int) -> None:
    """With that share of wins, the gains and losses of the stronger of two settled people cancel out."""
    one, two = Rating(MU + difference, sigma=0.5), Rating(MU, sigma=0.5)
    gain = rate(one, two, 1.0)[0].mu - one.mu
    loss = one.mu - rate(two, one, 1.0)[1].mu
    assert expected(difference) == pytest.approx(loss / (gain + loss), abs=1e-3)
    assert ANCHOR == MU


def test_ratings_that_made_the_results_are_found_again() -> None:
    true = {"low": 1350, "middle": 1500, "high": 1720}
    results = {
        (one, two): Score(round(100_000 * expected(true[one] - true[two])), 100_000)
        for one, two in (("middle", "low"), ("high", "low"), ("high", "middle"))
    }
    found = fit([*true], results, "middle")
    assert found == pytest.approx(true, abs=1)


def test_a_player_who_never_lost_gets_a_rating_all_the_same() -> None:
    found = fit(["low", "high"], {("high", "low"): Score(1000, 1000)}, "low")
    assert 1500 < found["high"] < 4000


def test_a_margin_shrinks_with_matches_and_is_never_nothing() -> None:
    assert Score(500, 1000).margin == pytest.approx(3.09, abs=0.02)
    assert Score(5000, 10_000).margin < 1
    assert Score(100, 100).margin > 0


def test_a_figure_says_whether_it_is_what_was_aimed_at() -> None:
    assert str(Figure("x", 91.0, least=90)).endswith("≥ 90: yes")
    assert str(Figure("x", 89.0, 1.5, least=90)).endswith("± 1.50   ≥ 90: NO")


def test_the_top_level_of_battle_to_ten_beats_guesses() -> None:
    with ThreadPoolExecutor() as pool:
        score = compete(pool, "ten", "oracle", RANDOM, 80)
        assert compete(pool, "ten", "oracle", RANDOM, 80) == score
    assert score.matches == 80
    assert score.percent > 85


@pytest.mark.parametrize("room", [ten.ROOM, highlow.ROOM, bidbattle.ROOM], ids=lambda room: room.game.key)
def test_a_report_finds_for_every_level_about_what_was_stored(room: AnyRoom) -> None:
    with ThreadPoolExecutor() as pool:
        _, *rows = [line.split() for line in report(pool, room, 240)]
    for (level, rating), row in zip(room.strength.items(), rows, strict=False):
        assert row[0] == level
        assert int(row[2]) == rating
        assert int(row[1]) == pytest.approx(rating, abs=75)
