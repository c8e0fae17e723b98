"""What is wrong is said in a sentence for each part."""

from collections.abc import Callable

import pytest

from bot.health.report import GRACE, LATE, OK, SLOWEST_COMMIT, of_clock, of_commits, of_gateway


def test_a_resume_is_no_outage() -> None:
    assert 15 <= GRACE <= 20
    assert of_gateway({0: 0.0, 1: GRACE}, ready=True) == OK


def test_a_shard_that_stays_away_is_named() -> None:
    away = {0: 0.0, 1: GRACE + 1, 2: 90.4}
    assert of_gateway(away, ready=True) == "Discord's gateway has been away for 90 seconds on shard 1, 2."
    assert of_gateway({0: 90.4}, ready=True) == "Discord's gateway has been away for 90 seconds."


def test_a_bot_that_was_never_ready_is_not_well() -> None:
    assert of_gateway({}, ready=False).startswith("The bot is not connected")


def test_a_bot_that_waits_for_sessions_says_so() -> None:
    assert of_gateway({}, ready=False, waiting="It waits.") == "It waits."


@pytest.mark.parametrize(("of", "limit"), [(of_commits, SLOWEST_COMMIT), (of_clock, LATE)])
def test_what_takes_too_long_is_said_with_its_seconds(of: Callable[[float], str], limit: float) -> None:
    assert of(limit - 0.1) == OK
    assert f" {limit + 1:.0f} seconds" in of(limit + 1)
