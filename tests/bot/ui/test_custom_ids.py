"""What custom ids the bot takes for its own: plain letters and digits only."""

import re

import pytest

from bot.ratings.leaderboard import Leaderboard
from bot.router import routes
from bot.ui.ids import CustomId, DuelAction, Verb, duel_id
from bot.ui.pages.leaderboard import WAYS, LeaderboardPage, page_button

KINDS = sorted({route.custom_id for route in routes().values()}, key=lambda kind: kind.word)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.word)
def test_no_custom_id_takes_digits_of_other_scripts_for_digits(kind: type[CustomId]) -> None:
    assert r"\d" not in kind.template().regex.pattern
    assert r"\w" not in kind.template().regex.pattern
    assert not kind.template().regex.flags & re.IGNORECASE


def test_there_are_custom_ids_to_look_at() -> None:
    assert LeaderboardPage in KINDS


@pytest.mark.parametrize("way", WAYS)
def test_every_button_to_a_page_of_a_leaderboard_can_be_read(way: str) -> None:
    button = page_button(Leaderboard(1, "*", 0), 1, way)
    assert LeaderboardPage.read(button["custom_id"]) == LeaderboardPage("*", 0, 1, way)


def test_what_has_its_default_is_left_out_at_the_end_only() -> None:
    for action, text in (
        (DuelAction(Verb.PANEL, 31), "duel:hand:1f"),
        (DuelAction(Verb.PANEL, 31, 2), "duel:hand:1f:2"),
        (DuelAction(Verb.REMATCH, 31, token="fox"), "duel:rematch:1f:0:fox"),
    ):
        assert str(action) == text == duel_id(action.verb, action.duel, action.turn, action.token)
        assert DuelAction.read(text) == action
    assert DuelAction.read("duel:hand:1f:fox") is None
    assert DuelAction.read("duel:hand") is None
