"""Changes to guilds, channels, threads and members. Each change is announced on the feed."""

from sandbox.messages.messages import Messages
from sandbox.wire import ChannelType, Wire
from sandbox.world.channel import Channel, ThreadState
from sandbox.world.entities import Guild, Member, Role
from sandbox.world.feed import Intent
from sandbox.world.user import User
from sandbox.world.world import World


class Changes:
    def __init__(self, world: World, messages: Messages) -> None:
        self._world = world
        self._messages = messages

    def remove_guild(self, guild: Guild) -> None:
        """Removes a guild, as if it was deleted or the bot was kicked."""
        for channel in list(guild.channels.values()):
            self._messages.forget_channel(channel.id)
            self._world.channels.pop(channel.id, None)
        del self._world.guilds[guild.id]
        self._tell("GUILD_DELETE", {"id": str(guild.id)}, guild.id)

    def forget_bot(self, guild: Guild) -> None:
        """Removes the bot from a guild. People see it, but no event tells the bot."""
        del guild.members[self._world.bot.id]
        self._world.feed.world_changed()

    def set_available(self, guild: Guild, *, available: bool) -> None:
        """Starts or ends an outage of a guild. Nothing in the guild is lost."""
        guild.available = available
        if available:
            self._tell("GUILD_CREATE", self._world.guild_create_wire(guild), guild.id)
        else:
            self._tell("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild.id)

    def update_channel(self, channel: Channel) -> None:
        guild = self._world.guilds[channel.guild_id]
        name = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
        self._tell(name, guild.channel_wire(channel), guild.id)

    def set_overwrite(self, channel: Channel, target_id: int, allow: int, deny: int) -> None:
        """Sets which permissions a role or a member is given or denied in this channel."""
        channel.overwrites[target_id] = (allow, deny)
        self.update_channel(channel)

    def delete_channel(self, channel: Channel) -> None:
        guild = self._world.guilds[channel.guild_id]
        for thread in [c for c in guild.channels.values() if c.is_thread and c.parent_id == channel.id]:
            self._drop_channel(guild, thread)
        self._drop_channel(guild, channel)
        if channel.is_thread:
            data: Wire = {
                "id": str(channel.id),
                "guild_id": str(guild.id),
                "parent_id": str(channel.parent_id),
                "type": channel.type.value,
            }
            self._tell("THREAD_DELETE", data, guild.id)
        else:
            self._tell("CHANNEL_DELETE", guild.channel_wire(channel), guild.id)

    def create_thread(
        self, parent: Channel, name: str, owner: User, kind: ChannelType, thread_id: int | None = None
    ) -> Channel:
        """Creates a thread. A thread that starts from a message must get that message's id."""
        guild = self._world.guilds[parent.guild_id]
        thread = Channel(
            thread_id or self._world.ids.make(),
            kind,
            name,
            guild_id=guild.id,
            parent_id=parent.id,
            thread=ThreadState(owner.id, self._world.clock.iso(), members={owner.id}),
        )
        guild.channels[thread.id] = self._world.channels[thread.id] = thread
        data = thread.wire() | {"newly_created": True, "member": self.thread_member(thread, owner.id)}
        self._tell("THREAD_CREATE", data, guild.id)
        return thread

    def count_message(self, channel: Channel) -> None:
        """Counts a message that is sent to a thread, and opens the thread again if it was archived."""
        if channel.thread is None:
            return
        channel.thread.message_count += 1
        if channel.thread.archived:
            channel.thread.archived = False
            self.update_channel(channel)

    def set_thread_member(self, channel: Channel, user_id: int, *, joined: bool) -> None:
        if channel.thread is None or (user_id in channel.thread.members) == joined:
            return
        (channel.thread.members.add if joined else channel.thread.members.discard)(user_id)
        data: Wire = {
            "id": str(channel.id),
            "guild_id": str(channel.guild_id),
            "member_count": len(channel.thread.members),
            "added_members": [self.thread_member(channel, user_id)] if joined else [],
            "removed_member_ids": [] if joined else [str(user_id)],
        }
        self._tell("THREAD_MEMBERS_UPDATE", data, channel.guild_id)

    def thread_member(self, channel: Channel, user_id: int) -> Wire:
        joined = self._world.clock.iso()
        return {"id": str(channel.id), "user_id": str(user_id), "join_timestamp": joined, "flags": 0}

    def update_member(self, guild: Guild, member: Member) -> None:
        data = member.wire() | {"guild_id": str(guild.id)}
        needs = Intent.GUILDS if member.user.bot else Intent.GUILD_MEMBERS
        self._world.feed.dispatch("GUILD_MEMBER_UPDATE", data, guild.id, needs)
        self._world.feed.world_changed()

    def remove_member(self, guild: Guild, user: User) -> None:
        del guild.members[user.id]
        data: Wire = {"guild_id": str(guild.id), "user": user.wire()}
        self._world.feed.dispatch("GUILD_MEMBER_REMOVE", data, guild.id, Intent.GUILD_MEMBERS)
        self._world.feed.world_changed()

    def update_role(self, guild: Guild, role: Role) -> None:
        self._tell("GUILD_ROLE_UPDATE", {"guild_id": str(guild.id), "role": role.wire()}, guild.id)

    def _drop_channel(self, guild: Guild, channel: Channel) -> None:
        guild.channels.pop(channel.id, None)
        self._world.channels.pop(channel.id, None)
        self._messages.forget_channel(channel.id)

    def _tell(self, name: str, data: Wire, guild_id: int) -> None:
        self._world.feed.dispatch(name, data, guild_id, Intent.GUILDS)
        self._world.feed.world_changed()
