"""Routes that create, get, edit and delete messages in channels."""

from sandbox.limits.messages import check_edit, check_new
from sandbox.messages.messages import Draft
from sandbox.rest.call import Call, Result, Route
from sandbox.server.errors import ApiError, invalid, missing_permissions, thread_archived, thread_locked
from sandbox.server.ratelimit import FIVE_IN_FIVE, Rate
from sandbox.wire import MessageType, Wire
from sandbox.world.channel import Channel
from sandbox.world.entities import Message
from sandbox.world.kinds import WITHOUT_MESSAGES
from sandbox.world.permissions import Permission
from sandbox.world.snowflake import as_id

SENDING = Rate(5, 5.0)
DELETING = Rate(5, 1.0)
PAGE = 50


def create_message(call: Call) -> Wire:
    channel = call.channel()
    body = call.fields
    check_new(body, call.uploads, call.emoji)
    call.refuse_violation()
    _check_may_send(call, channel, body)
    repeat = call.platform.nonces.seen(channel.id, body)
    if repeat is not None:
        return repeat.wire
    call.platform.threads.count_message(channel, call.platform.world.bot)
    draft = Draft(channel, call.platform.world.bot, body, call.uploads, MessageType.DEFAULT)
    _refer(call, channel, draft)
    message = call.platform.messages.create(draft)
    call.platform.nonces.remember(channel.id, body, message)
    return message.wire


def list_messages(call: Call) -> list[Wire]:
    channel = call.channel()
    granted = call.platform.world.permissions(call.platform.world.bot, channel)
    if not granted & Permission.READ_MESSAGE_HISTORY:
        return []
    found = call.platform.messages.history(channel.id)
    limit = call.number("limit", PAGE, 100)
    if "after" in call.query:
        after = call.number("after", 0)
        found = [m for m in found if m.id > after][:limit]
    elif "before" in call.query:
        before = call.number("before", 0)
        found = [m for m in found if m.id < before]
    elif "around" in call.query:
        middle = call.number("around", 0)
        older = [m for m in found if m.id < middle]
        found = [*older[-(limit // 2) :], *(m for m in found if m.id >= middle)][:limit]
    return [message.wire for message in reversed(found[-limit:])]


def get_message(call: Call) -> Wire:
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    return call.platform.messages.public(channel.id, call.id("message_id")).wire


def edit_message(call: Call) -> Wire:
    channel = call.channel()
    message = call.platform.messages.public(channel.id, call.id("message_id"))
    if message.author_id != call.platform.world.bot.id:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    check_open(call, channel)
    check_edit(call.fields, message, call.uploads, call.emoji)
    call.refuse_violation()
    call.platform.announcement_edits.count(channel)
    call.platform.old_edits.count(message)
    return call.platform.messages.edit(message, call.fields, call.uploads).wire


def delete_message(call: Call) -> Result:
    channel = call.channel()
    message = call.platform.messages.public(channel.id, call.id("message_id"))
    _check_may_delete(call, channel, message)
    call.platform.messages.delete(message)
    return None


def bulk_delete(call: Call) -> Result:
    channel = call.channel(Permission.MANAGE_MESSAGES)
    ids = call.fields.get("messages")
    if not isinstance(ids, list) or not 2 <= len(ids) <= 100:
        raise ApiError(400, 50016, "Provided too few or too many messages to delete.")
    for message_id in ids:
        message = call.platform.messages.get(as_id(message_id) or 0)
        if message is not None and message.channel_id == channel.id and message.only_for is None:
            call.platform.messages.delete(message)
    return None


def start_typing(call: Call) -> Result:
    call.channel(Permission.SEND_MESSAGES)
    return None


def _check_may_send(call: Call, channel: Channel, body: Wire) -> None:
    if channel.is_dm:
        _check_dm(call, channel)
        return
    if channel.type in WITHOUT_MESSAGES:
        raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
    send = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    needed = [send]
    if body.get("embeds"):
        needed.append(Permission.EMBED_LINKS)
    if call.uploads:
        needed.append(Permission.ATTACH_FILES)
    if body.get("message_reference"):
        needed.append(Permission.READ_MESSAGE_HISTORY)
    call.need(channel, *needed)
    if call.platform.threads.is_locked_for(call.platform.world.bot, channel):
        raise thread_archived() if channel.is_archived else thread_locked()


def _check_dm(call: Call, channel: Channel) -> None:
    world = call.platform.world
    person = channel.people[0]
    if not any(world.bot.id in guild.members for guild in world.guilds_of(person)):
        text = "Cannot send messages to this user due to having no mutual guilds"
        raise ApiError(403, 50278, text)
    if not person.accepts_dms:
        raise ApiError(403, 50007, "Cannot send messages to this user")


def check_open(call: Call, channel: Channel) -> None:
    """Refuses to change anything in an archived thread, or in one that is locked for the bot."""
    if channel.is_archived:
        raise thread_archived()
    if call.platform.threads.is_locked_for(call.platform.world.bot, channel):
        raise thread_locked()


def _check_may_delete(call: Call, channel: Channel, message: Message) -> None:
    if channel.is_archived and call.platform.threads.is_locked_for(call.platform.world.bot, channel):
        raise thread_archived()
    if message.author_id == call.platform.world.bot.id:
        return
    if channel.is_dm:
        raise ApiError(403, 50003, "Cannot execute action on a DM channel")
    world = call.platform.world
    if not world.permissions(world.bot, channel) & Permission.MANAGE_MESSAGES:
        raise missing_permissions()


def _refer(call: Call, channel: Channel, draft: Draft) -> None:
    reference = draft.body.get("message_reference")
    if not reference:
        return
    replied = call.platform.messages.get(as_id(reference.get("message_id")) or 0)
    if replied is None or replied.only_for is not None or replied.channel_id != channel.id:
        if reference.get("fail_if_not_exists", True):
            text = "Unknown message"
            raise invalid("REPLIES_UNKNOWN_MESSAGE", text, "message_reference")
        return
    draft.type = MessageType.REPLY
    ids = {"message_id": str(replied.id), "channel_id": str(channel.id)}
    draft.extra = {
        "message_reference": {"type": 0, **ids},
        "referenced_message": {k: v for k, v in replied.wire.items() if k != "referenced_message"},
    }


BASE = "/channels/{channel_id}/messages"

ROUTES = (
    Route("POST", BASE, create_message, SENDING, checks_body=True),
    Route("GET", BASE, list_messages),
    Route("POST", BASE + "/bulk-delete", bulk_delete),
    Route("GET", BASE + "/{message_id}", get_message),
    Route("PATCH", BASE + "/{message_id}", edit_message, FIVE_IN_FIVE, checks_body=True),
    Route("DELETE", BASE + "/{message_id}", delete_message, DELETING),
    Route("POST", "/channels/{channel_id}/typing", start_typing),
)
