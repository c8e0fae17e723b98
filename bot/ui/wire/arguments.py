"""Checks a slash command's options against its registration. Discord does too; we don't rely on it."""

from typing import Any, TypeAlias

import discord
from discord import AppCommandOptionType as Kind
from discord.app_commands import Command, ContextMenu, Parameter

from bot.ui.wire.intake import LARGEST_ID
from games.engine import Refused

Known: TypeAlias = Command[Any, ..., Any] | ContextMenu

CHANGED_COMMAND = "That command has changed. Type it anew and choose it from the list."
IN_SERVERS = "Duels are played in servers. Use this command there."
PLAIN: dict[Kind, tuple[type, ...]] = {
    Kind.string: (str,),
    Kind.integer: (int,),
    Kind.boolean: (bool,),
    Kind.number: (int, float),
}


def check(interaction: discord.Interaction[Any]) -> None:
    """Refuses arguments that the command could not handle."""
    try:
        command, given = interaction.command, dict(iter(interaction.namespace))
    except Exception:
        raise Refused(CHANGED_COMMAND) from None
    if command is None:
        raise Refused(CHANGED_COMMAND)
    if interaction.type is discord.InteractionType.autocomplete:
        _check_suggestions(command)
        return
    if interaction.guild_id is None and _is_for_servers(command):
        raise Refused(IN_SERVERS)
    if isinstance(command, Command) and not _fit(command, given):
        raise Refused(CHANGED_COMMAND)


def _check_suggestions(command: Known) -> None:
    if not isinstance(command, Command) or not any(each.autocomplete for each in command.parameters):
        raise Refused(CHANGED_COMMAND)


def _is_for_servers(command: Known) -> bool:
    top = (command.root_parent or command) if isinstance(command, Command) else command
    return top.guild_only


def _fit(command: Command[Any, ..., Any], given: dict[str, Any]) -> bool:
    known = {each.display_name: each for each in command.parameters}
    needed = {name for name, each in known.items() if each.required}
    return needed <= given.keys() <= known.keys() and all(_fits(known[name], given[name]) for name in given)


def _fits(parameter: Parameter, value: Any) -> bool:
    if parameter.type in PLAIN:
        offered = [choice.value for choice in parameter.choices] or [value]
        return type(value) in PLAIN[parameter.type] and value in offered
    if parameter.type is Kind.user:
        return isinstance(value, discord.User | discord.Member) and 0 < value.id <= LARGEST_ID
    return not isinstance(value, discord.Object)
