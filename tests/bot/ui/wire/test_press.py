"""What a press knows, read from the payload of an interaction."""

from typing import Any

import discord
import pytest

from bot.ui.wire.press import Kind, Payload, essence, press_from
from bot.ui.wire.requests import Requests
from tests.bot.ui.wire.discord_script import answer, requests_to

ANN, BEN, GUILD = "101", "102", "7"


def payload(**more: Any) -> Payload:
    pressed: Payload = {
        "id": "1",
        "type": 3,
        "token": "token",
        "application_id": "5",
        "guild_id": GUILD,
        "channel_id": "20",
        "channel": {"id": "20", "type": 0, "parent_id": "66"},
        "member": {"user": {"id": ANN}, "roles": ["31", "32"], "permissions": "32"},
        "message": {"id": "40", "flags": 0},
        "data": {"custom_id": "duel:pick:a:1:7", "component_type": 2},
    }
    return pressed | more


@pytest.fixture
def requests() -> Requests:
    return Requests(discord.Client(intents=discord.Intents.none()), "token")


async def test_everybody_has_the_role_of_the_server_itself(requests: Requests) -> None:
    assert press_from(payload(), requests).roles == {31, 32, int(GUILD)}


async def test_only_a_thread_has_a_parent_not_a_channel_in_a_category(requests: Requests) -> None:
    assert press_from(payload(), requests).parent is None
    thread = press_from(payload(channel={"type": 11, "parent_id": "20"}), requests)
    assert (thread.in_thread, thread.parent) == (True, 20)


async def test_what_was_chosen_and_what_was_typed_are_values(requests: Requests) -> None:
    chosen = payload(data={"custom_id": "settings:pace", "component_type": 3, "values": ["60", "9"]})
    assert press_from(chosen, requests).values == ("60", "9")
    field = {"type": 4, "custom_id": "number", "value": "42"}
    for wrapped in ({"type": 18, "component": field}, {"type": 1, "components": [field]}):
        form = payload(type=5, data={"custom_id": "number:a:1:1", "components": [wrapped]})
        assert press_from(form, requests).values == ("42",)
        assert press_from(form, requests).kind is Kind.FORM


async def test_a_press_in_a_direct_message_has_no_server_and_no_permissions(requests: Requests) -> None:
    in_dm = payload(user={"id": ANN})
    del in_dm["guild_id"], in_dm["member"]
    press = press_from(in_dm, requests)
    assert (press.guild, press.person, press.roles) == (None, int(ANN), frozenset())
    assert press.permissions == discord.Permissions.none()


@pytest.mark.parametrize("missing", ["data", "token", "message"])
async def test_an_incomplete_payload_makes_no_press(requests: Requests, missing: str) -> None:
    broken = payload()
    del broken[missing]
    with pytest.raises((KeyError, ValueError)):
        press_from(broken, requests)


async def test_a_press_is_a_value(requests: Requests) -> None:
    press = press_from(payload(), requests)
    assert press == press_from(payload(), requests)
    assert "token" not in repr(press)
    with pytest.raises(AttributeError):
        press.person = int(BEN)  # type: ignore[misc]


@pytest.mark.parametrize(("owner", "kind"), [(ANN, 6), (BEN, 5)])
async def test_only_a_private_message_of_ones_own_takes_the_answer(owner: str, kind: int) -> None:
    """A forged press on the panel of somebody else is answered in a new message."""
    private = {"id": "40", "flags": 64, "interaction_metadata": {"user": {"id": owner}}}
    async with requests_to(answer("204 No Content")) as (requests, script):
        await press_from(payload(message=private), requests).reply.take_time()
    assert f'{{"type":{kind}'.encode() in script.requests[0]


@pytest.mark.parametrize("flags", [0, 64])
@pytest.mark.parametrize("wrapped", ["component", "components"])
async def test_the_essence_of_a_payload_makes_the_same_press_and_holds_no_name(
    requests: Requests, flags: int, wrapped: str
) -> None:
    ann = {"id": ANN, "username": "Annie", "global_name": "Annie", "avatar": "Annie's", "bot": False}
    typed = {"type": 4, "custom_id": "number", "value": "42"}
    message = {
        "id": "40",
        "flags": flags,
        "content": "Annie",
        "author": ann,
        "interaction_metadata": {"id": "3", "user": ann},
        "components": [{"label": "Annie"}],
    }
    whole = payload(
        user=ann,
        member={"user": ann, "nick": "Annie", "roles": ["31"], "permissions": "32"},
        message=message,
        channel={"type": 11, "parent_id": "20", "name": "Annie", "recipients": [ann]},
        entitlements=["Annie"],
        locale="Annie",
        app_permissions="8",
        attachment_size_limit=5,
        data={
            "custom_id": "number:a:1:1",
            "values": ["9"] if flags else [],
            "components": [{"label": "Annie", wrapped: typed if wrapped == "component" else [typed]}],
        },
    )
    small = essence(whole)
    assert press_from(small, requests) == press_from(whole, requests)
    assert "Annie" not in str(small)
    assert essence(small) == small
