"""Every command says who can install it and where it can be used; Discord's defaults are not relied on."""

from typing import Any

import pytest

from tests.support.commands import registered

GUILD, BOT_DM = 0, 1
IN_DMS = {"hand", "rules", "help", "about", "notify", "block", "unblock", "mydata", "privacy"}
"""What works without a server."""
every_command = pytest.mark.parametrize("command", registered(), ids=lambda command: command["name"])


@every_command
def test_a_command_is_there_for_servers_that_have_the_bot(command: dict[str, Any]) -> None:
    assert command["integration_types"] == [GUILD]


@every_command
def test_a_command_names_the_places_where_it_works(command: dict[str, Any]) -> None:
    assert command["contexts"] == ([GUILD, BOT_DM] if command["name"] in IN_DMS else [GUILD])
    assert command["dm_permission"] is (command["name"] in IN_DMS)


def test_the_largest_command_leaves_room_for_more_games() -> None:
    """Discord counts names, descriptions and values, up to 8,000 characters; a game takes some 800."""
    assert max(map(size, registered())) < 5_000


def size(part: dict[str, Any]) -> int:
    own = sum(len(str(part[key])) for key in ("name", "description", "value") if key in part)
    return own + sum(size(each) for key in ("options", "choices") for each in part.get(key, []))
