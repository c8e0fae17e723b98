"""Checks whether a person's client lets them speak, press or use commands in a channel."""

from sandbox.people.options import Refused
from sandbox.server.errors import ApiError
from sandbox.server.platform import Platform
from sandbox.wire import ChannelType
from sandbox.world.channel import Channel
from sandbox.world.kinds import THREADS_IN, WITHOUT_MESSAGES
from sandbox.world.permissions import Permission
from sandbox.world.user import User


def check_may_speak(platform: Platform, user: User, channel: Channel) -> None:
    granted = platform.world.permissions(user, channel)
    if channel.type in WITHOUT_MESSAGES:
        raise Refused("This is a forum: start a post instead.")
    needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    if not granted & needed:
        raise Refused("You may not send messages here.")
    if platform.threads.is_locked_for(user, channel):
        raise Refused("This thread is locked.")


def check_may_press(platform: Platform, user: User, channel: Channel) -> None:
    """Refuses a press in a locked thread. In an archived one, the client makes the thread active first."""
    if platform.world.is_timed_out(user, channel):
        raise Refused("You are timed out.")
    if platform.threads.is_locked_for(user, channel):
        raise Refused("This thread is locked.")
    if not channel.is_archived:
        return
    if not platform.threads.may_wake(user, channel):
        raise Refused("This thread is archived, and you are not in it.")
    try:
        platform.threads.wake(channel)
    except ApiError as error:
        raise Refused(f"{error.message}.") from None


def may_use_commands(platform: Platform, user: User, channel: Channel) -> bool:
    if channel.is_archived or channel.type in WITHOUT_MESSAGES:
        return False
    if platform.threads.is_locked_for(user, channel):
        return False
    return bool(platform.world.permissions(user, channel) & Permission.USE_APPLICATION_COMMANDS)


def start_thread(platform: Platform, user: User, parent: Channel, name: str, *, private: bool) -> Channel:
    """Starts a thread, or a post in a forum, as this person."""
    if private:
        kind, needed = ChannelType.PRIVATE_THREAD, Permission.CREATE_PRIVATE_THREADS
    else:
        news = parent.type is ChannelType.NEWS
        kind = ChannelType.NEWS_THREAD if news else ChannelType.PUBLIC_THREAD
        posts = parent.type is ChannelType.FORUM
        needed = Permission.SEND_MESSAGES if posts else Permission.CREATE_PUBLIC_THREADS
    if kind not in THREADS_IN.get(parent.type, ()):
        raise Refused("There can be no such thread here.")
    if not platform.world.permissions(user, parent) & needed:
        raise Refused("You may not start a thread here.")
    try:
        return platform.threads.start(parent, name, user, kind)
    except ApiError as error:
        raise Refused(f"{error.message}.") from None
