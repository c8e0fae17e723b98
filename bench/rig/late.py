"""Waits for the answer to a press that the bot has acknowledged first."""

import asyncio

from bot.ui.wire.reply import BELOW
from sandbox.interactions.components import walk
from sandbox.interactions.interactions import Answer, Interaction
from sandbox.server.platform import Platform
from sandbox.wire import CallbackType
from sandbox.world.entities import Message

DEFERRED = (CallbackType.DEFERRED_MESSAGE, CallbackType.DEFERRED_UPDATE)
PATIENCE = 120.0
"""Seconds after which no answer is expected any more."""


async def whole_answer(
    platform: Platform, interaction: Interaction, patience: float = PATIENCE
) -> tuple[Answer | None, Answer | None]:
    """The first answer, and the one that shows something; both are the same if nothing was acknowledged. None
    is an answer that did not come in time: `patience` is for one that follows an acknowledgement."""
    first = await interaction.answer if interaction.answer is not None else None
    if first is None or first.kind not in DEFERRED:
        return first, first
    with platform.watch.on(interaction.channel_id) as change:
        try:
            async with asyncio.timeout(patience):
                while (shown := _shown(platform, interaction)) is None:
                    change.clear()
                    await change.wait()
        except TimeoutError:
            return first, None
    return first, shown


def _shown(platform: Platform, interaction: Interaction) -> Answer | None:
    """A message that was made for it and is thought about no longer, or the pressed one if it was changed for
    it. One that says that a public one is below it is not what was asked for."""
    made = [platform.messages.get(number) for number in sorted(interaction.made)]
    for message in made:
        if message is not None and not message.is_loading and not _points_below(message):
            return Answer(CallbackType.MESSAGE, message)
    is_over = interaction.has_changed_source or (bool(made) and not any(made))
    return Answer(CallbackType.UPDATE, _pressed(platform, interaction)) if is_over else None


def _points_below(message: Message) -> bool:
    return any(part.get("content") == BELOW for part in walk(message.wire["components"]))


def _pressed(platform: Platform, interaction: Interaction) -> Message | None:
    return None if interaction.source_id is None else platform.messages.get(interaction.source_id)
