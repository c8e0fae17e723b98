"""What people in a load run do: they press buttons, use commands and send forms. Every answer is timed."""

import asyncio
import time
from collections.abc import Callable

from bench.load.buttons import Button, buttons_of, text_of
from bench.load.observations import MISSED, SENT_AWAY, UNFINISHED, LoadObservations
from bench.load.pair import Member, Pair
from bench.rig.late import whole_answer
from bot.process.background import BackgroundTasks
from bot.ui.wire.overload import LONGEST_WAIT, ONE_SENTENCE, TOO_MANY
from sandbox.interactions.interactions import Answer, Interaction
from sandbox.people.client import Client
from sandbox.server.platform import Platform
from sandbox.wire import CallbackType, InteractionType, Wire
from sandbox.world.entities import Message

PATIENCE = 2 * LONGEST_WAIT
"""Seconds for which somebody waits for the answer to an acknowledged press. Then they act again."""


class Actions:
    """Sends what people do to the bot, waits for the answers and records how long they took."""

    def __init__(self, platform: Platform, observed: LoadObservations, errands: BackgroundTasks) -> None:
        self._platform = platform
        self._observed = observed
        self._errands = errands
        self._told: dict[int, float] = {}
        """When each person was last told that they were sent away."""

    async def challenge(self, pair: Pair) -> Message | None:
        """The first person challenges the second to the pair's next game. Returns the challenge."""
        one, two = pair.members
        options = [{"name": pair.game, "options": [{"name": "opponent", "value": str(two.user.id)}]}]
        client = Client(self._platform, one.user)
        command = next(each["id"] for each in client.offered(pair.channel) if each["name"] == "duel")
        answer = await self._insist(lambda: client.slash(pair.channel, command, options))
        return self._message_in(answer, "challenge")

    async def ask_for(self, member: Member, message: Message, verb: str) -> Message | None:
        """Presses the button with this verb and returns the message that answers it."""
        button = next(each for each in buttons_of(message) if each.verb == verb)
        answer = await self._insist(lambda: self._press_once(member, message, button))
        return self._message_in(answer, verb)

    async def press(
        self, member: Member, message: Message, button: Button, *, twice: bool = False
    ) -> Answer | None:
        """None if there was no answer, or if the person was sent away."""
        pressing = self._press_once(member, message, button)
        if twice:
            self._errands.run(self._await_second_answer(self._press_once(member, message, button)))
        return _unless_sent_away(await self.answer_to(pressing))

    async def send(self, member: Member, form: Wire, field: str, value: str) -> Answer | None:
        client = Client(self._platform, member.user)
        answer = await self.answer_to(
            client.submit(form["custom_id"], [{"custom_id": field, "value": value}])
        )
        return _unless_sent_away(answer)

    async def answer_to(self, interaction: Interaction) -> Answer | None:
        """What answers it in the end. Three seconds are for the first answer, which may only acknowledge; the
        time is that of the whole."""
        began = time.perf_counter()
        first, answer = await whole_answer(self._platform, interaction, PATIENCE)
        self._observed.record_answer(time.perf_counter() - began)
        if first is None:
            self._observed.wrong[MISSED] += 1
        elif answer is None:
            is_told = self._told.get(interaction.user.id, 0.0) > began - ONE_SENTENCE
            self._observed.wrong[SENT_AWAY if is_told else UNFINISHED] += 1
        elif answer is not first:
            self._observed.acknowledged_first += 1
        if _is_sent_away(answer):
            self._told[interaction.user.id] = time.perf_counter()
            self._observed.wrong[SENT_AWAY] += 1
        return answer

    async def _insist(self, ask: Callable[[], Interaction]) -> Answer | None:
        """What answers somebody who asks again after a while when they are sent away."""
        while _is_sent_away(answer := await self.answer_to(ask())):
            await asyncio.sleep(ONE_SENTENCE)
        return answer

    def _press_once(self, member: Member, message: Message, button: Button) -> Interaction:
        data = {"custom_id": button.custom_id, "component_type": 2, "id": button.component}
        return self._platform.interactions.create(
            InteractionType.COMPONENT, member.user, member.pair.channel, data, message
        )

    async def _await_second_answer(self, pressing: Interaction) -> None:
        """Waits for the answer to the second tap of a double tap. Any answer will do."""
        await self.answer_to(pressing)

    def _message_in(self, answer: Answer | None, what: str) -> Message | None:
        """The message in an answer. A refusal, which has no buttons, is recorded as wrong."""
        message = answer.message if answer else None
        if message is not None and not buttons_of(message):
            self._observed.wrong[f"answers to {what} that said: {text_of(message)}"] += 1
            return None
        return message


def _is_sent_away(answer: Answer | None) -> bool:
    """The sentence for those who are sent away stands in a message of its own."""
    if answer is None or answer.message is None or answer.kind is not CallbackType.MESSAGE:
        return False
    return TOO_MANY in text_of(answer.message)


def _unless_sent_away(answer: Answer | None) -> Answer | None:
    return None if _is_sent_away(answer) else answer
