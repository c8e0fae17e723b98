"""The commands that the bot has registered, globally and per guild."""

from collections.abc import Iterable

from sandbox.interactions.command_permissions import CommandPermissions, Target
from sandbox.server.errors import ApiError, unknown_command
from sandbox.wire import CommandType, Wire
from sandbox.world.channel import Channel
from sandbox.world.entities import Guild
from sandbox.world.installs import GUILD, context_of, owners_of
from sandbox.world.user import User
from sandbox.world.world import World

CREATES_PER_DAY = 200
DAY = 86_400.0


class CommandRegistry:
    """All registered commands. A scope is a guild's id, or None for global commands."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._scopes: dict[int | None, dict[int, Wire]] = {}
        self.permissions = CommandPermissions()
        self._created: dict[int | None, list[float]] = {}

    def of(self, scope: int | None) -> list[Wire]:
        return list(self._scopes.get(scope, {}).values())

    def get(self, scope: int | None, command_id: int) -> Wire:
        try:
            return self._scopes[scope][command_id]
        except KeyError:
            raise unknown_command() from None

    def replace_all(self, scope: int | None, bodies: Iterable[Wire]) -> list[Wire]:
        """Replaces a scope's commands. One whose name and type are known keeps its id and is not new."""
        kept = {_key(command): command for command in self.of(scope)}
        bodies = list(bodies)
        self._count_creations(scope, sum(_key(body) not in kept for body in bodies))
        commands = [self._build(scope, body, kept.get(_key(body))) for body in bodies]
        self._scopes[scope] = {int(command["id"]): command for command in commands}
        self._world.feed.world_changed()
        return commands

    def put(self, scope: int | None, body: Wire) -> tuple[Wire, bool]:
        """Adds a command or overwrites the one with this name and type. Returns it and whether it is new."""
        old = next((c for c in self.of(scope) if _key(c) == _key(body)), None)
        if old is None:
            self._count_creations(scope, 1)
        command = self._build(scope, body, old)
        self._scopes.setdefault(scope, {})[int(command["id"])] = command
        self._world.feed.world_changed()
        return command, old is None

    def change(self, scope: int | None, command_id: int, body: Wire) -> Wire:
        old = self.get(scope, command_id)
        command = self._build(scope, old | body, old)
        self._scopes[scope][command_id] = command
        self._world.feed.world_changed()
        return command

    def delete(self, scope: int | None, command_id: int) -> None:
        self.get(scope, command_id)
        del self._scopes[scope][command_id]
        self._world.feed.world_changed()

    def offered_to(self, user: User, channel: Channel) -> list[Wire]:
        """The commands that a client shows. A guild's own command hides a global one of the same name."""
        world, context = self._world, context_of(channel)
        offered = {
            _key(command): command
            for command in self.of(None)
            if context in _contexts(command) and owners_of(world, command["integration_types"], user, channel)
        }
        guild = world.guild_of(channel)
        if guild is None:
            return list(offered.values())
        if world.bot_is_in(channel):
            offered |= {_key(command): command for command in self.of(guild.id)}
        member = guild.members[user.id]
        return [c for c in offered.values() if self.permissions.may_use(guild, member, channel, c)]

    def permit(self, guild: Guild, name: str | None, target: Target, *, allowed: bool) -> None:
        """Sets who may use a command in a guild, as its settings can. No name means all commands.

        The target is a role, a person or a channel; a guild's role with the guild's own id is everyone.
        """
        subject = self._world.bot.id if name is None else self._id_of(guild, name)
        self.permissions.permit(guild, subject, target, allowed=allowed)
        data = self.permissions_wire(guild.id, subject)
        self._world.feed.dispatch("APPLICATION_COMMAND_PERMISSIONS_UPDATE", data, guild.id)
        self._world.feed.world_changed()

    def permissions_wire(self, guild_id: int, subject: int) -> Wire:
        ids = {"id": str(subject), "application_id": str(self._world.bot.id), "guild_id": str(guild_id)}
        return ids | {"permissions": self.permissions.of(guild_id, subject)}

    def everything(self) -> list[Wire]:
        return [command for scope in self._scopes.values() for command in scope.values()]

    def _build(self, scope: int | None, body: Wire, old: Wire | None) -> Wire:
        command: Wire = {
            "id": old["id"] if old else str(self._world.ids.make()),
            "application_id": str(self._world.bot.id),
            "version": str(self._world.ids.make()),
            "type": body.get("type") or CommandType.CHAT_INPUT.value,
            "name": body["name"],
            "name_localizations": body.get("name_localizations"),
            "description": body.get("description") or "",
            "description_localizations": body.get("description_localizations"),
            "options": body.get("options") or [],
            "default_member_permissions": _as_text(body.get("default_member_permissions")),
            "nsfw": bool(body.get("nsfw")),
            "integration_types": body.get("integration_types") or list(self._world.integration_types),
        }
        if scope is not None:
            return command | {"guild_id": str(scope), "integration_types": [GUILD]}
        dm_permission = body.get("dm_permission")
        return command | {
            "contexts": body.get("contexts"),
            "dm_permission": True if dm_permission is None else dm_permission,
        }

    def _id_of(self, guild: Guild, name: str) -> int:
        return next(int(c["id"]) for c in [*self.of(guild.id), *self.of(None)] if c["name"] == name)

    def _count_creations(self, scope: int | None, new: int) -> None:
        now = self._world.clock.now()
        times = [moment for moment in self._created.get(scope, []) if moment > now - DAY]
        if len(times) + new > CREATES_PER_DAY:
            text = f"Max number of daily application command creates has been reached ({CREATES_PER_DAY})"
            raise ApiError(400, 30034, text)
        self._created[scope] = times + [now] * new


def _key(command: Wire) -> tuple[str, int]:
    return command["name"], command.get("type") or CommandType.CHAT_INPUT.value


def _contexts(command: Wire) -> list[int]:
    if command["contexts"] is not None:
        contexts: list[int] = command["contexts"]
        return contexts
    return [0, 1, 2] if command["dm_permission"] else [0]


def _as_text(value: int | str | None) -> str | None:
    return None if value is None else str(value)
