"""Routes for guilds, their channels, roles and members."""

from sandbox.rest.call import Call, Result, Route
from sandbox.server.errors import invalid, missing_permissions, not_found, unknown_member
from sandbox.wire import ChannelType, Wire
from sandbox.world.entities import Member, Role
from sandbox.world.permissions import Permission, base_permissions

KINDS = (0, 2, 5, 13, 15)


def get_guild(call: Call) -> Wire:
    guild = call.guild()
    count = len(guild.members)
    counts = {"approximate_member_count": count, "approximate_presence_count": count}
    return guild.wire() | (counts if call.flag("with_counts") else {})


def list_channels(call: Call) -> list[Wire]:
    guild = call.guild()
    return [guild.channel_wire(channel) for channel in guild.channels.values() if not channel.is_thread]


def create_channel(call: Call) -> Result:
    guild = call.guild()
    _need(call, Permission.MANAGE_CHANNELS)
    name = call.fields.get("name")
    if not isinstance(name, str) or not 1 <= len(name) <= 100:
        raise invalid("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.", "name")
    kind = call.fields.get("type") or 0
    if kind not in KINDS:
        raise invalid("BASE_TYPE_CHOICES", f"Value must be one of {KINDS}.", "type")
    return guild.channel_wire(call.platform.world.add_channel(guild, name, ChannelType(kind)))


def list_roles(call: Call) -> list[Wire]:
    return [role.wire() for role in call.guild().roles.values()]


def list_active_threads(call: Call) -> Wire:
    world, guild = call.platform.world, call.guild()
    threads = [
        channel
        for channel in guild.channels.values()
        if channel.thread is not None and not channel.thread.archived and world.can_see(world.bot, channel)
    ]
    return {"threads": [thread.wire() for thread in threads], "members": []}


def get_member(call: Call) -> Wire:
    return _member(call).wire()


def list_members(call: Call) -> list[Wire]:
    """Lists members by id, a page at a time."""
    guild = call.guild()
    after, limit = call.number("after", 0), call.number("limit", 1, 1000)
    members = sorted((m for m in guild.members.values() if m.user.id > after), key=lambda m: m.user.id)
    return [member.wire() for member in members[:limit]]


def search_members(call: Call) -> list[Wire]:
    query = call.query.get("query", "").lower()
    limit = call.number("limit", 1, 1000)
    found = [
        member.wire()
        for member in call.guild().members.values()
        if (member.nick or member.user.name).lower().startswith(query)
    ]
    return found[:limit]


def give_role(call: Call) -> Result:
    member, role = _member(call), _manageable_role(call)
    if role.id not in member.roles:
        member.roles.append(role.id)
        call.platform.changes.update_member(call.guild(), member)
    return None


def take_role(call: Call) -> Result:
    member, role = _member(call), _manageable_role(call)
    if role.id in member.roles:
        member.roles.remove(role.id)
        call.platform.changes.update_member(call.guild(), member)
    return None


def _member(call: Call) -> Member:
    member = call.guild().members.get(call.id("user_id"))
    if member is None:
        raise unknown_member()
    return member


def _need(call: Call, permission: int) -> None:
    guild = call.guild()
    if not base_permissions(guild, guild.members[call.platform.world.bot.id]) & permission:
        raise missing_permissions()


def _manageable_role(call: Call) -> Role:
    """The role of the path. A bot can give and take only roles below its own highest role."""
    _need(call, Permission.MANAGE_ROLES)
    guild = call.guild()
    role = guild.roles.get(call.id("role_id"))
    if role is None:
        raise not_found(10011, "Role")
    own = guild.members[call.platform.world.bot.id].roles
    if role.position >= max((guild.roles[mine].position for mine in own), default=0):
        raise missing_permissions()
    return role


GUILD = "/guilds/{guild_id}"

ROUTES = (
    Route("GET", GUILD, get_guild),
    Route("GET", GUILD + "/channels", list_channels),
    Route("POST", GUILD + "/channels", create_channel),
    Route("GET", GUILD + "/roles", list_roles),
    Route("GET", GUILD + "/threads/active", list_active_threads),
    Route("GET", GUILD + "/members", list_members),
    Route("GET", GUILD + "/members/search", search_members),
    Route("GET", GUILD + "/members/{user_id}", get_member),
    Route("PUT", GUILD + "/members/{user_id}/roles/{role_id}", give_role),
    Route("DELETE", GUILD + "/members/{user_id}/roles/{role_id}", take_role),
)
