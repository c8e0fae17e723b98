"""Says through which installation of the application a person may use it, and where they are."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from sandbox.wire import ChannelType, Wire
from sandbox.world.channel import Channel

if TYPE_CHECKING:
    from sandbox.world.world import World

GUILD, USER = 0, 1
IN_GUILD, IN_BOT_DM, IN_PRIVATE_CHANNEL = 0, 1, 2
INVITATION: Wire = {"scopes": ["applications.commands", "bot"], "permissions": "0"}


class Someone(Protocol):
    """A user, or a client that a test drives."""

    @property
    def id(self) -> int: ...


def context_of(channel: Channel) -> int:
    """The number of the context: a guild, direct messages with the bot, or a group without it."""
    if not channel.is_dm:
        return IN_GUILD
    return IN_PRIVATE_CHANNEL if channel.type is ChannelType.GROUP else IN_BOT_DM


def owners_of(world: "World", kinds: Iterable[int], user: Someone, channel: Channel) -> dict[str, str]:
    """Who installed what lets a person use the application here. It is empty if nothing does."""
    owners, kinds = {}, set(kinds)
    if GUILD in kinds and context_of(channel) == IN_BOT_DM:
        owners["0"] = "0"
    elif GUILD in kinds and world.bot_is_in(channel):
        owners["0"] = str(channel.guild_id)
    if USER in kinds and user.id in world.installed_by:
        owners["1"] = str(user.id)
    return owners


def config_of(world: "World") -> Wire:
    """The application's `integration_types_config`."""
    params = {GUILD: INVITATION, USER: {"scopes": ["applications.commands"], "permissions": "0"}}
    return {str(kind): {"oauth2_install_params": params[kind]} for kind in world.integration_types}
