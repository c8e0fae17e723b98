"""Starts threads, keeps their members, and archives them when nobody has written for long enough."""

from sandbox.messages.messages import Draft, Messages
from sandbox.server.errors import ApiError
from sandbox.wire import ChannelType, MessageType, Wire
from sandbox.world.channel import Channel, ThreadState
from sandbox.world.entities import Guild, Message
from sandbox.world.feed import Intent
from sandbox.world.permissions import Permission
from sandbox.world.user import User
from sandbox.world.world import World

MOST_ACTIVE = 1000


class Threads:
    """All threads. `most_active` is how many threads of a guild can be active at once."""

    def __init__(self, world: World, messages: Messages) -> None:
        self._world = world
        self._messages = messages
        self.most_active = MOST_ACTIVE

    def start(
        self,
        parent: Channel,
        name: str,
        owner: User,
        kind: ChannelType = ChannelType.PUBLIC_THREAD,
        *,
        source: Message | None = None,
        minutes: int = 1440,
    ) -> Channel:
        """Starts a thread. One that starts from a message gets that message's id."""
        guild = self._world.guilds[parent.guild_id]
        self._check_room(guild)
        state = ThreadState(owner.id, self._world.clock.iso(), minutes, members={owner.id})
        thread = Channel(
            source.id if source else self._world.ids.make(),
            kind,
            name,
            guild_id=guild.id,
            parent_id=parent.id,
            thread=state,
        )
        self._place(guild, thread)
        self._tell("THREAD_CREATE", thread, self._own_wire(thread) | {"newly_created": True})
        if source is not None:
            ids = {"guild_id": str(guild.id), "channel_id": str(parent.id), "message_id": str(source.id)}
            self._write(thread, owner, MessageType.THREAD_STARTER, {"message_reference": {"type": 0, **ids}})
        if kind is not ChannelType.PRIVATE_THREAD and parent.type is not ChannelType.FORUM:
            self._tell_parent(parent, thread, owner, source)
        return thread

    def archive(self, channel: Channel, *, locked: bool | None = None) -> None:
        self._set(channel, archived=True, locked=locked)

    def lock(self, channel: Channel, *, locked: bool = True) -> None:
        """Locks a thread or opens its lock. An active thread stays active."""
        self._set(channel, archived=None, locked=locked)

    def wake(self, channel: Channel) -> None:
        """Makes an archived thread active again, if the guild has room for it."""
        if channel.thread is not None and channel.thread.archived:
            self._check_room(self._world.guilds[channel.guild_id])
            self._set(channel, archived=False, locked=None)

    def keep_for(self, channel: Channel, minutes: int) -> None:
        """Sets after how many minutes without a message a thread is archived. That counts as activity."""
        if channel.thread is not None and channel.thread.archive_minutes != minutes:
            channel.thread.archive_minutes = minutes
            self._wait(channel)

    def count_message(self, channel: Channel, author: User) -> None:
        """Counts a message that is about to be sent to a thread. It wakes the thread; its author joins."""
        if channel.thread is None:
            return
        self.wake(channel)
        channel.thread.message_count += 1
        channel.thread.active_at = self._world.clock.now()
        self.set_member(channel, author.id, joined=True)

    def set_member(self, channel: Channel, user_id: int, *, joined: bool, by: User | None = None) -> None:
        """Adds a member or removes one. A message in the thread says who was added by somebody else."""
        if channel.thread is None or (user_id in channel.thread.members) == joined:
            return
        (channel.thread.members.add if joined else channel.thread.members.discard)(user_id)
        is_bot = user_id == self._world.bot.id
        if joined and is_bot:
            self._tell("THREAD_CREATE", channel, self._own_wire(channel))
        data: Wire = {
            "id": str(channel.id),
            "guild_id": str(channel.guild_id),
            "member_count": len(channel.thread.members),
            "added_members": [self.member_wire(channel, user_id)] if joined else [],
            "removed_member_ids": [] if joined else [str(user_id)],
        }
        needs = Intent.GUILDS if is_bot else Intent.GUILD_MEMBERS
        self._tell("THREAD_MEMBERS_UPDATE", channel, data, needs)
        if joined and by is not None and by.id != user_id:
            mentions = [self._world.users[user_id].wire()]
            self._write(channel, by, MessageType.RECIPIENT_ADD, {"mentions": mentions})

    def member_wire(self, channel: Channel, user_id: int) -> Wire:
        joined = self._world.clock.iso()
        return {"id": str(channel.id), "user_id": str(user_id), "join_timestamp": joined, "flags": 0}

    def may_wake(self, user: User, channel: Channel) -> bool:
        """Whether a user can make an archived thread active: its members can, unless it is locked."""
        granted = self._world.permissions(user, channel)
        if channel.thread is None or granted & Permission.MANAGE_THREADS:
            return True
        return user.id in channel.thread.members and not channel.thread.locked

    def is_locked_for(self, user: User, channel: Channel) -> bool:
        granted = self._world.permissions(user, channel)
        return channel.is_locked and not granted & Permission.MANAGE_THREADS

    def _place(self, guild: Guild, thread: Channel) -> None:
        guild.channels[thread.id] = self._world.channels[thread.id] = thread
        self._wait(thread)

    def _tell_parent(self, parent: Channel, thread: Channel, owner: User, source: Message | None) -> None:
        """Writes "started a thread" into the channel, unless the thread starts from its newest message."""
        if source is not None and source.id == parent.last_message_id:
            return
        ids = {"guild_id": str(parent.guild_id), "channel_id": str(thread.id)}
        extra: Wire = {"content": thread.name, "message_reference": {"type": 0, **ids}}
        message_id = 0 if source is not None else thread.id
        self._write(parent, owner, MessageType.THREAD_CREATED, extra, message_id)

    def _write(
        self, channel: Channel, author: User, kind: MessageType, extra: Wire, message_id: int = 0
    ) -> None:
        self._messages.create(Draft(channel, author, {}, type=kind, extra=extra, id=message_id))

    def _set(self, channel: Channel, *, archived: bool | None, locked: bool | None) -> None:
        thread = channel.thread
        if thread is None:
            return
        thread.locked = thread.locked if locked is None else locked
        if archived is not None and archived != thread.archived:
            thread.archived, thread.changed_at = archived, self._world.clock.iso()
            if not archived:
                self._wait(channel)
        self._tell("THREAD_UPDATE", channel, channel.wire())

    def _wait(self, channel: Channel) -> None:
        """Begins to wait until the thread has been idle for long enough."""
        thread = channel.thread
        if thread is not None:
            thread.active_at = self._world.clock.now()
            thread.waits += 1
            self._look_again(channel, thread, thread.waits)

    def _look_again(self, channel: Channel, thread: ThreadState, wait: int) -> None:
        over = thread.waits != wait or thread.archived or channel.id not in self._world.channels
        left = thread.active_at + thread.archive_minutes * 60 - self._world.clock.now()
        if not over and left > 0:
            self._world.clock.after(left, lambda: self._look_again(channel, thread, wait))
        elif not over:
            self.archive(channel)

    def _check_room(self, guild: Guild) -> None:
        active = sum(c.thread is not None and not c.thread.archived for c in guild.channels.values())
        if active >= self.most_active:
            raise ApiError(400, 160006, "Maximum number of active threads reached")

    def _own_wire(self, channel: Channel) -> Wire:
        """A thread as the bot is told of it, with the bot's own membership."""
        bot = self._world.bot.id
        inside = channel.thread is not None and bot in channel.thread.members
        return channel.wire() | ({"member": self.member_wire(channel, bot)} if inside else {})

    def _tell(self, name: str, channel: Channel, data: Wire, needs: int = Intent.GUILDS) -> None:
        """Tells the bot of an event, if it can see the thread."""
        if self._world.can_see(self._world.bot, channel):
            self._world.feed.dispatch(name, data, channel.guild_id, needs)
        self._world.feed.world_changed()
