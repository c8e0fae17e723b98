"""Routes for the application and its commands, global and per guild."""

from sandbox.limits.commands import check_command, check_commands
from sandbox.rest.call import Call, Result, Route, Status
from sandbox.server.errors import ApiError, invalid, missing_access, not_found
from sandbox.wire import Wire
from sandbox.world.installs import INVITATION, config_of

COMMAND_BADGE = 1 << 23
LOCALIZED = ("name_localizations", "description_localizations")


def get_application(call: Call) -> Wire:
    world, bot = call.platform.world, call.platform.world.bot
    return {
        "id": str(bot.id),
        "name": bot.name,
        "icon": None,
        "description": "",
        "bot": bot.wire(),
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": bot.wire(),
        "summary": "",
        "team": None,
        "verify_key": "0" * 64,
        "flags": COMMAND_BADGE if call.platform.commands.of(None) else 0,
        "rpc_origins": [],
        "redirect_uris": [],
        "install_params": INVITATION,
        "integration_types_config": config_of(world),
        "approximate_guild_count": len(list(world.guilds_of(bot))),
        "approximate_user_install_count": len(world.installed_by),
    }


def edit_application(_: Call) -> Result:
    """Refuses every change: an operator makes them in the developer portal."""
    raise ApiError(403, 20012, "You are not authorized to perform this action on this application")


def list_commands(call: Call) -> list[Wire]:
    commands = call.platform.commands.of(_scope(call))
    if call.flag("with_localizations"):
        return commands
    return [{key: value for key, value in c.items() if key not in LOCALIZED} for c in commands]


def replace_commands(call: Call) -> list[Wire]:
    scope = _scope(call)
    if not isinstance(call.body, list):
        raise invalid("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    check_commands(call.body)
    call.refuse_violation()
    return call.platform.commands.replace_all(scope, call.body)


def create_command(call: Call) -> Status:
    scope = _scope(call)
    check_command(call.fields, call.platform.commands.of(scope))
    call.refuse_violation()
    command, is_new = call.platform.commands.put(scope, call.fields)
    return Status(201 if is_new else 200, command)


def get_command(call: Call) -> Wire:
    return call.platform.commands.get(_scope(call), call.id("command_id"))


def edit_command(call: Call) -> Wire:
    scope, command_id = _scope(call), call.id("command_id")
    old = call.platform.commands.get(scope, command_id)
    check_command(old | call.fields, call.platform.commands.of(scope))
    call.refuse_violation()
    return call.platform.commands.change(scope, command_id, call.fields)


def delete_command(call: Call) -> Result:
    call.platform.commands.delete(_scope(call), call.id("command_id"))
    return None


def list_command_permissions(call: Call) -> list[Wire]:
    own_application(call)
    commands, guild = call.platform.commands, call.guild()
    return [commands.permissions_wire(guild.id, each) for each in commands.permissions.subjects(guild.id)]


def get_command_permissions(call: Call) -> Wire:
    own_application(call)
    commands, guild, subject = call.platform.commands, call.guild(), call.id("command_id")
    if not commands.permissions.of(guild.id, subject):
        raise not_found(10066, "application command permissions")
    return commands.permissions_wire(guild.id, subject)


def own_application(call: Call) -> None:
    if call.id("application_id") != call.platform.world.bot.id:
        raise missing_access()


def _scope(call: Call) -> int | None:
    own_application(call)
    return call.guild().id if "guild_id" in call.path else None


GLOBAL = "/applications/{application_id}/commands"
GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"

ROUTES = (
    Route("GET", "/applications/@me", get_application),
    Route("PATCH", "/applications/@me", edit_application),
    Route("GET", "/oauth2/applications/@me", get_application),
    Route("GET", GUILD + "/permissions", list_command_permissions),
    Route("GET", GUILD + "/{command_id}/permissions", get_command_permissions),
    *(
        route
        for base in (GLOBAL, GUILD)
        for route in (
            Route("GET", base, list_commands),
            Route("PUT", base, replace_commands, checks_body=True),
            Route("POST", base, create_command, checks_body=True),
            Route("GET", base + "/{command_id}", get_command),
            Route("PATCH", base + "/{command_id}", edit_command, checks_body=True),
            Route("DELETE", base + "/{command_id}", delete_command),
        )
    ),
)
