"""What Discord tells people of new messages: pings, and unread marks of channels. An edit tells nobody."""

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass

from sandbox.messages.messages import Messages
from sandbox.people.looking import look
from sandbox.wire import MessageFlag
from sandbox.world.channel import Channel
from sandbox.world.entities import Message
from sandbox.world.feed import Listener
from sandbox.world.user import User
from sandbox.world.world import World

KEPT = 1000
"""How many pings are kept for each person."""


@dataclass(frozen=True, slots=True)
class Ping:
    """A new message that called one person. A silent one adds to the badge, but no device shows it."""

    channel: Channel
    message_id: int
    text: str
    silent: bool = False

    def __contains__(self, text: str) -> bool:
        return text in self.text


@dataclass(frozen=True, slots=True)
class Unread:
    messages: int = 0
    mentions: int = 0


class Notifications(Listener):
    """Belongs to people, not to their clients: what is read on one device is read on all.

    A private message tells nobody, because the person has just acted; nor do people's own messages.
    """

    def __init__(self, world: World, messages: Messages) -> None:
        self._world = world
        self._messages = messages
        self._pings: dict[int, deque[Ping]] = defaultdict(lambda: deque(maxlen=KEPT))
        self._read: dict[tuple[int, int], int] = {}
        world.feed.join(self)

    def created(self, message: Message) -> None:
        if message.only_for is not None:
            return
        channel = self._world.channels[message.channel_id]
        silent = bool(message.flags & MessageFlag.SUPPRESS_NOTIFICATIONS)
        for user in self._called(message, channel):
            if user.id != message.author_id and not user.bot and self._world.can_see(user, channel):
                text = look(self._world, message, {user.id}).text
                self._pings[user.id].append(Ping(channel, message.id, text, silent))

    def pings(self, user: User) -> list[Ping]:
        """What called this person, oldest first."""
        return list(self._pings[user.id]) if user.id in self._pings else []

    def ping_by(self, message: Message, user: User) -> Ping | None:
        """The ping of this person by a message that has just been created."""
        pings = self._pings.get(user.id)
        return pings[-1] if pings and pings[-1].message_id == message.id else None

    def read(self, user: User, channel: Channel) -> None:
        """Marks all messages of a channel as read."""
        self._read[user.id, channel.id] = channel.last_message_id or 0

    def unread(self, user: User, channel: Channel) -> Unread:
        """What is new in a channel for this person. A thread must have been joined, or have called them."""
        last = self._read.get((user.id, channel.id), user.id)
        if (channel.last_message_id or 0) <= last:
            return Unread()
        new = {m.id for m in self._messages.history(channel.id) if m.id > last and m.author_id != user.id}
        mentions = sum(ping.message_id in new for ping in self._pings.get(user.id, ()))
        joined = channel.thread is None or user.id in channel.thread.members
        return Unread(len(new), mentions) if joined or mentions else Unread()

    def channels_unread(self, user: User) -> dict[int, Unread]:
        """The channels with something new for this person, by their ids."""
        places = [c for guild in self._world.guilds_of(user) for c in guild.channels.values()]
        visible = [c for c in places if self._world.can_see(user, c)] + self._world.dms_of(user)
        news = {channel.id: self.unread(user, channel) for channel in visible}
        return {number: unread for number, unread in news.items() if unread.messages}

    def _called(self, message: Message, channel: Channel) -> Iterator[User]:
        """Everyone whom a message calls: in direct messages everyone, elsewhere whom it mentions."""
        wire, guild = message.wire, self._world.guild_of(channel)
        if guild is None:
            yield from channel.people
            return
        people, roles = {int(user["id"]) for user in wire["mentions"]}, set(map(int, wire["mention_roles"]))
        if wire["mention_everyone"] or roles:
            for member in guild.members.values():
                if wire["mention_everyone"] or roles.intersection(member.roles):
                    people.add(member.user.id)
        yield from (self._world.users[number] for number in people)
