"""Who may begin a duel, and where: a server's settings, held against Discord's people and places."""

from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.duels.settings import Settings

if TYPE_CHECKING:
    from bot.client import Gauntlet


async def settings_of(interaction: "discord.Interaction[Gauntlet]") -> Settings:
    """As they count now: channels and roles that were deleted have dropped out."""
    settings = await interaction.client.house.servers.settings(interaction.guild_id or 0)
    guild = interaction.guild
    if guild is None or guild.unavailable or not guild.channels:
        return settings
    channels = frozenset(channel for channel in settings.channels if guild.get_channel(channel))
    role = settings.role if settings.role and guild.get_role(settings.role) else None
    return replace(settings, channels=channels, role=role)


async def check_challenge(
    interaction: "discord.Interaction[Gauntlet]", opponent: discord.User | discord.Member | None
) -> Settings:
    """The settings, when they allow this challenge; `opponent` may be the bot itself."""
    settings = await check_place(interaction)
    settings.check_named(named=opponent is not None)
    if isinstance(opponent, discord.Member) and not opponent.bot:
        settings.check_roles(_roles(opponent), opponent.id)
    return settings


async def check_place(interaction: "discord.Interaction[Gauntlet]") -> Settings:
    """May this person begin a duel in this channel?"""
    settings = await settings_of(interaction)
    place = interaction.channel
    parent = place.parent_id if isinstance(place, discord.Thread) else None
    settings.check_place(interaction.channel_id or 0, parent)
    settings.check_roles(_roles(interaction.user))
    return settings


async def check_acceptance(interaction: "discord.Interaction[Gauntlet]") -> Settings:
    """A challenge that was made where it was allowed may be taken up there."""
    settings = await settings_of(interaction)
    settings.check_roles(_roles(interaction.user))
    return settings


def _roles(person: discord.User | discord.Member) -> list[int]:
    return [role.id for role in person.roles] if isinstance(person, discord.Member) else []
