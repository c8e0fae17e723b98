"""The lists of the settings, as they are sent."""

from bot.ui.pages.settings.controls import Wish, channels, role


def test_a_list_with_nothing_chosen_sends_no_defaults() -> None:
    """Discord refuses fewer defaults than must be chosen."""
    assert "default_values" not in role(Wish.ROLE, None, "Choose the role")
    assert "default_values" not in channels(Wish.CHANNELS, frozenset(), "All channels")


def test_what_is_chosen_is_shown_in_order() -> None:
    assert role(Wish.ROLE, 8, "")["default_values"] == [{"id": "8", "type": "role"}]
    chosen = channels(Wish.CHANNELS, {9, 8}, "")["default_values"]
    assert [each["id"] for each in chosen] == ["8", "9"]
