"""Buckets as Discord has them: per channel, with one name for sending and editing, and per token."""

import time

import discord
import pytest

from sandbox import Sandbox
from sandbox.server.ratelimit import FIVE_IN_ONE, Rate
from sandbox.wire import ChannelType
from tests.sandbox.conftest import Api, Bot, Launch


async def posted(api: Api) -> str:
    """The path of a new message in #duels."""
    path = f"/channels/{api.sandbox.person('Ann').channel.id}/messages"
    _, message = await api("POST", path, {"content": "Here."})
    return f"{path}/{message['id']}"


async def edited(api: Api, path: str, times: int) -> list[int]:
    return [(await api("PATCH", path, {"content": f"{n}"}))[0] for n in range(times)]


async def test_a_channel_takes_five_edits_in_five_seconds(api: Api) -> None:
    path = await posted(api)
    assert await edited(api, path, 6) == [200] * 5 + [429]
    assert 4 < float(api.headers["X-RateLimit-Reset-After"]) <= 5
    other = await posted(api)
    assert await edited(api, other, 1) == [429]
    api.sandbox.clock.advance(5.1)
    assert await edited(api, path, 1) == [200]


async def test_in_the_other_profile_it_takes_five_in_one_second(api: Api) -> None:
    api.sandbox.limits.profile = FIVE_IN_ONE
    path = await posted(api)
    assert await edited(api, path, 6) == [200] * 5 + [429]
    assert float(api.headers["X-RateLimit-Reset-After"]) <= 1
    api.sandbox.clock.advance(1.1)
    assert await edited(api, path, 1) == [200]


async def test_sending_and_editing_share_a_name_but_not_a_count(api: Api) -> None:
    path = await posted(api)
    sent = dict(api.headers)
    await edited(api, path, 5)
    assert api.headers["X-RateLimit-Bucket"] == sent["X-RateLimit-Bucket"]
    assert (sent["X-RateLimit-Remaining"], api.headers["X-RateLimit-Remaining"]) == ("4", "0")
    assert (await api("POST", path.rpartition("/")[0], {"content": "Still room."}))[0] == 200
    await api("DELETE", path)
    assert api.headers["X-RateLimit-Bucket"] != sent["X-RateLimit-Bucket"]


async def test_discord_py_lets_a_new_message_wait_behind_edits(
    sandbox: Sandbox, channel: discord.TextChannel
) -> None:
    sandbox.limits.profile = Rate(2, 1.0)
    message = await channel.send("Zero.")
    began = time.monotonic()
    await message.edit(content="One.")
    await message.edit(content="Two.")
    await channel.send("Late, although four more could be sent.")
    assert time.monotonic() - began >= 0.9
    assert not sandbox.traffic.invalid


async def test_speed_shortens_windows_and_what_is_said_of_them(api: Api) -> None:
    api.sandbox.limits.speed = 50.0
    path = await posted(api)
    assert await edited(api, path, 6) == [200] * 5 + [429]
    assert float(api.headers["X-RateLimit-Reset-After"]) <= 0.1
    status, body = await api("PATCH", path, {"content": "x"})
    assert status == 200 or body["retry_after"] <= 0.1
    api.sandbox.clock.advance(0.11)
    assert await edited(api, path, 1) == [200]


async def test_a_token_has_a_bucket_of_its_own_outside_the_global_limit(
    sandbox: Sandbox, api: Api, launch: Launch
) -> None:
    bot, tokens = Bot(), []

    @bot.tree.command(description="Go.")
    async def go(interaction: discord.Interaction) -> None:
        tokens.append(interaction.token)
        await interaction.response.send_message("Went.", ephemeral=True)

    await launch(bot)
    for _ in range(2):
        await sandbox.person("Ann").slash("go")
    sandbox.limits.per_second = 0
    one, other = (f"/webhooks/{sandbox.world.bot.id}/{token}" for token in tokens)
    statuses = [(await api("PATCH", f"{one}/messages/@original", {"content": f"{n}"}))[0] for n in range(4)]
    statuses += [(await api("POST", one, {"content": f"{n}"}))[0] for n in range(2)]
    assert statuses == [200] * 5 + [429]
    assert (api.headers["X-RateLimit-Scope"], api.headers["X-RateLimit-Limit"]) == ("user", "5")
    assert (await api("PATCH", f"{other}/messages/@original", {"content": "Free."}))[0] == 200
    assert (await api("GET", "/users/@me"))[1]["global"] is True


async def test_the_fourth_edit_of_old_messages_is_an_invalid_request(api: Api) -> None:
    path = await posted(api)
    api.sandbox.clock.advance(3601)
    assert await edited(api, path, 3) == [200] * 3
    before = api.sandbox.traffic.invalid
    status, body = await api("PATCH", path, {"content": "x"})
    assert (status, body["code"], body["global"]) == (429, 30046, False)
    assert 0 < body["retry_after"] <= 6
    assert (api.headers["X-RateLimit-Scope"], api.headers["X-RateLimit-Remaining"]) == ("user", "1")
    assert api.headers["Via"]
    assert api.sandbox.traffic.invalid == before + 1


async def test_old_messages_are_as_fast_as_everything_else(api: Api) -> None:
    path = await posted(api)
    api.sandbox.clock.advance(3601)
    api.sandbox.limits.speed = 50.0
    began = time.monotonic()
    while (await api("PATCH", path, {"content": "x"}))[0] == 200:
        pass
    _, body = await api("PATCH", path, {"content": "x"})
    assert body.get("retry_after", 0) <= 0.12 or time.monotonic() - began > 0.1


async def test_an_announcement_channel_takes_three_edits_an_hour(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await posted(api)
    monkeypatch.setattr("sandbox.messages.repeats.ANNOUNCEMENTS", ChannelType.TEXT.value)
    api.sandbox.limits.speed = 50.0
    assert await edited(api, path, 3) == [200] * 3
    api.sandbox.clock.advance(2400)
    status, body = await api("PATCH", path, {"content": "x"})
    assert (status, body["code"]) == (429, 20028)
    assert 1100 < body["retry_after"] <= 1200
    assert (api.headers["Retry-After"], api.headers["X-RateLimit-Scope"]) == ("1", "shared")
    api.sandbox.clock.advance(1200)
    assert await edited(api, path, 1) == [200]
