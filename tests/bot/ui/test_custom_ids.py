"""What custom ids the bot takes for its own: plain letters and digits only."""

import re

import pytest

from bot.ratings.leaderboard import Leaderboard
from bot.router import routes
from bot.ui.ids import CustomId
from bot.ui.pages.leaderboard import LeaderboardPage, page_button

KINDS = sorted({route.custom_id for route in routes().values()}, key=lambda kind: kind.word)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.word)
def test_no_custom_id_takes_digits_of_other_scripts_for_digits(kind: type[CustomId]) -> None:
    assert r"\d" not in kind.template.pattern
    assert r"\w" not in kind.template.pattern
    assert not kind.template.flags & re.IGNORECASE


def test_there_are_custom_ids_to_look_at() -> None:
    assert LeaderboardPage in KINDS


@pytest.mark.parametrize("label", ["…", "", "⏭", "A label that is longer than most"])
def test_a_button_to_a_page_may_be_called_anything(label: str) -> None:
    button = page_button(Leaderboard(1, "*", 0), 1, label)
    assert LeaderboardPage.read(button["custom_id"]) is not None
