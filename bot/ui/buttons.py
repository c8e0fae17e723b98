"""Buttons as they are sent. They work after a restart: all that a press needs is in the custom id."""

from collections.abc import Iterable
from functools import lru_cache

from discord import ButtonStyle, ComponentType

from bot.links import Links
from bot.ui.ids import CustomId, RulesOf, Verb, duel_id
from bot.ui.wire.sheet import Wire
from games.room import AnyRoom

BUTTON = ComponentType.button.value
PRIMARY, SECONDARY = ButtonStyle.primary.value, ButtonStyle.secondary.value
LONGEST_OPTION = 100
"""Characters that Discord takes for a label or a description in a list."""


def button(verb: Verb, duel: int, label: str, turn: int = 0, token: str = "", *, main: bool = False) -> Wire:
    return plain_button(duel_id(verb, duel, turn, token), label, PRIMARY if main else SECONDARY)


def danger(verb: Verb, duel: int, label: str, turn: int = 0, token: str = "") -> Wire:
    return press_button(duel_id(verb, duel, turn, token), label, ButtonStyle.danger)


def press_button(
    custom_id: CustomId | str,
    label: str,
    style: ButtonStyle = ButtonStyle.secondary,
    *,
    emoji: Wire | None = None,
    disabled: bool = False,
) -> Wire:
    made = plain_button(str(custom_id), label, style.value)
    if emoji is not None:
        made["emoji"] = emoji
    if disabled:
        made["disabled"] = True
    return made


def plain_button(custom_id: str, label: str, style: int) -> Wire:
    return {"type": BUTTON, "style": style, "label": label, "custom_id": custom_id}


def choice_list(
    custom_id: CustomId, offers: Iterable[tuple[str, str, str]], hint: str, chosen: str | None = None
) -> Wire:
    """Makes a list of which one is chosen. An offer is its value, its label and a description, which may be
    empty; `hint` stands there while nothing is chosen."""
    return {
        "type": ComponentType.string_select.value,
        "custom_id": str(custom_id),
        "placeholder": hint,
        "min_values": 1,
        "max_values": 1,
        "options": [
            {"label": label[:LONGEST_OPTION], "value": value, "default": value == chosen}
            | ({"description": description[:LONGEST_OPTION]} if description else {})
            for value, label, description in offers
        ],
    }


def more_button(duel: int, turn: int = 0) -> Wire:
    """Makes the button that opens what is needed less often, for the person who presses it. Labels are
    spoken, so it is a word."""
    return button(Verb.MORE, duel, "More", turn)


def rules_button(room: AnyRoom, label: str = "Rules") -> Wire:
    """Makes the button that opens the rules of a game, in a private message of the person who presses it."""
    return _rules_button(room.game.key, label)


@lru_cache(maxsize=64)
def _rules_button(game: str, label: str) -> Wire:
    """Makes one object for all messages, so nobody may change it."""
    return press_button(RulesOf(game), label)


PAGES = {"support": "Support", "privacy": "Privacy policy", "terms": "Terms", "source": "Source"}
"""The labels of the links to a host's pages."""


def link_buttons(links: Links, *wanted: str) -> list[Wire]:
    """Makes buttons for those of the wanted pages that the host has."""
    found = {name: getattr(links, name) for name in wanted or PAGES}
    return [link_button(PAGES[name], url) for name, url in found.items() if url is not None]


def link_button(label: str, url: str) -> Wire:
    return {"type": ComponentType.button.value, "style": ButtonStyle.link.value, "label": label, "url": url}
