"""Guilds, roles, members and messages, and the JSON of each."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sandbox.wire import MessageFlag, Wire
from sandbox.world.channel import Channel
from sandbox.world.clock import iso
from sandbox.world.permissions import DEFAULT_PERMISSIONS
from sandbox.world.user import User

if TYPE_CHECKING:
    from sandbox.people.looking import Look


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
    timed_out_until: float = 0.0

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
            "communication_disabled_until": iso(self.timed_out_until) if self.timed_out_until else None,
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
    system_channel_id: int | None = None
    """The channel in which Discord welcomes new members."""

    @classmethod
    def new(cls, guild_id: int, name: str, owner_id: int) -> "Guild":
        everyone = Role(guild_id, "@everyone", DEFAULT_PERMISSIONS, 0)
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
            "system_channel_id": None if self.system_channel_id is None else str(self.system_channel_id),
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
    """A message. `wire` is its JSON; `only_for` is the one person who sees an ephemeral message.

    `seen` caches how it looks until the next edit, because many people look at the same message.
    """

    id: int
    channel_id: int
    author_id: int
    wire: Wire
    only_for: int | None = None
    sent_at: float = 0.0
    seen: "Look | None" = None

    @property
    def flags(self) -> int:
        flags: int = self.wire["flags"]
        return flags

    @property
    def is_loading(self) -> bool:
        return bool(self.wire["flags"] & MessageFlag.LOADING)
