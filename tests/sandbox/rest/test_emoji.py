"""The emoji of an application: uploaded, listed, renamed, deleted, and refused as Discord does."""

import base64
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import Sandbox
from sandbox.limits.emoji import LARGEST, MOST
from tests.sandbox.conftest import Api, Bot, Launch
from tests.support.pictures.tiny_png import tiny_png

GIF = b"GIF89a" + b"\0" * 20


def data_uri(image: bytes = tiny_png(), kind: str = "image/png") -> str:
    return f"data:{kind};base64,{base64.b64encode(image).decode()}"


@pytest.fixture
def path(sandbox: Sandbox) -> str:
    return f"/applications/{sandbox.world.bot.id}/emojis"


def codes(answer: Any, key: str) -> list[str]:
    return [error["code"] for error in answer.get("errors", answer)[key]["_errors"]]


async def test_discord_py_uploads_lists_renames_and_deletes(sandbox: Sandbox, launch: Launch) -> None:
    bot: discord.Client = await launch(Bot())
    made = await bot.create_application_emoji(name="blue_7", image=tiny_png())
    assert [each.name for each in await bot.fetch_application_emojis()] == ["blue_7"]
    await made.edit(name="blue_8")
    assert (await bot.fetch_application_emoji(made.id)).name == "blue_8"
    await made.delete()
    assert await bot.fetch_application_emojis() == []
    assert len(sandbox.emoji) == 0


async def test_an_emoji_says_who_uploaded_it(sandbox: Sandbox, api: Api, path: str) -> None:
    status, emoji = await api("POST", path, {"name": "coin", "image": data_uri()})
    assert status == 201
    assert emoji["user"]["id"] == str(sandbox.world.bot.id)
    assert (emoji["name"], emoji["animated"], emoji["available"]) == ("coin", False, True)


async def test_a_moving_picture_is_animated(api: Api, path: str) -> None:
    _, emoji = await api("POST", path, {"name": "wave", "image": data_uri(GIF, "image/gif")})
    assert emoji["animated"]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a", "BASE_TYPE_BAD_LENGTH"),
        ("a" * 33, "BASE_TYPE_MAX_LENGTH"),
        ("blue-7", "STRING_TYPE_REGEX"),
        ("blau ö", "STRING_TYPE_REGEX"),
        (None, "BASE_TYPE_REQUIRED"),
        ("taken", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"),
    ],
)
async def test_a_wrong_name_is_refused(
    sandbox: Sandbox, api: Api, path: str, name: str | None, code: str
) -> None:
    sandbox.emoji.add("taken", tiny_png())
    status, answer = await api("POST", path, {"name": name, "image": data_uri()})
    assert (status, answer["code"], codes(answer, "name")) == (400, 50035, [code])
    assert sandbox.emoji.names == ["taken"]
    sandbox.violations.clear()


@pytest.mark.parametrize(
    ("image", "code"),
    [
        (data_uri(b"<svg/>", "image/svg"), "IMAGE_INVALID"),
        (data_uri(GIF, "image/png"), "IMAGE_INVALID"),
        ("data:image/png;base64,???", "IMAGE_INVALID"),
        ("https://example.org/a.png", "IMAGE_INVALID"),
        (data_uri(tiny_png() + b"\0" * LARGEST), "BINARY_TYPE_MAX_SIZE"),
        (None, "BASE_TYPE_REQUIRED"),
    ],
)
async def test_a_wrong_picture_is_refused(
    sandbox: Sandbox, api: Api, path: str, image: str | None, code: str
) -> None:
    status, answer = await api("POST", path, {"name": "blue_7", "image": image})
    assert (status, answer["code"], codes(answer, "image")) == (400, 50035, [code])
    assert len(sandbox.emoji) == 0
    sandbox.violations.clear()


async def test_a_full_application_takes_no_more(sandbox: Sandbox, api: Api, path: str) -> None:
    for number in range(MOST):
        sandbox.emoji.add(f"emoji_{number}", b"")
    status, answer = await api("POST", path, {"name": "one_more", "image": data_uri()})
    assert (status, answer["code"]) == (400, 30008)


async def test_an_unknown_emoji_is_not_found(api: Api, path: str) -> None:
    for method, body in (("GET", None), ("PATCH", {"name": "other"}), ("DELETE", None)):
        status, answer = await api(method, f"{path}/42", body)
        assert (status, answer["code"]) == (404, 10014)


async def test_another_name_has_to_be_free(sandbox: Sandbox, api: Api, path: str) -> None:
    blue, _ = sandbox.emoji.add("blue", b""), sandbox.emoji.add("red", b"")
    status, answer = await api("PATCH", f"{path}/{blue.id}", {"name": "red"})
    assert (status, codes(answer, "name")) == (400, ["APPLICATION_EMOJI_NAME_ALREADY_TAKEN"])
    assert (await api("PATCH", f"{path}/{blue.id}", {"name": "blue"}))[0] == 200


async def test_another_application_is_out_of_reach(api: Api) -> None:
    assert (await api("GET", "/applications/42/emojis"))[0] == 403


async def test_changes_have_a_strict_limit_of_their_own(sandbox: Sandbox, api: Api, path: str) -> None:
    sandbox.limits.per_second = 1000
    for number in range(50):
        assert (await api("POST", path, {"name": f"emoji_{number}", "image": data_uri()}))[0] == 201
    status, answer = await api("POST", path, {"name": "one_more", "image": data_uri()})
    assert status == 429
    assert answer["retry_after"] > 3000
    assert (await api("GET", path))[0] == 200


async def test_a_picture_is_served_until_it_is_deleted(sandbox: Sandbox) -> None:
    emoji = sandbox.emoji.add("blue_7", tiny_png())
    async with aiohttp.ClientSession() as session:
        for kind in ("png", "webp"):
            async with session.get(f"{sandbox.url}/emojis/{emoji.id}.{kind}") as answer:
                assert (answer.status, answer.content_type) == (200, "image/png")
                assert await answer.read() == tiny_png()
        sandbox.emoji.remove(emoji.id)
        async with session.get(f"{sandbox.url}/emojis/{emoji.id}.png") as answer:
            assert answer.status == 404


def with_emoji(number: int) -> dict[str, Any]:
    emoji = {"id": str(number), "name": "blue_7"}
    button = {"type": 2, "style": 1, "custom_id": "a", "emoji": emoji}
    options = [{"label": "x", "value": "x", "emoji": emoji}]
    rows = [[button], [{"type": 3, "custom_id": "b", "options": options}]]
    return {"content": "x", "components": [{"type": 1, "components": row} for row in rows]}


async def test_components_take_only_emoji_of_the_application(sandbox: Sandbox, api: Api) -> None:
    emoji = sandbox.emoji.add("blue_7", tiny_png())
    path = f"/channels/{sandbox.person('Ann').channel.id}/messages"
    status, message = await api("POST", path, with_emoji(emoji.id))
    assert status == 200
    assert message["components"][0]["components"][0]["emoji"]["id"] == str(emoji.id)
    for method, where in (("POST", path), ("PATCH", f"{path}/{message['id']}")):
        status, answer = await api(method, where, with_emoji(42))
        assert (status, answer["code"]) == (400, 50035)
        rows = answer["errors"]["components"]
        assert codes(rows["0"]["components"]["0"]["emoji"], "name") == ["BUTTON_COMPONENT_INVALID_EMOJI"]
        option = rows["1"]["components"]["0"]["options"]["0"]
        assert codes(option["emoji"], "name") == ["BUTTON_COMPONENT_INVALID_EMOJI"]
