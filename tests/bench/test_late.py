"""How runs with many people know what answers a press that was acknowledged first."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import aiohttp
import pytest

from bench.load.actions import Actions
from bench.load.observations import SENT_AWAY, UNFINISHED, LoadObservations
from bench.rig.late import whole_answer
from bot.process.background import BackgroundTasks
from bot.ui.wire.overload import TOO_MANY
from sandbox import Sandbox, World
from sandbox.interactions.interactions import Answer, Interaction
from sandbox.people.person import Person
from sandbox.wire import InteractionType, Wire
from sandbox.world.entities import Message
from tests.sandbox.conftest import Api

WAIT, THINK = {"type": 6}, {"type": 5, "data": {"flags": 64}}
BUTTON = {"type": 2, "style": 1, "label": "Pick", "custom_id": "pick"}


@dataclass
class Pressed:
    """Ann's press on a button of a board, and what the bot can do about it."""

    api: Api
    board: Message
    press: Interaction

    async def acknowledge(self, how: Wire) -> None:
        await self.api("POST", f"/interactions/{self.press.id}/{self.press.token}/callback", how)

    async def edit_as_bot(self, text: str) -> None:
        await self.api("PATCH", f"/channels/{self.board.channel_id}/messages/{self.board.id}", said(text))

    async def through_token(self, method: str, text: str | None = None, after: str = "") -> None:
        path = f"/webhooks/{self.api.sandbox.world.bot.id}/{self.press.token}{after}"
        await self.api(method, path, None if text is None else said(text))


def said(text: str) -> Wire:
    return {"content": text, "components": [{"type": 1, "components": [BUTTON]}]}


@pytest.fixture
async def pressed() -> AsyncIterator[Pressed]:
    async with (
        Sandbox(World.of({"The Arena": ["Ann", "Bob"]})) as sandbox,
        aiohttp.ClientSession() as session,
    ):
        api, ann = Api(sandbox, session), sandbox.person("Ann")
        _, posted = await api("POST", f"/channels/{ann.channel.id}/messages", said("Pick."))
        board = sandbox.platform.messages.get(int(posted["id"]))
        assert board is not None
        yield Pressed(api, board, press(sandbox, ann, board))


def press(sandbox: Sandbox, person: Person, board: Message) -> Interaction:
    data = {"custom_id": "pick", "component_type": 2, "id": 2}
    return sandbox.platform.interactions.create(
        InteractionType.COMPONENT, person.user, person.channel, data, board
    )


async def answered(pressed: Pressed) -> "asyncio.Task[tuple[Answer | None, Answer | None]]":
    answering = asyncio.create_task(whole_answer(pressed.api.sandbox.platform, pressed.press, 5.0))
    await asyncio.sleep(0)
    return answering


async def test_a_change_for_another_reason_is_no_answer(pressed: Pressed) -> None:
    answering = await answered(pressed)
    await pressed.acknowledge(WAIT)
    await pressed.edit_as_bot("The clock runs.")
    assert not answering.done()
    await pressed.through_token("PATCH", "Locked in.", "/messages/@original")
    first, answer = await answering
    assert first is not answer
    assert answer is not None
    assert answer.message is pressed.board


async def test_what_takes_the_place_of_thinking_is_the_answer(pressed: Pressed) -> None:
    answering = await answered(pressed)
    await pressed.acknowledge(THINK)
    await pressed.through_token("PATCH", "Your hand.", "/messages/@original")
    _, answer = await answering
    assert answer is not None
    assert answer.message is not None
    assert answer.message.wire["content"] == "Your hand."


async def test_if_thinking_is_taken_away_the_pressed_message_is_the_answer(pressed: Pressed) -> None:
    answering = await answered(pressed)
    await pressed.acknowledge(THINK)
    await pressed.edit_as_bot("Locked in.")
    assert not answering.done()
    await pressed.through_token("DELETE", after="/messages/@original")
    _, answer = await answering
    assert answer is not None
    assert answer.message is pressed.board


async def test_those_who_are_sent_away_are_told_apart_from_those_who_are_forgotten(
    pressed: Pressed, monkeypatch: pytest.MonkeyPatch
) -> None:
    observed = LoadObservations()
    actions = Actions(pressed.api.sandbox.platform, observed, BackgroundTasks())
    answering = asyncio.create_task(actions.answer_to(pressed.press))
    await asyncio.sleep(0)
    await pressed.acknowledge(WAIT)
    await pressed.through_token("POST", TOO_MANY)
    assert await answering is not None
    assert observed.wrong == {SENT_AWAY: 1}
    monkeypatch.setattr("bench.load.actions.PATIENCE", 0.01)
    for person, what in (("Ann", {SENT_AWAY: 2}), ("Bob", {SENT_AWAY: 2, UNFINISHED: 1})):
        pressed.press = press(pressed.api.sandbox, pressed.api.sandbox.person(person), pressed.board)
        answering = asyncio.create_task(actions.answer_to(pressed.press))
        await asyncio.sleep(0)
        await pressed.acknowledge(WAIT)
        assert await answering is None
        assert observed.wrong == what
