"""Routes that start, join, leave and list threads."""

from sandbox.limits.messages import check_new
from sandbox.messages.messages import Draft
from sandbox.rest.call import Call, Result, Route, Status
from sandbox.server.errors import (
    ApiError,
    BodyErrors,
    invalid,
    thread_archived,
    unknown_member,
    wrong_kind,
)
from sandbox.wire import ChannelType, MessageFlag, Wire
from sandbox.world.channel import Channel
from sandbox.world.entities import Message
from sandbox.world.kinds import THREADS, THREADS_IN
from sandbox.world.permissions import Permission

ARCHIVE_AFTER = (60, 1440, 4320, 10080)


def start_from_message(call: Call) -> Status:
    channel = call.channel(Permission.CREATE_PUBLIC_THREADS)
    message = call.platform.messages.public(channel.id, call.id("message_id"))
    if message.id in call.platform.world.channels:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    news = channel.type is ChannelType.NEWS
    kind = ChannelType.NEWS_THREAD if news else ChannelType.PUBLIC_THREAD
    thread = _start(call, channel, kind, message)
    message.wire["flags"] |= MessageFlag.HAS_THREAD
    message.wire["thread"] = thread.wire()
    call.platform.messages.announce(message)
    return Status(201, thread.wire())


def start_alone(call: Call) -> Status:
    channel = call.channel()
    if channel.type is ChannelType.FORUM:
        return _post(call, channel)
    kind = call.fields.get("type", ChannelType.PRIVATE_THREAD)
    private = kind == ChannelType.PRIVATE_THREAD
    call.need(channel, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS)
    if kind not in THREADS:
        raise invalid("BASE_TYPE_CHOICES", "Value must be one of (10, 11, 12).", "type")
    return Status(201, _start(call, channel, ChannelType(kind), None).wire())


def _post(call: Call, forum: Channel) -> Status:
    """Starts a post in a forum: a thread with its first message, which has the id of the thread."""
    call.need(forum, Permission.SEND_MESSAGES)
    body = call.fields.get("message")
    if not isinstance(body, dict):
        raise invalid("BASE_TYPE_REQUIRED", "This field is required", "message")
    check_new(body, call.uploads, call.emoji, "message")
    thread = _start(call, forum, ChannelType.PUBLIC_THREAD, None)
    draft = Draft(thread, call.platform.world.bot, body, call.uploads, id=thread.id)
    return Status(201, thread.wire() | {"message": call.platform.messages.create(draft).wire})


def join(call: Call) -> Result:
    channel, user, world = _open_thread(call), _user(call), call.platform.world
    if user != world.bot.id:
        call.need(channel, Permission.SEND_MESSAGES_IN_THREADS)
        if user not in world.guilds[channel.guild_id].members:
            raise ApiError(400, 50033, "Invalid Recipient(s)")
    call.platform.threads.set_member(channel, user, joined=True, by=world.bot)
    return None


def leave(call: Call) -> Result:
    channel, user = _open_thread(call), _user(call)
    if user != call.platform.world.bot.id:
        call.need(channel, Permission.MANAGE_THREADS)
    call.platform.threads.set_member(channel, user, joined=False)
    return None


def list_members(call: Call) -> list[Wire]:
    channel = _thread(call)
    members = channel.thread.members if channel.thread else ()
    return [call.platform.threads.member_wire(channel, user) for user in members]


def get_member(call: Call) -> Wire:
    channel, user = _thread(call), _user(call)
    if channel.thread is None or user not in channel.thread.members:
        raise unknown_member()
    return call.platform.threads.member_wire(channel, user)


def list_archived(call: Call) -> Wire:
    parent = call.channel(Permission.READ_MESSAGE_HISTORY)
    threads = [
        channel.wire()
        for channel in call.platform.world.guilds[parent.guild_id].channels.values()
        if channel.thread is not None and channel.thread.archived and channel.parent_id == parent.id
    ]
    return {"threads": threads, "members": [], "has_more": False}


def _start(call: Call, channel: Channel, kind: ChannelType, source: Message | None) -> Channel:
    if kind not in THREADS_IN.get(channel.type, ()):
        raise wrong_kind()
    name, minutes = call.fields.get("name"), call.fields.get("auto_archive_duration") or 1440
    errors = BodyErrors()
    if not isinstance(name, str) or not 1 <= len(name) <= 100:
        errors.add("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.", "name")
    if minutes not in ARCHIVE_AFTER:
        text = "Value must be one of (60, 1440, 4320, 10080)."
        errors.add("BASE_TYPE_CHOICES", text, "auto_archive_duration")
    errors.refuse()
    call.refuse_violation()
    return call.platform.threads.start(
        channel, str(name), call.platform.world.bot, kind, source=source, minutes=minutes
    )


def _thread(call: Call) -> Channel:
    channel = call.channel()
    if not channel.is_thread:
        raise wrong_kind()
    return channel


def _open_thread(call: Call) -> Channel:
    channel = _thread(call)
    if channel.is_archived:
        raise thread_archived()
    return channel


def _user(call: Call) -> int:
    return call.platform.world.bot.id if call.path.get("user_id", "@me") == "@me" else call.id("user_id")


CHANNEL = "/channels/{channel_id}"

ROUTES = (
    Route("POST", CHANNEL + "/messages/{message_id}/threads", start_from_message, checks_body=True),
    Route("POST", CHANNEL + "/threads", start_alone, checks_body=True),
    Route("GET", CHANNEL + "/threads/archived/public", list_archived),
    Route("GET", CHANNEL + "/thread-members", list_members),
    Route("GET", CHANNEL + "/thread-members/{user_id}", get_member),
    Route("PUT", CHANNEL + "/thread-members/{user_id}", join),
    Route("DELETE", CHANNEL + "/thread-members/{user_id}", leave),
)
