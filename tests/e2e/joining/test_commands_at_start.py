"""At the start the commands are compared with what Discord has, and sent when they differ."""

from collections.abc import Callable

import pytest

from sandbox.wire import Wire
from tests.support.evening import Evening, private_text

COMMANDS = "/commands"


def sent(evening: Evening) -> int:
    """How often all commands were sent."""
    return len(evening.sandbox.traffic.matching("PUT", COMMANDS))


def registered(evening: Evening) -> dict[str, Wire]:
    return {command["name"]: command for command in evening.sandbox.platform.commands.of(None)}


async def test_commands_that_discord_has_are_not_sent_again(evening: Evening) -> None:
    await evening.reopen()
    assert sent(evening) == 1
    assert len(evening.sandbox.traffic.matching("GET", COMMANDS)) == 2


async def test_a_command_that_was_deleted_in_the_portal_is_back_after_a_start(evening: Evening) -> None:
    commands = evening.sandbox.platform.commands
    commands.delete(None, int(registered(evening)["duel"]["id"]))
    await evening.reopen()
    new = registered(evening)["duel"]["id"]
    reply = await evening.person("Ann").slash("help")
    assert reply.message is not None
    assert f"</duel highlow:{new}>" in str(reply.message.wire)


async def test_commands_of_an_older_bot_are_removed(evening: Evening) -> None:
    evening.sandbox.platform.commands.put(None, {"name": "fight", "description": "Of an older version."})
    await evening.reopen()
    assert "fight" not in registered(evening)


CHANGES: dict[str, Callable[[Wire], object]] = {
    "description": lambda command: command.update(description="Something else."),
    "contexts": lambda command: command.update(contexts=[0, 1, 2]),
    "installs": lambda command: command.update(integration_types=[0, 1]),
    "permissions": lambda command: command.update(default_member_permissions=None),
    "age": lambda command: command.update(nsfw=True),
    "options": lambda command: command.update(options=[{"type": 5, "name": "all", "description": "All"}]),
    "localizations": lambda command: command.update(name_localizations={"de": "einstellungen"}),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
async def test_a_command_that_differs_is_sent_anew(
    evening: Evening, change: Callable[[Wire], object]
) -> None:
    commands = evening.sandbox.platform.commands
    right = registered(evening)["settings"]
    wrong = dict(right)
    change(wrong)
    commands.put(None, wrong)
    await evening.reopen()
    now = registered(evening)["settings"]
    assert now | {"version": ""} == right | {"version": ""}


async def test_ids_are_those_that_discord_has_whatever_the_database_says(evening: Evening) -> None:
    """As after a restored backup, or a database of another deployment."""
    await evening.bot.services.storage.set_note("command ids", '{"duel": 1}')
    await evening.reopen()
    assert sent(evening) == 1
    reply = await evening.person("Ann").slash("rules", game="Battle to Ten")
    assert reply.message is not None
    assert f"</duel ten:{registered(evening)['duel']['id']}>" in str(reply.message.wire)


async def test_a_start_goes_on_when_discord_does_not_say_which_commands_it_has(evening: Evening) -> None:
    evening.sandbox.faults.answer(403, "GET /applications/{application_id}/commands")
    await evening.reopen()
    assert sent(evening) == 1
    assert "/duel" in private_text(await evening.person("Ann").slash("help"))


@pytest.mark.parametrize("status", [400, 429], ids=["refused", "too many today"])
async def test_a_start_goes_on_with_the_earlier_commands_when_discord_takes_no_new_ones(
    evening: Evening, status: int
) -> None:
    evening.sandbox.platform.commands.put(None, {"name": "fight", "description": "Of an older version."})
    where = "PUT /applications/{application_id}/commands"
    if status == 429:
        evening.sandbox.faults.rate_limit(where, retry_after=3600.0)
    else:
        evening.sandbox.faults.answer(status, where)
    await evening.reopen()
    assert "fight" in registered(evening)
    reply = await evening.person("Ann").slash("help")
    assert reply.message is not None
    assert f"</duel highlow:{registered(evening)['duel']['id']}>" in str(reply.message.wire)
