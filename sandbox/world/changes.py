"""Changes to guilds, channels and members. Each change is announced on the feed."""

from sandbox.messages.messages import Messages
from sandbox.wire import Wire
from sandbox.world.channel import Channel
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
        self._tell("GUILD_DELETE", {"id": str(guild.id)}, guild.id)
        del self._world.guilds[guild.id]
        self._world.feed.world_changed()

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

    def update_member(self, guild: Guild, member: Member) -> None:
        data = member.wire() | {"guild_id": str(guild.id)}
        needs = Intent.GUILDS if member.user.bot else Intent.GUILD_MEMBERS
        self._tell("GUILD_MEMBER_UPDATE", data, guild.id, needs)

    def remove_member(self, guild: Guild, user: User) -> None:
        del guild.members[user.id]
        data: Wire = {"guild_id": str(guild.id), "user": user.wire()}
        self._tell("GUILD_MEMBER_REMOVE", data, guild.id, Intent.GUILD_MEMBERS)

    def update_role(self, guild: Guild, role: Role) -> None:
        self._tell("GUILD_ROLE_UPDATE", {"guild_id": str(guild.id), "role": role.wire()}, guild.id)

    def _drop_channel(self, guild: Guild, channel: Channel) -> None:
        guild.channels.pop(channel.id, None)
        self._world.channels.pop(channel.id, None)
        self._messages.forget_channel(channel.id)

    def _tell(self, name: str, data: Wire, guild_id: int, needs: int = Intent.GUILDS) -> None:
        """Tells the bot of an event, if it is in the guild."""
        if self._world.bot.id in self._world.guilds[guild_id].members:
            self._world.feed.dispatch(name, data, guild_id, needs)
        self._world.feed.world_changed()
