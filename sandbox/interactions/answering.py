"""Carries out a bot's answer to an interaction: the callback and its follow-ups."""

from collections.abc import Sequence

from sandbox.interactions.interactions import Answer, Interaction
from sandbox.messages.composing import Upload, numbered
from sandbox.messages.messages import Draft
from sandbox.people.modals import OpenModal
from sandbox.server.errors import ApiError, missing_access, thread_archived, unknown_message
from sandbox.server.platform import Platform
from sandbox.wire import CallbackType, InteractionType, MessageFlag, MessageType, Wire
from sandbox.world.entities import Message
from sandbox.world.permissions import Permission

FOLLOW_UPS_WITHOUT_BOT = 5


def answer(
    platform: Platform, interaction: Interaction, kind: CallbackType, data: Wire, uploads: Sequence[Upload]
) -> Answer:
    result = _carry_out(platform, interaction, kind, data, uploads)
    interaction.acknowledged = kind
    if result.message is not None:
        interaction.original_id = result.message.id
    interaction.settle(result)
    return result


def follow_up(platform: Platform, interaction: Interaction, body: Wire, uploads: Sequence[Upload]) -> Message:
    """Sends a follow-up. The first one replaces a "thinking" message and stays as private as that was."""
    interaction.follow_ups += 1
    if not interaction.by_guild and interaction.follow_ups > FOLLOW_UPS_WITHOUT_BOT:
        text = "This interaction has reached the maximum number of follow-up messages"
        raise ApiError(400, 40094, text)
    original = _find(platform, interaction.original_id)
    if original is not None and original.is_loading:
        return platform.messages.edit(original, body, uploads)
    return _send(platform, interaction, body, uploads)


def check_place(platform: Platform, interaction: Interaction) -> None:
    """Refuses every use of a token in a thread that is archived, or locked for the bot."""
    channel, bot = platform.world.channel(interaction.channel_id), platform.world.bot
    if channel.is_archived or platform.threads.is_locked_for(bot, channel):
        guild = platform.world.guild_of(channel)
        inside = guild is not None and bot.id in guild.members
        raise thread_archived() if inside else missing_access()


def original_of(platform: Platform, interaction: Interaction) -> Message:
    message = _find(platform, interaction.original_id)
    if message is None:
        raise unknown_message()
    return message


def message_of(platform: Platform, interaction: Interaction, message_id: int) -> Message:
    """Finds a message that a token can reach by its id: one that the token itself has made.

    Discord does not say whether a press's token also reaches the pressed message by id, so that is a switch.
    """
    by_id = platform.tokens_reach_component_by_id and message_id == interaction.source_id
    message = platform.messages.get(message_id)
    if message is None or not (by_id or message_id in interaction.made):
        raise unknown_message()
    return message


def _carry_out(
    platform: Platform, interaction: Interaction, kind: CallbackType, data: Wire, uploads: Sequence[Upload]
) -> Answer:
    if kind is CallbackType.MESSAGE:
        return Answer(kind, _send(platform, interaction, data, uploads))
    if kind is CallbackType.DEFERRED_MESSAGE:
        body = {"flags": (data.get("flags") or 0) & MessageFlag.EPHEMERAL}
        return Answer(kind, _send(platform, interaction, body, flags=MessageFlag.LOADING))
    if kind is CallbackType.CHOICES:
        return Answer(kind, choices=data["choices"] or [])
    if kind is CallbackType.MODAL:
        modal = data | {"components": numbered(data["components"])}
        opened = OpenModal(modal, interaction.channel_id, interaction.source_id, interaction.owners)
        platform.open_modals[interaction.user.id] = opened
        return Answer(kind, modal=modal)
    if interaction.source_id is None:
        return Answer(kind)
    source = _find(platform, interaction.source_id)
    if source is None:
        raise unknown_message()
    if kind is CallbackType.UPDATE:
        platform.messages.edit(source, data, uploads)
    return Answer(kind, source)


def _send(
    platform: Platform,
    interaction: Interaction,
    body: Wire,
    uploads: Sequence[Upload] = (),
    *,
    flags: int = 0,
) -> Message:
    world = platform.world
    private = bool((body.get("flags") or 0) & MessageFlag.EPHEMERAL) or _must_be_private(
        platform, interaction
    )
    draft = Draft(
        world.channel(interaction.channel_id),
        world.bot,
        body,
        uploads,
        _message_type(interaction),
        interaction.user.id if private else None,
        flags | (MessageFlag.EPHEMERAL if private else 0),
        _origin_fields(platform, interaction),
    )
    message = platform.messages.create(draft)
    interaction.made.add(message.id)
    return message


def _must_be_private(platform: Platform, interaction: Interaction) -> bool:
    """Whether an answer is ephemeral in any case: in a guild, for one who may not use external apps."""
    if interaction.by_guild or interaction.guild_id is None:
        return False
    channel = platform.world.channel(interaction.channel_id)
    return not platform.world.permissions(interaction.user, channel) & Permission.USE_EXTERNAL_APPS


def _origin_fields(platform: Platform, interaction: Interaction) -> Wire:
    """The fields of a message that say which interaction it answers."""
    metadata = platform.interactions.metadata(interaction)
    if interaction.original_id is not None:
        metadata["original_response_message_id"] = str(interaction.original_id)
    bot = str(platform.world.bot.id)
    extra: Wire = {"webhook_id": bot, "application_id": bot, "interaction_metadata": metadata}
    if interaction.source_id is not None and interaction.type is InteractionType.COMPONENT:
        ids = {"channel_id": str(interaction.channel_id), "message_id": str(interaction.source_id)}
        extra["message_reference"] = {"type": 0, **ids}
    return extra


def _message_type(interaction: Interaction) -> MessageType:
    if interaction.from_menu:
        return MessageType.CONTEXT_MENU_COMMAND
    if interaction.type is InteractionType.COMMAND:
        return MessageType.CHAT_INPUT_COMMAND
    return MessageType.REPLY if interaction.source_id else MessageType.DEFAULT


def _find(platform: Platform, message_id: int | None) -> Message | None:
    return None if message_id is None else platform.messages.get(message_id)
