"""Who and what there is: people, guilds, roles, channels, messages, and how each looks on the wire."""

from dataclasses import dataclass, field

from sandbox.permissions import EVERYDAY
from sandbox.wire import ChannelType, MessageFlag, Wire


@dataclass(slots=True)
class User:
    id: int
    name: str
    bot: bool = False
    accepts_dms: bool = True
    locale: str = "en-US"

    def wire(self) -> Wire:
        return {
            "id": str(self.id),
            "username": self.name if self.bot else self.name.lower().replace(" ", "_"),
            "global_name": None if self.bot else self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }


@dataclass(slots=True)
class Role:
    id: int
    name: str
    permissions: int
    position: int

    def wire(self) -> Wire:
        return {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.permissions),
            "position": self.position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }


@dataclass(slots=True)
class Member:
    user: User
    joined_at: str
    roles: list[int] = field(default_factory=list)
    nick: str | None = None

    def wire(self) -> Wire:
        return {"user": self.user.wire(), **self.bare_wire()}

    def bare_wire(self) -> Wire:
        return {
            "roles": [str(role) for role in self.roles],
            "nick": self.nick,
            "avatar": None,
            "banner": None,
            "joined_at": self.joined_at,
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }


@dataclass(slots=True)
class ThreadState:
    owner_id: int
    created_at: str
    archive_minutes: int = 1440
    archived: bool = False
    locked: bool = False
    members: set[int] = field(default_factory=set)
    message_count: int = 0


@dataclass(slots=True)
class Channel:
    id: int
    type: ChannelType
    name: str = ""
    guild_id: int = 0
    parent_id: int = 0
    position: int = 0
    topic: str | None = None
    overwrites: dict[int, tuple[int, int]] = field(default_factory=dict)
    people: list[User] = field(default_factory=list)
    thread: ThreadState | None = None
    last_message_id: int | None = None

    @property
    def is_dm(self) -> bool:
        return self.type is ChannelType.DM

    @property
    def is_thread(self) -> bool:
        return self.thread is not None

    def wire(self, role_ids: frozenset[int] = frozenset()) -> Wire:
        last = str(self.last_message_id) if self.last_message_id else None
        base: Wire = {"id": str(self.id), "type": self.type.value, "last_message_id": last, "flags": 0}
        if self.is_dm:
            return base | {"recipients": [user.wire() for user in self.people if not user.bot]}
        base |= {
            "guild_id": str(self.guild_id),
            "name": self.name,
            "parent_id": str(self.parent_id) if self.parent_id else None,
            "rate_limit_per_user": 0,
        }
        if self.thread is not None:
            return base | self._thread_wire(self.thread)
        return base | {
            "position": self.position,
            "topic": self.topic,
            "nsfw": False,
            "permission_overwrites": [
                {
                    "id": str(target),
                    "type": 0 if target == self.guild_id or target in role_ids else 1,
                    "allow": str(allow),
                    "deny": str(deny),
                }
                for target, (allow, deny) in self.overwrites.items()
            ],
        }

    def _thread_wire(self, thread: ThreadState) -> Wire:
        return {
            "owner_id": str(thread.owner_id),
            "message_count": thread.message_count,
            "total_message_sent": thread.message_count,
            "member_count": len(thread.members),
            "thread_metadata": {
                "archived": thread.archived,
                "auto_archive_duration": thread.archive_minutes,
                "archive_timestamp": thread.created_at,
                "create_timestamp": thread.created_at,
                "locked": thread.locked,
                "invitable": True,
            },
        }


@dataclass(slots=True)
class Guild:
    id: int
    name: str
    owner_id: int
    roles: dict[int, Role]
    channels: dict[int, Channel] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    locale: str = "en-US"
    available: bool = True

    @classmethod
    def new(cls, guild_id: int, name: str, owner_id: int) -> "Guild":
        everyone = Role(guild_id, "@everyone", EVERYDAY, 0)
        return cls(guild_id, name, owner_id, {guild_id: everyone})

    def wire(self) -> Wire:
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "owner_id": str(self.owner_id),
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "roles": [role.wire() for role in self.roles.values()],
            "emojis": [],
            "stickers": [],
            "features": [],
            "mfa_level": 0,
            "application_id": None,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "vanity_url_code": None,
            "description": None,
            "banner": None,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": self.locale,
            "public_updates_channel_id": None,
            "nsfw_level": 0,
            "premium_progress_bar_enabled": False,
            "safety_alerts_channel_id": None,
        }

    def channel_wire(self, channel: Channel) -> Wire:
        return channel.wire(frozenset(self.roles))


@dataclass(slots=True)
class Message:
    """`wire` is the raw object; an ephemeral one is only for one person."""

    id: int
    channel_id: int
    author_id: int
    wire: Wire
    only_for: int | None = None
    sent_at: float = 0.0

    @property
    def flags(self) -> int:
        flags: int = self.wire["flags"]
        return flags

    @property
    def is_loading(self) -> bool:
        return bool(self.wire["flags"] & MessageFlag.LOADING)
