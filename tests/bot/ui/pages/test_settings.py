"""The lists of the settings, as they are sent."""

from discord import ComponentType

from bot.duels.settings import Challengers, Settings
from bot.ui.pages.settings import Wish, channels, panel, role
from sandbox.interactions.components import walk


def test_a_list_with_nothing_chosen_sends_no_defaults() -> None:
    """Discord refuses fewer defaults than must be chosen."""
    assert "default_values" not in role(Wish.ROLE, None, "Choose the role")
    assert "default_values" not in channels(Wish.CHANNELS, frozenset(), "All channels")


def test_every_list_says_what_is_chosen_there() -> None:
    lists = (ComponentType.string_select, ComponentType.channel_select, ComponentType.role_select)
    sheet = panel(Settings(challengers=Challengers.ROLE), None, None, {})
    found = [part for part in walk([*sheet.parts]) if part["type"] in {kind.value for kind in lists}]
    assert len(found) == 5
    assert all(part.get("placeholder") for part in found)


def test_what_is_chosen_is_shown_in_order() -> None:
    assert role(Wish.ROLE, 8, "")["default_values"] == [{"id": "8", "type": "role"}]
    chosen = channels(Wish.CHANNELS, {9, 8}, "")["default_values"]
    assert [each["id"] for each in chosen] == ["8", "9"]
