"""Routes that get, change and delete channels and their permission overwrites."""

from sandbox.rest.call import Call, Result, Route
from sandbox.rest.threads import ARCHIVE_AFTER
from sandbox.server.errors import ApiError, invalid, thread_archived
from sandbox.wire import Wire
from sandbox.world.channel import Channel
from sandbox.world.permissions import Permission
from sandbox.world.snowflake import as_id


def get_channel(call: Call) -> Wire:
    return _wire(call, call.channel())


def edit_channel(call: Call) -> Wire:
    channel = call.channel()
    if channel.is_dm:
        raise ApiError(400, 50003, "Cannot execute action on a DM channel")
    if channel.is_thread:
        _edit_thread(call, channel)
    else:
        call.need(channel, Permission.MANAGE_CHANNELS)
        channel.topic = call.fields.get("topic", channel.topic)
    channel.name = _name(call.fields, channel.name)
    call.platform.changes.update_channel(channel)
    return _wire(call, channel)


def delete_channel(call: Call) -> Wire:
    channel = call.channel()
    if channel.is_dm:
        return channel.wire()
    call.need(channel, Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS)
    wire = _wire(call, channel)
    call.platform.changes.delete_channel(channel)
    return wire


def put_overwrite(call: Call) -> Result:
    channel = call.channel(Permission.MANAGE_ROLES)
    pair = tuple(as_id(call.fields.get(key) or 0) for key in ("allow", "deny"))
    if None in pair:
        raise invalid("NUMBER_TYPE_COERCE", "Value is not int.", "allow")
    call.platform.changes.set_overwrite(channel, call.id("overwrite_id"), pair[0] or 0, pair[1] or 0)
    return None


def delete_overwrite(call: Call) -> Result:
    channel = call.channel(Permission.MANAGE_ROLES)
    if channel.overwrites.pop(call.id("overwrite_id"), None) is None:
        raise ApiError(404, 10009, "Unknown Overwrite")
    call.platform.changes.update_channel(channel)
    return None


def _edit_thread(call: Call, channel: Channel) -> None:
    """Edits a thread. Without MANAGE_THREADS a bot can edit its own unlocked threads, and can't lock them."""
    thread, body, threads = channel.thread, call.fields, call.platform.threads
    assert thread is not None  # noqa: S101 - the caller has checked
    _check_may_edit(call, channel)
    if thread.archived and body.get("archived", True):
        raise thread_archived()
    minutes = body.get("auto_archive_duration") or thread.archive_minutes
    if minutes not in ARCHIVE_AFTER:
        text = "Value must be one of (60, 1440, 4320, 10080)."
        raise invalid("BASE_TYPE_CHOICES", text, "auto_archive_duration")
    threads.wake(channel)
    threads.keep_for(channel, minutes)
    if "locked" in body:
        threads.lock(channel, locked=bool(body["locked"]))
    if body.get("archived"):
        threads.archive(channel)


def _check_may_edit(call: Call, channel: Channel) -> None:
    """A member of a thread may wake it. All else takes its owner, or who may manage threads."""
    thread, bot = channel.thread, call.platform.world.bot
    only_wakes = set(call.fields) == {"archived"} and not call.fields["archived"]
    if only_wakes and call.platform.threads.may_wake(bot, channel):
        return
    owns = thread is not None and thread.owner_id == bot.id
    if not owns or channel.is_locked or "locked" in call.fields:
        call.need(channel, Permission.MANAGE_THREADS)


def _name(body: Wire, old: str) -> str:
    name = body.get("name", old)
    if not isinstance(name, str) or not 1 <= len(name) <= 100:
        raise invalid("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.", "name")
    return str(name)


def _wire(call: Call, channel: Channel) -> Wire:
    guild = call.platform.world.guild_of(channel)
    return guild.channel_wire(channel) if guild else channel.wire()


ROUTES = (
    Route("GET", "/channels/{channel_id}", get_channel),
    Route("PATCH", "/channels/{channel_id}", edit_channel),
    Route("DELETE", "/channels/{channel_id}", delete_channel),
    Route("PUT", "/channels/{channel_id}/permissions/{overwrite_id}", put_overwrite),
    Route("DELETE", "/channels/{channel_id}/permissions/{overwrite_id}", delete_overwrite),
)
