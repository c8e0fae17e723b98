"""The world as one person's page is told it: guilds, channels, members, and whose names the client knows."""

from dataclasses import asdict

from sandbox.page.shortcuts import SHORTCUTS
from sandbox.people.client import Client
from sandbox.wire import Wire
from sandbox.world.channel import Channel
from sandbox.world.entities import Guild


def world_wire(client: Client) -> Wire:
    """`people` are those whom this client knows; `everybody` is for the page's own menu of people."""
    platform, user = client.platform, client.user
    world = platform.world
    unread = platform.notifications.channels_unread(user)
    return {
        "type": "world",
        "me": user.wire(),
        "people": people_wire(client, client.view.known),
        "everybody": [{"user": each.wire()} for each in world.users.values() if not each.bot],
        "guilds": [_guild(client, guild) for guild in world.guilds_of(user)],
        "dms": [_direct(client, channel) for channel in world.dms_of(user)],
        "commands": platform.commands.everything(),
        "shortcuts": [shortcut.wire() for shortcut in SHORTCUTS],
        "application": {"id": str(world.bot.id), "name": world.bot.name},
        "emoji": emoji_wire(client),
        "unread": {str(channel): asdict(news) for channel, news in unread.items()},
    }


def emoji_wire(client: Client) -> list[str]:
    """The ids of the emoji that messages can show."""
    return [str(emoji.id) for emoji in client.platform.world.emoji]


def people_wire(client: Client, ids: frozenset[int]) -> list[Wire]:
    users = client.platform.world.users
    return [{"user": users[number].wire()} for number in sorted(ids) if number in users]


def _guild(client: Client, guild: Guild) -> Wire:
    world, user = client.platform.world, client.user
    return {
        "id": str(guild.id),
        "name": guild.name,
        "channels": [
            guild.channel_wire(channel) | _commands_in(client, channel)
            for channel in guild.channels.values()
            if world.can_see(user, channel)
        ],
        "members": [member.wire() for member in guild.members.values()],
        "roles": [role.wire() for role in guild.roles.values()],
    }


def _direct(client: Client, channel: Channel) -> Wire:
    """Discord tells everybody who the others are, so the bot's own description leaves out the bot."""
    others = [each.wire() for each in channel.people if each is not client.user]
    return channel.wire() | {"recipients": others} | _commands_in(client, channel)


def _commands_in(client: Client, channel: Channel) -> Wire:
    return {"commands": [command["id"] for command in client.offered(channel)]}
