"""A person whose presses are acknowledged before they are answered, and who waits for the answers."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from sandbox.interactions.interactions import Interaction
from sandbox.people.person import PATIENCE, Person, Reply
from sandbox.server.platform import Platform
from sandbox.wire import CallbackType
from sandbox.world.entities import Message
from sandbox.world.user import User

DEFERRED = (CallbackType.DEFERRED_MESSAGE, CallbackType.DEFERRED_UPDATE)


class LatePerson(Person):
    def __init__(
        self, platform: Platform, user: User, reaction: float, unanswered: Callable[[], int]
    ) -> None:
        """`unanswered` is how many presses the bot has yet to answer."""
        super().__init__(platform, user, reaction)
        self._unanswered = unanswered

    async def _do(self, what: str, start: Callable[[], Interaction]) -> Reply:
        """The reply is what comes without an acknowledgement too: the message that was made or changed."""
        begun: list[Interaction] = []
        shown: list[object] = []

        def begin() -> Interaction:
            begun.append(start())
            shown.append(self._content(begun[0].source_id))
            return begun[0]

        reply = await super()._do(what, begin)
        if reply.kind not in DEFERRED:
            return reply
        async with asyncio.timeout(PATIENCE):
            while self._unanswered():
                await asyncio.sleep(0.001)
        made = self._made_for(begun[0])
        if made is not None:
            kind = reply.kind if made.is_loading else CallbackType.MESSAGE
            return replace(reply, kind=kind, message=self._view.read(made))
        pressed = self._platform.messages.get(begun[0].source_id or 0)
        kind = reply.kind if self._content(begun[0].source_id) is shown[0] else CallbackType.UPDATE
        return replace(reply, kind=kind, message=None if pressed is None else self._view.read(pressed))

    def _made_for(self, interaction: Interaction) -> Message | None:
        """The first message that was made for it and is still there."""
        made = [self._platform.messages.get(number) for number in sorted(interaction.made)]
        return next((message for message in made if message is not None), None)

    def _content(self, message: int | None) -> object:
        """What a message shows; an edit makes it another object."""
        found = self._platform.messages.get(message or 0)
        return None if found is None else found.wire["components"]
