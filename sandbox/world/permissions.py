"""Computes what a member may do in a channel: first from roles, then from the channel's overwrites."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.world.channel import Channel
    from sandbox.world.entities import Guild, Member


class Permission:
    """Bits of permissions. They are plain numbers because `IntFlag` is slow on every press."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CHANGE_NICKNAME = 1 << 26
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50


ALL_PERMISSIONS = (1 << 53) - 1
DEFAULT_PERMISSIONS = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CHANGE_NICKNAME
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EXTERNAL_APPS
)
WHEN_TIMED_OUT = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY
IN_DIRECT_MESSAGES = DEFAULT_PERMISSIONS & ~(
    Permission.CREATE_PUBLIC_THREADS | Permission.CREATE_PRIVATE_THREADS
)


def base_permissions(guild: "Guild", member: "Member") -> int:
    if guild.owner_id == member.user.id:
        return ALL_PERMISSIONS
    granted = guild.roles[guild.id].permissions
    for role_id in member.roles:
        granted |= guild.roles[role_id].permissions
    return ALL_PERMISSIONS if granted & Permission.ADMINISTRATOR else granted


def permissions_in(guild: "Guild", member: "Member", channel: "Channel") -> int:
    """A thread has its parent's overwrites. Without VIEW_CHANNEL a member has no permissions at all."""
    granted = base_permissions(guild, member)
    if granted == ALL_PERMISSIONS:
        return ALL_PERMISSIONS
    overwrites = (guild.channels[channel.parent_id] if channel.is_thread else channel).overwrites
    if overwrites:
        granted = _overwrite(granted, overwrites.get(guild.id))
        allow = deny = 0
        for role_id in member.roles:
            role = overwrites.get(role_id, (0, 0))
            allow, deny = allow | role[0], deny | role[1]
        granted = _overwrite(granted, (allow, deny))
        granted = _overwrite(granted, overwrites.get(member.user.id))
    return granted if granted & Permission.VIEW_CHANNEL else 0


def _overwrite(granted: int, pair: tuple[int, int] | None) -> int:
    if pair is None:
        return granted
    allow, deny = pair
    return granted & ~deny | allow
