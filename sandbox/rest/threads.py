"""Routes that start, join, leave and list threads."""

from sandbox.rest.call import Call, Result, Route, Status
from sandbox.rest.messages import check_open
from sandbox.server.errors import ApiError, BodyErrors, unknown_member
from sandbox.wire import ChannelType, MessageFlag, Wire
from sandbox.world.channel import Channel
from sandbox.world.permissions import Permission

ARCHIVE_AFTER = (60, 1440, 4320, 10080)


def start_from_message(call: Call) -> Status:
    channel = call.channel(Permission.CREATE_PUBLIC_THREADS)
    message = call.platform.messages.public(channel.id, call.id("message_id"))
    if message.id in call.platform.world.channels:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    thread = _start(call, channel, ChannelType.PUBLIC_THREAD, message.id)
    message.wire["flags"] |= MessageFlag.HAS_THREAD
    message.wire["thread"] = thread.wire()
    call.platform.messages.announce(message)
    return Status(201, thread.wire())


def start_alone(call: Call) -> Status:
    private = call.fields.get("type") == ChannelType.PRIVATE_THREAD or "type" not in call.fields
    needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    channel = call.channel(needed)
    kind = ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD
    return Status(201, _start(call, channel, kind, None).wire())


def join(call: Call) -> Result:
    channel = _open_thread(call)
    call.platform.changes.set_thread_member(channel, _user(call), joined=True)
    return None


def leave(call: Call) -> Result:
    channel, user = _open_thread(call), _user(call)
    if user != call.platform.world.bot.id:
        call.need(channel, Permission.MANAGE_THREADS)
    call.platform.changes.set_thread_member(channel, user, joined=False)
    return None


def list_members(call: Call) -> list[Wire]:
    channel = _thread(call)
    members = channel.thread.members if channel.thread else ()
    return [call.platform.changes.thread_member(channel, user) for user in members]


def get_member(call: Call) -> Wire:
    channel, user = _thread(call), _user(call)
    if channel.thread is None or user not in channel.thread.members:
        raise unknown_member()
    return call.platform.changes.thread_member(channel, user)


def list_archived(call: Call) -> Wire:
    parent = call.channel(Permission.READ_MESSAGE_HISTORY)
    threads = [
        channel.wire()
        for channel in call.platform.world.guilds[parent.guild_id].channels.values()
        if channel.thread is not None and channel.thread.archived and channel.parent_id == parent.id
    ]
    return {"threads": threads, "members": [], "has_more": False}


def _start(call: Call, channel: Channel, kind: ChannelType, thread_id: int | None) -> Channel:
    if channel.is_dm or channel.is_thread:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    name, minutes = call.fields.get("name"), call.fields.get("auto_archive_duration") or 1440
    errors = BodyErrors()
    if not isinstance(name, str) or not 1 <= len(name) <= 100:
        errors.add("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.", "name")
    if minutes not in ARCHIVE_AFTER:
        text = "Value must be one of (60, 1440, 4320, 10080)."
        errors.add("BASE_TYPE_CHOICES", text, "auto_archive_duration")
    errors.refuse()
    call.refuse_violation()
    thread = call.platform.changes.create_thread(channel, str(name), call.platform.world.bot, kind, thread_id)
    if thread.thread is not None:
        thread.thread.archive_minutes = minutes
    return thread


def _thread(call: Call) -> Channel:
    channel = call.channel()
    if not channel.is_thread:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    return channel


def _open_thread(call: Call) -> Channel:
    channel = _thread(call)
    check_open(channel)
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
