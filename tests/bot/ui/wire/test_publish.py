"""Commands are the same whatever Discord fills in, and differ in whatever people could notice."""

from copy import deepcopy
from typing import Any

import pytest

from bot.ui.wire.publish import are_same, ids_in
from tests.support.commands import registered

Command = dict[str, Any]


def filled_in(command: Command) -> Command:
    """A command as Discord returns it: with ids, and with what was left out."""
    given = deepcopy(command)
    needed = given.get("default_member_permissions")
    return {
        "name_localizations": None,
        "description_localizations": None,
        "description": "",
        **given,
        "id": "7",
        "application_id": "8",
        "version": "9",
        "default_member_permissions": None if needed is None else str(needed),
        "contexts": [*reversed(given["contexts"])],
        "options": [_option(each) for each in given.get("options", [])],
    }


def _option(option: Command) -> Command:
    return {
        **{key: value for key, value in option.items() if value not in (False, [])},
        **({"options": [_option(each) for each in option["options"]]} if option.get("options") else {}),
        **({"choices": [_choice(each) for each in option["choices"]]} if option.get("choices") else {}),
    }


def _choice(choice: Command) -> Command:
    return {"name": choice["name"], "name_localizations": None, "value": choice["value"]}


def test_what_discord_fills_in_makes_no_difference() -> None:
    theirs = [filled_in(command) for command in reversed(registered())]
    assert are_same(registered(), theirs)


def command_with(**options: Any) -> Command:
    option = {"type": 4, "name": "size", "description": "How much"} | options
    return {"name": "some", "description": "Something.", "options": [option]}


@pytest.mark.parametrize(
    "change",
    [
        {"required": True},
        {"min_value": 0},
        {"max_value": 9},
        {"autocomplete": True},
        {"channel_types": [0]},
        {"choices": [{"name": "none", "value": 0}]},
        {"description": "How many"},
        {"name": "length"},
        {"type": 3},
    ],
    ids=lambda change: next(iter(change)),
)
def test_an_option_that_differs_is_noticed(change: Command) -> None:
    assert are_same([command_with()], [command_with()])
    assert not are_same([command_with()], [command_with(**change)])


def test_a_choice_that_means_something_else_is_noticed() -> None:
    zero, one = ([{"name": "none", "value": value}] for value in (0, 1))
    assert not are_same([command_with(choices=zero)], [command_with(choices=one)])


def test_a_missing_or_an_additional_command_is_noticed() -> None:
    assert not are_same(registered(), registered()[1:])
    assert not are_same(registered()[1:], registered())


def test_ids_are_those_of_commands_that_are_typed() -> None:
    found = [{"type": 1, "name": "duel", "id": "5"}, {"type": 2, "name": "Challenge to a duel", "id": "6"}]
    assert ids_in(found) == {"duel": 5}
