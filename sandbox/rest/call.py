"""Routes, and the calls that their handlers get."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sandbox.messages.composing import Upload
from sandbox.messages.emoji import ApplicationEmoji
from sandbox.server.errors import invalid, missing_access, missing_permissions, unknown_guild
from sandbox.server.openapi import Violation
from sandbox.server.platform import Platform
from sandbox.server.ratelimit import DEFAULT_RATE, Rate
from sandbox.wire import Wire
from sandbox.world.channel import Channel
from sandbox.world.entities import Guild
from sandbox.world.permissions import Permission

Result: TypeAlias = "Wire | list[Wire] | Status | None"


@dataclass(frozen=True, slots=True)
class Status:
    """A result with its own HTTP status, such as 201 for a new object."""

    status: int
    body: Wire


@dataclass(slots=True)
class Call:
    """A request whose path, query and body have been read."""

    platform: Platform
    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None
    uploads: list[Upload] = field(default_factory=list)
    violation: Violation | None = None

    def id(self, name: str) -> int:
        text = self.path[name]
        if not (text.isascii() and text.isdigit() and len(text) <= 20):
            raise invalid("NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.', name)
        return int(text)

    def number(self, name: str, default: int, most: int | None = None) -> int:
        """A number from the query. With `most`, it is limited to 1 up to `most`."""
        text = self.query.get(name, str(default))
        if not (text.isascii() and text.isdigit() and len(text) <= 20):
            raise invalid("NUMBER_TYPE_COERCE", f'Value "{text}" is not int.', name)
        return int(text) if most is None else min(max(int(text), 1), most)

    def refuse_violation(self) -> None:
        """Raises an error if the body breaks Discord's description of the route."""
        if self.violation is not None:
            raise invalid("BASE_TYPE_INVALID", str(self.violation))

    def flag(self, name: str) -> bool:
        return self.query.get(name, "").lower() in {"1", "true"}

    @property
    def emoji(self) -> ApplicationEmoji:
        """Those that the bot may use."""
        return self.platform.world.emoji

    @property
    def fields(self) -> Wire:
        """The fields of the body, which must be an object."""
        if not isinstance(self.body, dict):
            raise invalid("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        body: Wire = self.body
        return body

    def guild(self) -> Guild:
        guild = self.platform.world.guilds.get(self.id("guild_id"))
        if guild is None or self.platform.world.bot.id not in guild.members:
            raise unknown_guild() if guild is None else missing_access()
        return guild

    def channel(self, *needed: int) -> Channel:
        """The channel of the path. The bot must see it and have the needed permissions there."""
        channel = self.platform.world.channel(self.id("channel_id"))
        self.need(channel, *needed)
        return channel

    def need(self, channel: Channel, *needed: int) -> None:
        world = self.platform.world
        granted = world.permissions(world.bot, channel)
        if not granted & Permission.VIEW_CHANNEL:
            raise missing_access()
        if any(not granted & permission for permission in needed):
            raise missing_permissions()


Handler: TypeAlias = Callable[[Call], Result]


@dataclass(frozen=True, slots=True)
class Route:
    """A method and a path, with the handler for them.

    Routes `without_token` need no bot token and do not count towards the global rate limit. A handler that
    `checks_body` makes its own, more exact checks first and then must call `refuse_violation`.
    """

    method: str
    path: str
    handler: Handler
    rate: Rate | None = DEFAULT_RATE
    without_token: bool = False
    checks_body: bool = False

    @property
    def key(self) -> str:
        return f"{self.method} {self.path}"
