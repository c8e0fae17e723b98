"""Keeps who may use which command in a guild, as the guild's integration settings say."""

from typing import TypeAlias

from sandbox.wire import Wire
from sandbox.world.channel import Channel
from sandbox.world.entities import Guild, Member, Role
from sandbox.world.permissions import Permission, base_permissions
from sandbox.world.user import User

Target: TypeAlias = Role | User | Channel
ROLE, PERSON, CHANNEL = 1, 2, 3


class CommandPermissions:
    """The settings of all guilds, by the id of a command. The application's id stands for all commands."""

    def __init__(self) -> None:
        self._set: dict[tuple[int, int], dict[int, Wire]] = {}

    def permit(self, guild: Guild, subject: int, target: Target, *, allowed: bool) -> None:
        kind = ROLE if isinstance(target, Role) else CHANNEL if isinstance(target, Channel) else PERSON
        entry: Wire = {"id": str(target.id), "type": kind, "permission": allowed}
        self._set.setdefault((guild.id, subject), {})[target.id] = entry

    def of(self, guild_id: int, subject: int) -> list[Wire]:
        return list(self._set.get((guild_id, subject), {}).values())

    def subjects(self, guild_id: int) -> list[int]:
        return [subject for guild, subject in self._set if guild == guild_id]

    def may_use(self, guild: Guild, member: Member, channel: Channel, command: Wire) -> bool:
        """Whether a member may use a command in a channel. Administrators may use everything."""
        granted = base_permissions(guild, member)
        if granted & Permission.ADMINISTRATOR:
            return True
        place = channel.parent_id if channel.is_thread else channel.id
        own, all_commands = int(command["id"]), int(command["application_id"])
        if self._first(guild, (own, all_commands), (place,)) is False:
            return False
        of_command = self._of_member(guild, member, own)
        if of_command is not None:
            return of_command
        if self._of_member(guild, member, all_commands) is False:
            return False
        return _has(granted, command["default_member_permissions"])

    def _of_member(self, guild: Guild, member: Member, subject: int) -> bool | None:
        """What is set for this member, else for their roles, else for everyone."""
        personal = self._first(guild, (subject,), (member.user.id,))
        if personal is not None:
            return personal
        entries = self._set.get((guild.id, subject), {})
        by_role = [entries[role]["permission"] for role in member.roles if role in entries]
        return any(by_role) if by_role else self._first(guild, (subject,), (guild.id,))

    def _first(self, guild: Guild, subjects: tuple[int, ...], targets: tuple[int, ...]) -> bool | None:
        for subject in subjects:
            entries = self._set.get((guild.id, subject), {})
            for target in targets:
                if target in entries:
                    return bool(entries[target]["permission"])
        return None


def _has(granted: int, needed: str | None) -> bool:
    """Whether these permissions suffice for a command. "0" means that only administrators may use it."""
    if needed is None:
        return True
    return needed != "0" and granted & int(needed) == int(needed)
