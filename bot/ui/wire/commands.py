"""Slash commands on discord.py's command tree: each is a press without a message."""

from contextlib import suppress
from typing import Any, TypeAlias

import discord
from discord import AppCommandOptionType, app_commands
from discord.app_commands import Command, ContextMenu, Parameter
from discord.ext import commands

from bot.services import Services
from bot.ui.wire.errors import explain, wording
from bot.ui.wire.intake import LARGEST_ID
from bot.ui.wire.overload import SentAway
from bot.ui.wire.press import THREADS, Kind, Press
from bot.ui.wire.reply import Late, Reply
from games.engine import Refused

Interaction: TypeAlias = discord.Interaction[Any]
Known: TypeAlias = Command[Any, ..., Any] | ContextMenu

CHANGED_COMMAND = "That command has changed. Type it anew and choose it from the list."
IN_SERVERS = "Duels are played in servers. Use this command there."
PLAIN: dict[AppCommandOptionType, tuple[type, ...]] = {
    AppCommandOptionType.string: (str,),
    AppCommandOptionType.integer: (int,),
    AppCommandOptionType.boolean: (bool,),
    AppCommandOptionType.number: (int, float),
}
PRESS = "press"


class Tree(app_commands.CommandTree[Any]):
    """Carries out commands. They wait for their turn as presses do."""

    def __init__(self, client: commands.AutoShardedBot) -> None:
        super().__init__(client)
        client.add_listener(_ended, "on_app_command_completion")

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Waits for the turn of a command, and says whether it may be carried out. If not, the person was
        told."""
        try:
            if not _is_typed(interaction):
                await services_of(interaction).overload.enter(press_of(interaction), Late.NEW)
            check(interaction)
        except SentAway:
            return False
        except Refused as refusal:
            await _refuse(interaction, refusal)
            return False
        return True

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Explains an error. One that is not the command's own means that it was called with outdated
        arguments."""
        if isinstance(error, app_commands.CommandInvokeError):
            await _explain(interaction, error.original)
        else:
            await _explain(interaction, Refused(CHANGED_COMMAND))


def _is_typed(interaction: Interaction) -> bool:
    """Says whether Discord asks for suggestions while somebody types."""
    return interaction.type is discord.InteractionType.autocomplete


async def _refuse(interaction: Interaction, refusal: Refused) -> None:
    """Explains a refusal. While somebody types there is no place for a sentence."""
    if not _is_typed(interaction):
        await _explain(interaction, refusal)
        return
    with suppress(discord.HTTPException):
        await interaction.response.autocomplete([])


async def _explain(interaction: Interaction, error: Exception) -> None:
    services = services_of(interaction)
    worded = wording(services, interaction.guild_id)
    try:
        await explain(press_of(interaction).reply, error, services.metrics, worded)
    finally:
        await _ended(interaction)


async def _ended(interaction: Interaction, _command: object = None) -> None:
    """Makes room for others, in case the command has not answered."""
    if (leave := press_of(interaction).reply.when_done) is not None:
        leave()


def services_of(interaction: Interaction) -> Services:
    services: Services = interaction.client.services
    return services


def press_of(interaction: Interaction) -> Press:
    """Returns the press of an interaction, always the same one: it knows what was answered already."""
    extras: dict[Any, Any] = interaction.extras
    if PRESS not in extras:
        extras[PRESS] = _press(interaction)
    press: Press = extras[PRESS]
    return press


def _press(interaction: Interaction) -> Press:
    user, channel = interaction.user, interaction.channel
    place = None if channel is None else channel.type.value
    return Press(
        id=interaction.id,
        kind=Kind.COMMAND,
        token=interaction.token,
        reply=Reply(services_of(interaction).requests, interaction.id, interaction.token),
        person=user.id,
        is_bot=user.bot,
        roles=frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset(),
        may=interaction.permissions.value,
        bot_may=interaction.app_permissions.value,
        application=interaction.application_id,
        guild=interaction.guild_id,
        channel=interaction.channel_id,
        parent=channel.parent_id if isinstance(channel, discord.Thread) else None,
        in_thread=place in THREADS,
        place=place,
        file_limit=interaction.filesize_limit,
    )


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
    if parameter.type is AppCommandOptionType.user:
        return isinstance(value, discord.User | discord.Member) and 0 < value.id <= LARGEST_ID
    return not isinstance(value, discord.Object)
