"""What the doctor says of an application, from Discord's answers."""

from typing import Any

import pytest

from bot.cogs import own_commands
from bot.doctor.discord import (
    NotAnswered,
    of_application,
    of_commands,
    of_emoji,
    of_installation,
    of_intents,
    of_permissions,
    of_sessions,
)
from bot.doctor.finding import Mark
from bot.ui.deck.deck import PICTURES, emoji_title

GUILD_ONLY: dict[str, Any] = {"0": {}}


@pytest.mark.parametrize(
    ("application", "mark", "word"),
    [
        ({"integration_types_config": GUILD_ONLY}, Mark.OK, "servers"),
        ({"integration_types_config": {"0": {}, "1": {}}}, Mark.LOOK, "untick User Install"),
        ({"integration_types_config": {}}, Mark.LOOK, "untick User Install"),
        ({"integration_types_config": {"1": {}}}, Mark.BAD, "Guild Install"),
        ({"integration_types_config": GUILD_ONLY, "bot_public": False}, Mark.LOOK, "Public Bot"),
        ({"integration_types_config": GUILD_ONLY, "bot_require_code_grant": True}, Mark.BAD, "Code Grant"),
    ],
)
def test_how_it_is_installed(application: dict[str, Any], mark: Mark, word: str) -> None:
    finding = of_installation(application)
    assert finding.mark is mark
    assert word in finding.sentence


@pytest.mark.parametrize(
    ("flags", "name"), [(1 << 13, "Presence"), (1 << 14, "Server Members"), (1 << 19, "Message Content")]
)
def test_an_intent_that_is_not_needed_is_worth_a_look(flags: int, name: str) -> None:
    finding = of_intents({"flags": flags})
    assert finding.mark is Mark.LOOK
    assert name in finding.sentence


def test_without_privileged_intents_all_is_well() -> None:
    assert of_intents({"flags": 1 << 23}).mark is Mark.OK
    assert of_intents({}).mark is Mark.OK


def test_servers_where_it_may_too_little_are_named() -> None:
    every = {"name": "Arena", "permissions": str(1 << 10 | 1 << 11 | 1 << 35 | 1 << 38)}
    master = {"name": "Palace", "permissions": str(1 << 3)}
    mute = {"name": "Library", "permissions": str(1 << 10 | 1 << 35 | 1 << 38)}
    assert of_permissions([every, master]).mark is Mark.OK
    finding = of_permissions([every, mute])
    assert finding.mark is Mark.LOOK
    assert "Library (Send Messages)" in finding.sentence
    assert "Arena" not in finding.sentence
    assert "Open the invitation" in of_permissions([]).sentence


@pytest.mark.parametrize(("left", "mark"), [(1000, Mark.OK), (20, Mark.LOOK), (0, Mark.BAD)])
def test_starts_that_are_left_today(left: int, mark: Mark) -> None:
    limit = {"total": 1000, "remaining": left, "reset_after": 5_400_000, "max_concurrency": 1}
    finding = of_sessions({"session_start_limit": limit})
    assert finding.mark is mark
    assert left == 1000 or "1 h 30 min" in finding.sentence


@pytest.mark.parametrize(
    ("servers", "public_flags", "mark"), [(3, 0, Mark.OK), (80, 0, Mark.LOOK), (80, 1 << 16, Mark.OK)]
)
def test_an_application_that_grows_is_told_of_verification(
    servers: int, public_flags: int, mark: Mark
) -> None:
    bot = {"public_flags": public_flags}
    finding = of_application({"name": "Gauntlet", "approximate_guild_count": servers, "bot": bot})
    assert finding.mark is mark
    assert str(servers) in finding.sentence


async def test_commands_that_differ_are_named() -> None:
    ours = await own_commands()
    received = [command | {"id": "1", "application_id": "2", "version": "3"} for command in ours]
    assert of_commands(received, ours).mark is Mark.OK
    assert of_commands([], ours).mark is Mark.LOOK
    changed = [command for command in received if command["name"] != "rules"]
    finding = of_commands([*changed, {"id": "9", "name": "old", "type": 1, "description": "gone"}], ours)
    assert finding.mark is Mark.LOOK
    assert "old, rules" in finding.sentence


def test_emoji_that_are_missing_are_counted() -> None:
    every = [{"name": emoji_title(name)} for name in PICTURES]
    assert of_emoji(lambda: {"items": every}).mark is Mark.OK
    finding = of_emoji(lambda: {"items": [*every[1:], {"name": "somebody_elses"}]})
    assert finding.mark is Mark.LOOK
    assert f"{len(every) - 1} of {len(every)} emoji" in finding.sentence
    assert "none of the emoji" in of_emoji(lambda: {"items": []}).sentence


def test_emoji_that_can_not_be_listed_are_worth_a_look() -> None:
    def refuse() -> dict[str, Any]:
        raise NotAnswered("Try again later.")

    finding = of_emoji(refuse)
    assert finding.mark is Mark.LOOK
    assert "can't be listed" in finding.sentence
