"""Fingers on buttons, commands and forms: each answer is waited for and timed."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

from bench.load.buttons import Control, controls, words
from bench.load.observations import MISSED, Notebook
from bench.load.pair import Pair, Seat
from sandbox.interactions.interactions import Answer, Interaction
from sandbox.people.client import Client
from sandbox.server.platform import Platform
from sandbox.wire import InteractionType, Wire
from sandbox.world.entities import Message


class Errands:
    """What is under way."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def run(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        while self._tasks:
            await asyncio.gather(*self._tasks)


class Fingers:
    def __init__(self, platform: Platform, notes: Notebook, errands: Errands) -> None:
        self._platform = platform
        self._notes = notes
        self._errands = errands

    async def challenge(self, pair: Pair) -> Message | None:
        """The first challenges the second to the pair's next game."""
        one, two = pair.seats
        options = [{"name": pair.game, "options": [{"name": "opponent", "value": str(two.user.id)}]}]
        client = Client(self._platform, one.user)
        command = next(each["id"] for each in client.offered(pair.channel) if each["name"] == "duel")
        return self._made(await self.answered(client.slash(pair.channel, command, options)), "challenge")

    async def ask_for(self, seat: Seat, message: Message, verb: str) -> Message | None:
        """The message that the button with this verb leads to."""
        control = next(each for each in controls(message) if each.verb == verb)
        return self._made(await self.press(seat, message, control), verb)

    async def press(
        self, seat: Seat, message: Message, control: Control, *, twice: bool = False
    ) -> Answer | None:
        pressing = self._tap(seat, message, control)
        if twice:
            self._errands.run(self._look_away(self._tap(seat, message, control)))
        return await self.answered(pressing)

    async def send(self, seat: Seat, form: Wire, field: str, value: str) -> Answer | None:
        client = Client(self._platform, seat.user)
        return await self.answered(client.submit(form["custom_id"], [{"custom_id": field, "value": value}]))

    async def answered(self, interaction: Interaction) -> Answer | None:
        began = time.perf_counter()
        answer = await interaction.answer if interaction.answer is not None else None
        self._notes.note_answer(time.perf_counter() - began)
        if answer is None:
            self._notes.wrong[MISSED] += 1
        return answer

    def _tap(self, seat: Seat, message: Message, control: Control) -> Interaction:
        data = {"custom_id": control.custom_id, "component_type": 2, "id": control.component}
        return self._platform.interactions.create(
            InteractionType.COMPONENT, seat.user, seat.pair.channel, data, message
        )

    async def _look_away(self, pressing: Interaction) -> None:
        """The second tap of a double tap has to be answered too, whatever with."""
        await self.answered(pressing)

    def _made(self, answer: Answer | None, what: str) -> Message | None:
        """What was asked for; a refusal has nothing to press."""
        message = answer.message if answer else None
        if message is not None and not controls(message):
            self._notes.wrong[f"answers to {what} that said: {words(message)}"] += 1
            return None
        return message
