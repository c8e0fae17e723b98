"""The guilds, channels and people of one sandbox. A test can change them at any time."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sandbox.messages.emoji import ApplicationEmoji
from sandbox.server.errors import unknown_channel
from sandbox.wire import ChannelType, Wire
from sandbox.world.channel import Channel
from sandbox.world.clock import Clock
from sandbox.world.entities import Guild, Member, Role
from sandbox.world.feed import Feed, Intent
from sandbox.world.installs import GUILD, USER, Someone
from sandbox.world.permissions import (
    ALL_PERMISSIONS,
    IN_DIRECT_MESSAGES,
    WHEN_TIMED_OUT,
    Permission,
    permissions_in,
)
from sandbox.world.snowflake import Snowflakes
from sandbox.world.user import User


class World:
    def __init__(self, bot_name: str = "Gauntlet") -> None:
        self.clock = Clock()
        self.ids = Snowflakes(self.clock)
        self.feed = Feed()
        self.users: dict[int, User] = {}
        self._by_name: dict[str, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self._dms: dict[int, Channel] = {}
        self.integration_types = [GUILD, USER]
        """The kinds of installation that the application allows. A new application allows both."""
        self.installed_by: set[int] = set()
        self.bot = User(self.ids.make(), bot_name, bot=True)
        self.users[self.bot.id] = self.bot
        self.emoji = ApplicationEmoji(self.ids, self.bot, self.feed)

    @classmethod
    def of(cls, guilds: Mapping[str, Sequence[str]], channels: Sequence[str] = ("duels",)) -> "World":
        """Makes guilds with these members: `World.of({"The Arena": ["Ann", "Bob"]})`."""
        world = cls()
        for name, people in guilds.items():
            world.add_guild(name, channels, people)
        return world

    def add_guild(
        self,
        name: str,
        channels: Iterable[str] = ("duels",),
        people: Iterable[str] = (),
        *,
        roles: Mapping[str, int] | None = None,
        bot_permissions: int = 0,
        welcomes: bool = False,
        with_bot: bool = True,
    ) -> Guild:
        """Adds a guild. Its owner is none of the people, so that all permissions come from roles. If it
        `welcomes` new members, its first channel is the one for system messages."""
        guild = Guild.new(self.ids.make_guild(), name, owner_id=self.ids.make())
        self.guilds[guild.id] = guild
        if with_bot:
            role = self._place_role(guild, self.bot.name, bot_permissions)
            guild.members[self.bot.id] = Member(self.bot, self.clock.iso(), [role.id])
        for title, permissions in (roles or {}).items():
            self._place_role(guild, title, permissions)
        for channel in channels:
            self._place_channel(guild, channel)
        guild.system_channel_id = next(iter(guild.channels)) if welcomes else None
        for person in people:
            self._place_member(guild, self.person(person), ())
        self._tell("GUILD_CREATE", self.guild_create_wire(guild) if with_bot else {}, guild)
        return guild

    def add_group(self, name: str, people: Iterable[str]) -> Channel:
        """Adds a group of direct messages between people. The bot is never in it."""
        users = [self.person(person) for person in people]
        group = Channel(self.ids.make(), ChannelType.GROUP, name, people=users)
        self.channels[group.id] = group
        self.feed.world_changed()
        return group

    def install_for(self, person: Someone) -> None:
        """Installs the application for a person, who can then use it everywhere, also without the bot."""
        self.installed_by.add(person.id)
        self.feed.world_changed()

    def person(self, name: str) -> User:
        """Finds the person with that name, or creates them."""
        user = self._by_name.get(name)
        if user is None:
            user = self._by_name[name] = User(self.ids.make(), name)
            self.users[user.id] = user
        return user

    def add_member(self, guild: Guild, name: str, roles: Iterable[Role] = ()) -> Member:
        member = self._place_member(guild, self.person(name), roles)
        data = member.wire() | {"guild_id": str(guild.id)}
        self._tell("GUILD_MEMBER_ADD", data, guild, Intent.GUILD_MEMBERS)
        return member

    def add_role(self, guild: Guild, name: str, permissions: int = 0) -> Role:
        role = self._place_role(guild, name, permissions)
        data = {"guild_id": str(guild.id), "role": role.wire()}
        self._tell("GUILD_ROLE_CREATE", data, guild)
        return role

    def add_channel(self, guild: Guild, name: str, kind: ChannelType = ChannelType.TEXT) -> Channel:
        """Adds a channel: a text channel, or one of the kinds VOICE, STAGE, NEWS and FORUM."""
        channel = self._place_channel(guild, name, kind)
        self._tell("CHANNEL_CREATE", guild.channel_wire(channel), guild)
        return channel

    def guild(self, name: str) -> Guild:
        return next(guild for guild in self.guilds.values() if guild.name == name)

    def channel(self, channel_id: int) -> Channel:
        channel = self.channels.get(channel_id)
        if channel is None:
            raise unknown_channel()
        return channel

    def dm_with(self, user: User) -> Channel:
        """Finds the channel of direct messages between the bot and a person, or creates it."""
        channel = self._dms.get(user.id)
        if channel is None:
            channel = Channel(self.ids.make(), ChannelType.DM, people=[user, self.bot])
            self._dms[user.id] = self.channels[channel.id] = channel
            self.feed.world_changed()
        return channel

    def dms_of(self, user: User) -> list[Channel]:
        """The direct messages with the bot, and the groups of a person."""
        channel = self._dms.get(user.id)
        groups = [c for c in self.channels.values() if c.type is ChannelType.GROUP and user in c.people]
        return [channel, *groups] if channel else groups

    def guild_of(self, channel: Channel) -> Guild | None:
        return self.guilds.get(channel.guild_id)

    def bot_is_in(self, channel: Channel) -> bool:
        guild = self.guild_of(channel)
        return self.bot in channel.people if guild is None else self.bot.id in guild.members

    def guilds_of(self, user: User) -> Iterator[Guild]:
        return (guild for guild in self.guilds.values() if user.id in guild.members)

    def permission_bits(self, user: User, channel: Channel) -> int:
        """What roles and overwrites grant a user. In a private thread only its members have access too."""
        if channel.is_dm:
            return IN_DIRECT_MESSAGES if user in channel.people else 0
        guild = self.guilds[channel.guild_id]
        member = guild.members.get(user.id)
        granted = 0 if member is None else permissions_in(guild, member, channel)
        if granted != ALL_PERMISSIONS and self.is_timed_out(user, channel):
            return granted & WHEN_TIMED_OUT
        return granted

    def permissions(self, user: User, channel: Channel) -> int:
        """What a user may do in a channel."""
        granted = self.permission_bits(user, channel)
        if channel.type is ChannelType.PRIVATE_THREAD and not self._is_in_thread(user, channel, granted):
            return 0
        return granted

    def is_timed_out(self, user: User, channel: Channel) -> bool:
        guild = self.guild_of(channel)
        member = guild.members.get(user.id) if guild else None
        return member is not None and member.timed_out_until > self.clock.now()

    def can_see(self, user: User, channel: Channel) -> bool:
        return bool(self.permissions(user, channel) & Permission.VIEW_CHANNEL)

    def guild_create_wire(self, guild: Guild, *, everyone: bool = False) -> Wire:
        """The data of GUILD_CREATE. Without the members intent it lists the bot as the only member."""
        members = guild.members.values() if everyone else [guild.members[self.bot.id]]
        threads = [c for c in guild.channels.values() if c.is_thread and not c.is_archived]
        return guild.wire() | {
            "joined_at": guild.members[self.bot.id].joined_at,
            "large": False,
            "unavailable": False,
            "member_count": len(guild.members),
            "voice_states": [],
            "members": [member.wire() for member in members],
            "channels": [guild.channel_wire(c) for c in guild.channels.values() if c.thread is None],
            "threads": [thread.wire() for thread in threads if self.can_see(self.bot, thread)],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def _tell(self, name: str, data: Wire, guild: Guild, needs: int = Intent.GUILDS) -> None:
        """Tells the bot of an event, if it is in the guild."""
        if self.bot.id in guild.members:
            self.feed.dispatch(name, data, guild.id, needs)
        self.feed.world_changed()

    def _is_in_thread(self, user: User, channel: Channel, granted: int) -> bool:
        inside = channel.thread is not None and user.id in channel.thread.members
        return inside or granted == ALL_PERMISSIONS or bool(granted & Permission.MANAGE_THREADS)

    def _place_channel(self, guild: Guild, name: str, kind: ChannelType = ChannelType.TEXT) -> Channel:
        channel = Channel(self.ids.make(), kind, name, guild_id=guild.id, position=len(guild.channels))
        guild.channels[channel.id] = self.channels[channel.id] = channel
        return channel

    def _place_role(self, guild: Guild, name: str, permissions: int) -> Role:
        role = Role(self.ids.make(), name, permissions, len(guild.roles))
        guild.roles[role.id] = role
        return role

    def _place_member(self, guild: Guild, user: User, roles: Iterable[Role]) -> Member:
        member = Member(user, self.clock.iso(), [role.id for role in roles])
        guild.members[user.id] = member
        return member
