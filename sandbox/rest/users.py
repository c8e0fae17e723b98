"""Routes for the gateway's address, the bot itself, other users, and direct messages."""

from sandbox.rest.call import Call, Result, Route
from sandbox.server.errors import ApiError, invalid, unknown_guild, unknown_user
from sandbox.wire import Wire
from sandbox.world.permissions import base_permissions
from sandbox.world.snowflake import as_id


def get_gateway(call: Call) -> Wire:
    return {"url": call.platform.gateway.url}


def get_gateway_bot(call: Call) -> Wire:
    gateway = call.platform.gateway
    limit = gateway.starts.wire()
    return {"url": gateway.url, "shards": gateway.recommended_shards, "session_start_limit": limit}


def get_me(call: Call) -> Wire:
    return call.platform.world.bot.wire() | {"verified": True, "mfa_enabled": False, "flags": 0}


def get_user(call: Call) -> Wire:
    user = call.platform.world.users.get(call.id("user_id"))
    if user is None:
        raise unknown_user()
    return user.wire()


def get_my_guilds(call: Call) -> list[Wire]:
    world = call.platform.world
    return [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "features": [],
            "permissions": str(base_permissions(guild, guild.members[world.bot.id])),
        }
        for guild in world.guilds_of(world.bot)
    ]


def leave_guild(call: Call) -> Result:
    guild = call.platform.world.guilds.get(call.id("guild_id"))
    if guild is None:
        raise unknown_guild()
    call.platform.changes.remove_guild(guild)
    return None


def open_dm(call: Call) -> Wire:
    recipient = as_id(call.fields.get("recipient_id"))
    if recipient is None:
        raise invalid("BASE_TYPE_REQUIRED", "This field is required", "recipient_id")
    world = call.platform.world
    user = world.users.get(recipient)
    if user is None:
        raise unknown_user()
    if user.bot:
        raise ApiError(400, 50007, "Cannot send messages to this user")
    return world.dm_with(user).wire()


ROUTES = (
    Route("GET", "/gateway", get_gateway, without_token=True),
    Route("GET", "/gateway/bot", get_gateway_bot),
    Route("GET", "/users/@me", get_me),
    Route("GET", "/users/{user_id}", get_user),
    Route("GET", "/users/@me/guilds", get_my_guilds),
    Route("DELETE", "/users/@me/guilds/{guild_id}", leave_guild),
    Route("POST", "/users/@me/channels", open_dm),
)
