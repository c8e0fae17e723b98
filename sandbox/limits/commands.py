"""Checks application commands: their names, options, size and number."""

from sandbox.limits.checked_object import CheckedObject
from sandbox.limits.command_names import check_localizations, check_name
from sandbox.limits.command_options import check_options, size_of
from sandbox.server.errors import ApiError, BodyErrors
from sandbox.wire import CommandType, Wire
from sandbox.world.snowflake import as_id

MOST_OF_KIND = {CommandType.CHAT_INPUT: 100, CommandType.USER: 15, CommandType.MESSAGE: 15}
LARGEST_COMMAND = 8000
KINDS = tuple(CommandType)


def check_commands(bodies: list[Wire]) -> None:
    """Checks all commands of a scope at once."""
    errors = BodyErrors()
    seen: set[tuple[str, int]] = set()
    for index, body in enumerate(bodies):
        if not isinstance(body, dict):
            errors.add("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType", index)
            continue
        command = CheckedObject(errors, body, index)
        _check(command)
        key = str(body.get("name")), body.get("type") or 1
        if key in seen:
            message = "Application command names must be unique"
            command.wrong("APPLICATION_COMMANDS_DUPLICATE_NAME", message)
        seen.add(key)
    errors.refuse()
    for kind in CommandType:
        _check_count(kind, sum((body.get("type") or 1) == kind for body in bodies))


def check_command(body: Wire, others: list[Wire]) -> None:
    errors = BodyErrors()
    _check(CheckedObject(errors, body))
    errors.refuse()
    kind = CommandType(body.get("type") or 1)
    same_kind = [other for other in others if other["type"] == kind and other["name"] != body["name"]]
    _check_count(kind, len(same_kind) + 1)


def _check_count(kind: CommandType, count: int) -> None:
    if count > MOST_OF_KIND[kind]:
        raise ApiError(400, 30032, f"Maximum number of application commands reached ({MOST_OF_KIND[kind]}).")


def _check(command: CheckedObject) -> None:
    if command.get("type") is not None and not command.one_of("type", KINDS):
        return
    command.text("name", 32, least=1)
    check_localizations(command)
    needed = command.get("default_member_permissions")
    if needed is not None and as_id(needed) is None:
        command.wrong("NUMBER_TYPE_COERCE", f'Value "{needed}" is not int.', "default_member_permissions")
    if (command.get("type") or 1) == CommandType.CHAT_INPUT:
        check_name(command)
        command.text("description", 100, least=1)
        check_options(command)
    elif command.get("description"):
        message = "Context menu commands cannot have description"
        command.wrong("APPLICATION_COMMANDS_CONTEXT_MENU_NO_DESCRIPTION", message, "description")
    if size_of(command.body) > LARGEST_COMMAND:
        command.wrong("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({LARGEST_COMMAND})")
