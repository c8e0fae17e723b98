"""What custom ids the bot takes for its own: plain letters and digits only."""

import re
from typing import Any

import discord
import pytest

import bot.client
from bot.ratings.leaderboard import Leaderboard
from bot.ui.pages.leaderboard import PageButton

KINDS: list[type[discord.ui.DynamicItem[Any]]] = [
    kind for kind in discord.ui.DynamicItem.__subclasses__() if kind.__module__.startswith(bot.__name__)
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_custom_id_takes_digits_of_other_scripts_for_digits(
    kind: type[discord.ui.DynamicItem[Any]],
) -> None:
    template = kind.__discord_ui_compiled_template__
    assert r"\d" not in template.pattern
    assert r"\w" not in template.pattern
    assert not template.flags & re.IGNORECASE


def test_there_are_custom_ids_to_look_at() -> None:
    assert PageButton in KINDS


@pytest.mark.parametrize("label", ["…", "", "⏭", "A label that is longer than most"])
def test_a_button_to_a_page_may_be_called_anything(label: str) -> None:
    PageButton(Leaderboard(1, "*", 0), 1, label)
