"""The page's own socket: what a pane is told, and what it hears when it asks for something odd."""

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import orjson
import pytest

from sandbox import Sandbox
from sandbox.messages.messages import Draft
from sandbox.people.modals import OpenModal
from sandbox.wire import Wire
from tests.sandbox.conftest import Bot, Launch


class Pane:
    """One person's end of the page's socket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._nonce = 0

    async def ask(self, **request: Any) -> Wire:
        """Sends a request; returns the answer to it, past anything else that was told meanwhile."""
        self._nonce += 1
        await self._socket.send_str(orjson.dumps(request | {"nonce": self._nonce}).decode())
        while True:
            told = await self.hear()
            if told.get("nonce") == self._nonce:
                return told

    async def send(self, raw: str) -> None:
        await self._socket.send_str(raw)

    async def hear(self, kind: str | None = None) -> Wire:
        while True:
            told: Wire = orjson.loads((await self._socket.receive(timeout=5)).data)
            if kind is None or told["type"] == kind:
                return told


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.fixture
async def ann(sandbox: Sandbox, http: aiohttp.ClientSession) -> AsyncIterator[Pane]:
    async with http.ws_connect(f"{sandbox.url}/page/ws?person={sandbox.person('Ann').id}") as socket:
        yield Pane(socket)


@pytest.fixture
async def bob(sandbox: Sandbox, http: aiohttp.ClientSession) -> AsyncIterator[Pane]:
    async with http.ws_connect(f"{sandbox.url}/page/ws?person={sandbox.person('Bob').id}") as socket:
        yield Pane(socket)


def greeter() -> Bot:
    bot = Bot()

    @bot.tree.command(description="Say hello.")
    async def hello(interaction: discord.Interaction, person: discord.Member) -> None:
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="Hi", custom_id="hi"))
        private = person.id == interaction.user.id
        await interaction.response.send_message(f"Hello, {person.mention}!", view=view, ephemeral=private)

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(content="Hi!", view=None)

    return bot


def command_id(sandbox: Sandbox, name: str) -> str:
    return next(str(c["id"]) for c in sandbox.platform.commands.everything() if c["name"] == name)


async def test_a_pane_is_told_its_world_and_how_the_bot_is(sandbox: Sandbox, ann: Pane) -> None:
    world = await ann.hear("world")
    assert world["me"]["global_name"] == "Ann"
    assert [p["user"]["global_name"] for p in world["people"]] == ["Ann"]
    assert [p["user"]["global_name"] for p in world["everybody"]] == ["Ann", "Bob"]
    assert [channel["name"] for channel in world["guilds"][0]["channels"]] == ["duels", "lounge"]
    assert world["application"] == {"id": str(sandbox.world.bot.id), "name": "Gauntlet"}
    assert (await ann.hear("bot"))["state"] == "stopped"


async def test_commands_and_the_ready_bot_arrive_as_they_come(ann: Pane, launch: Launch) -> None:
    await launch(greeter())
    while not (world := await ann.hear("world"))["commands"]:
        pass
    assert [command["name"] for command in world["commands"]] == ["hello"]
    while (told := await ann.hear("bot"))["state"] != "ready":
        pass
    assert told == {"type": "bot", "state": "ready", "log": []}


async def test_each_channel_is_told_with_the_commands_that_may_be_used_there(
    sandbox: Sandbox, ann: Pane
) -> None:
    world, guild = sandbox.world, sandbox.world.guild("The Arena")
    put = sandbox.platform.commands.put
    put(None, {"name": "mods", "description": "Not for Ann.", "default_member_permissions": "8"})
    put(None, {"name": "hello", "description": "Hidden by the guild's own."})
    here, _ = put(guild.id, {"name": "hello", "description": "Say hello."})
    anywhere, _ = put(None, {"name": "help", "description": "Help."})
    world.dm_with(world.person("Ann"))
    while not (told := await ann.hear("world"))["dms"]:
        pass
    for channel in told["guilds"][0]["channels"]:
        assert sorted(channel["commands"]) == sorted([here["id"], anywhere["id"]])
    assert here["id"] not in told["dms"][0]["commands"]


async def test_a_command_and_a_press_are_seen_in_both_panes(
    sandbox: Sandbox, ann: Pane, bob: Pane, launch: Launch
) -> None:
    await launch(greeter())
    channel, bob_id = str(sandbox.person("Ann").channel.id), str(sandbox.person("Bob").id)
    options = [{"name": "person", "type": 6, "value": bob_id}]
    told = await ann.ask(do="slash", channel=channel, command=command_id(sandbox, "hello"), options=options)
    assert told["type"] == "acknowledged"
    seen = await bob.hear("message")
    assert seen["message"]["content"] == f"Hello, <@{bob_id}>!"
    assert seen["mentions_me"] is True
    assert (await bob.ask(do="press", message=seen["message"]["id"], custom_id="hi"))[
        "type"
    ] == "acknowledged"
    history = []
    await ann.send(orjson.dumps({"do": "open", "channel": channel, "nonce": 99}).decode())
    history = (await ann.hear("messages"))["messages"]
    assert [message["content"] for message in history] == ["Hi!"]


async def test_an_ephemeral_is_told_to_one_pane_and_can_be_dismissed(
    sandbox: Sandbox, ann: Pane, bob: Pane, launch: Launch
) -> None:
    await launch(greeter())
    channel, ann_id = str(sandbox.person("Ann").channel.id), str(sandbox.person("Ann").id)
    options = [{"name": "person", "type": 6, "value": ann_id}]
    command = command_id(sandbox, "hello")
    await ann.send(
        orjson.dumps({"do": "slash", "channel": channel, "command": command, "options": options}).decode()
    )
    seen = (await ann.hear("message"))["message"]
    assert seen["flags"] & 64
    told = await bob.ask(do="press", message=seen["id"], custom_id="hi")
    assert (told["type"], told["text"]) == ("refused", "There is no such message.")
    await bob.ask(do="say", channel=channel, text="Hello?")
    assert (await ann.hear("message"))["message"]["content"] == "Hello?"
    assert (await ann.ask(do="dismiss", message=seen["id"]))["type"] in {"acknowledged", "gone"}


async def test_a_bot_that_keeps_silent_has_failed(sandbox: Sandbox, ann: Pane) -> None:
    sandbox.platform.commands.put(None, {"name": "go", "description": "Go."})
    channel = str(sandbox.person("Ann").channel.id)
    request = {"do": "slash", "channel": channel, "command": command_id(sandbox, "go"), "nonce": 5}
    await ann.send(orjson.dumps(request).decode())
    await ann.ask(do="open", channel=channel)
    sandbox.clock.advance(3.1)
    assert await ann.hear("failed") == {"type": "failed", "nonce": 5, "text": "This interaction failed"}


async def test_a_further_person_joins_and_can_be_shown(
    sandbox: Sandbox, ann: Pane, http: aiohttp.ClientSession
) -> None:
    assert (await ann.ask(do="add_person", name="Zoe"))["type"] == "acknowledged"
    async with http.get(f"{sandbox.url}/page/people") as answer:
        people = await answer.json()
    assert [entry["user"]["global_name"] for entry in people] == ["Ann", "Bob", "Zoe"]
    while len((world := await ann.hear("world"))["everybody"]) < 3:
        pass
    assert len(world["guilds"][0]["members"]) == 4


@pytest.mark.parametrize(
    ("request_", "text"),
    [
        ({"do": "dance"}, "The sandbox does not know how to 'dance'."),
        ({}, "The sandbox does not know how to 'None'."),
        ({"do": "open"}, "The request lacks 'channel'."),
        ({"do": "open", "channel": "12"}, "There is no such channel for you."),
        ({"do": "open", "channel": "9" * 5000}, "There is no such channel for you."),
        ({"do": "open", "channel": "../etc"}, "There is no such channel for you."),
        ({"do": "open", "channel": {"id": 1}}, "There is no such channel for you."),
        ({"do": "say", "channel": "DUELS", "text": "  "}, "A message can't be empty."),
        ({"do": "say", "channel": "DUELS", "text": 7}, "A message can't be empty."),
        (
            {"do": "say", "channel": "DUELS", "text": "x" * 2001},
            "A message may have at most 2000 characters.",
        ),
        ({"do": "slash", "channel": "DUELS", "command": "1"}, "There is no such command for you here."),
        ({"do": "press", "message": "x", "custom_id": "y"}, "That is not an id."),
        ({"do": "press", "message": [], "custom_id": "y"}, "That is not an id."),
        ({"do": "press", "message": "12", "custom_id": "y"}, "There is no such message."),
        ({"do": "submit", "modal": "x", "components": []}, "That form is not open."),
        ({"do": "add_person", "name": ""}, "A name has 1 to 32 characters."),
        ({"do": "add_person", "name": ["Zoe"]}, "A name has 1 to 32 characters."),
        ({"do": "add_person", "name": "Bob"}, "Someone here has that name already."),
        ({"do": "slash", "channel": "DUELS", "command": "GO", "options": "x"}, "must be a list of objects"),
        ({"do": "slash", "channel": "DUELS", "command": "GO", "options": [7]}, "must be a list of objects"),
        ({"do": "slash", "channel": "DUELS", "command": "GO", "options": [{}]}, "has no option None"),
        ({"do": "complete", "channel": "DUELS", "command": "GO", "options": []}, "must be in focus"),
        ({"do": "menu", "channel": "DUELS", "command": "GO", "target": "1"}, "There is no such command"),
        ({"do": "choose", "message": "BOARD", "custom_id": "s", "values": "r"}, "must be a list of texts"),
        ({"do": "choose", "message": "BOARD", "custom_id": "s", "values": ["g"]}, "not one of the options"),
        ({"do": "choose", "message": "BOARD", "custom_id": "s", "values": []}, "Choose 1 of them."),
        ({"do": "choose", "message": "BOARD", "custom_id": ["s"], "values": []}, "no longer on the message"),
        ({"do": "press", "message": "BOARD", "custom_id": "s"}, "That is not a button to press."),
    ],
)
async def test_a_malformed_request_is_answered_with_one_clear_sentence(
    sandbox: Sandbox, ann: Pane, request_: Wire, text: str
) -> None:
    sandbox.platform.commands.put(None, {"name": "go", "description": "Go."})
    board = sandbox.platform.messages.create(
        draft(sandbox, {"type": 3, "custom_id": "s", "options": [{"label": "Red", "value": "r"}]})
    )
    known = {
        "DUELS": str(sandbox.person("Ann").channel.id),
        "GO": command_id(sandbox, "go"),
        "BOARD": str(board.id),
    }
    filled = {k: known.get(v, v) if isinstance(v, str) else v for k, v in request_.items()}
    told = await ann.ask(**filled)
    assert told["type"] == "refused"
    assert text in told["text"]


@pytest.mark.parametrize(
    ("raw", "text"), [("{", "That was not JSON."), ("[]", "A request must be an object."), ("7", "object")]
)
async def test_what_is_no_request_is_refused_too(ann: Pane, raw: str, text: str) -> None:
    await ann.send(raw)
    told = await ann.hear("refused")
    assert told["nonce"] is None
    assert text in told["text"]


@pytest.mark.parametrize(
    "path", ["/", "/page/people", "/page/static/index.html", "/page/ws?person=1", "/attachments/1/x.png"]
)
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1:1"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
    ],
)
async def test_requests_under_another_name_or_from_another_page_are_refused(
    sandbox: Sandbox, http: aiohttp.ClientSession, path: str, headers: dict[str, str]
) -> None:
    async with http.get(sandbox.url + path, headers=headers) as answer:
        assert answer.status == 403


async def test_the_pages_files_are_served_and_nothing_else_is(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    async with http.get(f"{sandbox.url}/") as answer:
        assert answer.status == 200
        assert answer.content_type == "text/html"
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    for name in ("../server.py", "..%2fserver.py", "nothing.js", "index.html%00", ".hidden.js"):
        async with http.get(f"{sandbox.url}/page/static/{name}") as answer:
            assert answer.status == 404
    for person in ("", "x", "1", "9" * 5000, str(sandbox.world.bot.id)):
        async with http.get(f"{sandbox.url}/page/ws?person={person}") as answer:
            assert answer.status == 404
        async with http.get(f"{sandbox.url}/attachments/{person or 0}/x.png") as answer:
            assert answer.status == 404


def draft(sandbox: Sandbox, component: Wire) -> Any:

    body = {"content": "The board.", "components": [{"type": 1, "components": [component]}]}
    return Draft(sandbox.person("Ann").channel, sandbox.world.bot, body)


NUMBERS = (-1, 2**60, 1.5, "12", "²", "9" * 5000)
JUNK: tuple[Any, ...] = (None, True, *NUMBERS, "", "x" * 3000, [], [[]], [None], {}, {"type": 4})


@pytest.mark.parametrize("seed", range(6))
async def test_no_request_makes_a_pane_stumble(sandbox: Sandbox, ann: Pane, seed: int) -> None:
    """Whatever is asked for, there is an answer to it."""
    dice = random.Random(seed)
    ann_id, channel = str(sandbox.person("Ann").id), sandbox.person("Ann").channel
    option = {"name": "who", "description": "Who.", "type": 6}
    go, _ = sandbox.platform.commands.put(None, {"name": "go", "description": "Go.", "options": [option]})
    greet, _ = sandbox.platform.commands.put(None, {"name": "Greet", "type": 2})
    board = sandbox.platform.messages.create(draft(sandbox, {"type": 5, "custom_id": "s"}))
    field = {"type": 4, "id": 2, "custom_id": "f"}
    form = {
        "title": "T",
        "custom_id": "m",
        "components": [{"type": 18, "id": 1, "label": "L", "component": field}],
    }
    given = [{"name": "who", "type": 6, "value": ann_id, "focused": True}]
    place = {"channel": str(channel.id)}
    for _ in range(60):
        sandbox.platform.open_modals[int(ann_id)] = OpenModal(form, channel.id, None)
        request = dice.choice(
            [
                place | {"do": "open"},
                place | {"do": "say", "text": "Hi."},
                place | {"do": "slash", "command": go["id"], "options": given},
                place | {"do": "complete", "command": go["id"], "options": given},
                place | {"do": "menu", "command": greet["id"], "target": ann_id},
                {"do": "choose", "message": str(board.id), "custom_id": "s", "values": [ann_id]},
                {"do": "press", "message": str(board.id), "custom_id": "s"},
                {"do": "submit", "modal": "m", "components": [{"type": 18, "component": {"custom_id": "f"}}]},
                {"do": "dismiss", "message": str(board.id)},
                {"do": "add_person", "name": "Zoe"},
            ]
        )
        waiting = asyncio.create_task(ann.ask(**spoiled(request, dice)))
        await asyncio.sleep(0.001)
        sandbox.clock.advance(3.1)
        assert (await waiting)["type"] in {"acknowledged", "failed", "refused"}


def spoiled(thing: Any, dice: random.Random) -> Any:
    if isinstance(thing, dict):
        return {k: dice.choice(JUNK) if dice.random() < 0.15 else spoiled(v, dice) for k, v in thing.items()}
    if isinstance(thing, list):
        return [spoiled(item, dice) for item in thing]
    return thing
