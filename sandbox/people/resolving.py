"""Finds the people, roles and channels whose ids an interaction contains, to send them along."""

from collections.abc import Iterable

from sandbox.people.options import Refused
from sandbox.wire import OptionType, Wire
from sandbox.world.channel import Channel
from sandbox.world.entities import Guild
from sandbox.world.user import User
from sandbox.world.world import World

PEOPLE = (OptionType.USER, OptionType.MENTIONABLE)
ROLES = (OptionType.ROLE, OptionType.MENTIONABLE)


def resolve(world: World, asker: User, place: Channel, ids: Iterable[tuple[OptionType, str]]) -> Wire:
    """The objects with these ids. Members carry their permissions here, channels the asker's permissions."""
    found: Wire = {}
    guild = world.guild_of(place)
    for kind, text in ids:
        number = int(text)
        if kind in PEOPLE and number in world.users:
            user = world.users[number]
            found.setdefault("users", {})[text] = user.wire()
            if guild and number in guild.members:
                found.setdefault("members", {})[text] = _member(guild, user, world.permissions(user, place))
        elif kind in ROLES and guild and number in guild.roles:
            found.setdefault("roles", {})[text] = guild.roles[number].wire()
        elif kind is OptionType.CHANNEL and guild and number in guild.channels:
            channel = guild.channels[number]
            found.setdefault("channels", {})[text] = _channel(world, asker, channel)
        else:
            raise Refused(f"There is nothing here with the id {text}.")
    return found


def _channel(world: World, asker: User, channel: Channel) -> Wire:
    granted = {
        "permissions": str(world.permissions(asker, channel)),
        "app_permissions": str(world.permission_bits(world.bot, channel)),
    }
    return channel.partial_wire() | granted


def _member(guild: Guild, user: User, granted: int) -> Wire:
    wire = guild.members[user.id].bare_wire()
    del wire["deaf"], wire["mute"]
    return wire | {"permissions": str(granted)}
