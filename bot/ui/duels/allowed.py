"""Who may begin a duel, and where: a server's settings, compared with Discord's people and places."""

import asyncio
from dataclasses import replace

import discord

from bot.duels.settings import Settings
from bot.services import Services
from bot.ui.permissions import NEEDED, NEEDED_IN_THREADS
from bot.ui.wire.press import Press
from games.engine import Refused
from games.screen import listed

LONGEST_JOIN = 1.0
"""Joining a thread may take so many seconds; the answer has to come within Discord's three."""
OUTSIDE = "I am not in this private thread, so I can't run a duel here. Add me to it, or use another channel."


def guild_of(press: Press, services: Services) -> discord.Guild:
    """Returns the server of a press, as far as Discord has told us of it."""
    guild = services.client.get_guild(press.guild or 0)
    if guild is None:
        raise Refused("Discord has not told me about this server yet. Try again in a moment.")
    return guild


async def settings_of(press: Press, services: Services) -> Settings:
    """Returns the settings as they count now, without channels and roles that can't be used any more."""
    settings = await services.settings.settings(press.guild or 0)
    guild = services.client.get_guild(press.guild or 0)
    if guild is None or guild.unavailable or not guild.channels:
        return settings
    channels = frozenset(channel for channel in settings.channels if takes_duels(guild.get_channel(channel)))
    role = settings.role if settings.role and guild.get_role(settings.role) else None
    return replace(settings, channels=channels, role=role)


async def check_challenge(
    press: Press, services: Services, opponent: discord.User | discord.Member | None
) -> Settings:
    """Returns the settings if they allow this challenge; `opponent` may be the bot itself."""
    settings = await check_place(press, services)
    settings.check_named(named=opponent is not None)
    if isinstance(opponent, discord.Member) and not opponent.bot:
        settings.check_roles([role.id for role in opponent.roles], opponent.id)
    return settings


async def check_place(press: Press, services: Services) -> Settings:
    """Returns the settings if this person may begin a duel in this channel."""
    check_kind(press)
    settings = await settings_of(press, services)
    settings.check_place(press.channel or 0, press.parent)
    settings.check_roles(press.roles)
    await check_inside(press, services)
    return settings


async def check_acceptance(press: Press, services: Services) -> Settings:
    """Returns the settings if this person may accept; the challenge itself was allowed where it stands."""
    settings = await settings_of(press, services)
    settings.check_roles(press.roles)
    await check_inside(press, services)
    return settings


async def check_inside(press: Press, services: Services) -> None:
    """Refuses a private thread that the bot can't join: it could answer there, but change no board."""
    if not press.in_private_thread:
        return
    try:
        async with asyncio.timeout(LONGEST_JOIN):
            await services.requests.threads.join(press.channel or 0)
    except (discord.HTTPException, discord.RateLimited, TimeoutError):
        raise Refused(OUTSIDE) from None


def check_kind(press: Press) -> None:
    """Refuses an announcement channel: Discord takes three edits of a message an hour there."""
    if press.is_announced:
        raise Refused(
            "Duels can't be played in announcement channels: Discord hardly lets me change messages there. "
            "Use another channel."
        )


def takes_duels(channel: discord.abc.GuildChannel | None) -> bool:
    """Tells whether a channel is there and not one for announcements."""
    return channel is not None and channel.type is not discord.ChannelType.news


def check_permissions(press: Press) -> None:
    """Refuses before the duel starts, not in the middle of it."""
    needed = NEEDED_IN_THREADS if press.in_thread else NEEDED
    missing = [name for key, name in needed.items() if not getattr(press.app_permissions, key)]
    if missing:
        raise Refused(
            f"I can't run a duel here: I lack the permission {listed(missing)} in this channel. "
            "Ask someone who manages the server, or use another channel."
        )


def check_opponent(opponent: discord.User | discord.Member) -> None:
    if opponent.bot:
        raise Refused("Other bots don't duel. Challenge a person, or me.")
    if not isinstance(opponent, discord.Member):
        raise Refused("That person is not in this server. Challenge someone who is.")
