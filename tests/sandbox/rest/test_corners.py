"""The lesser routes and events, and bodies that nobody in their right mind would send."""

import json
import random
from typing import Any

import aiohttp
import discord
import orjson
import pytest

from sandbox import Sandbox, World
from sandbox.messages.messages import Draft
from sandbox.rest import ROUTES
from sandbox.server.openapi import Contract
from tests.sandbox.conftest import Api, Bot, Launch

JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**70,
    1.5,
    "",
    "x" * 5000,
    "\x00\u202e",
    "12",
    [],
    [[]],
    [None],
    {},
    {"type": 99},
)


async def test_a_guilds_commands_are_created_fetched_changed_and_deleted(
    sandbox: Sandbox, launch: Launch
) -> None:
    bot = await launch(Bot())
    guild, application = bot.guilds[0].id, sandbox.world.bot.id
    made = await bot.http.upsert_guild_command(application, guild, {"name": "go", "description": "Go."})
    assert [c["name"] for c in await bot.http.get_guild_commands(application, guild)] == ["go"]
    command = await bot.tree.fetch_command(int(made["id"]), guild=discord.Object(guild))
    assert command.guild_id == guild
    changed = await command.edit(description="Go on.")
    assert changed.description == "Go on."
    with pytest.raises(discord.NotFound) as unset:
        await changed.fetch_permissions(discord.Object(guild))
    assert unset.value.code == 10066
    assert await bot.http.get_guild_application_command_permissions(application, guild) == []
    await changed.delete()
    assert await bot.http.get_guild_commands(application, guild) == []


async def test_follow_ups_are_fetched_and_deleted(sandbox: Sandbox, launch: Launch) -> None:
    bot = Bot()

    @bot.tree.command(description="Go.")
    async def go(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("First.")
        second = await interaction.followup.send("Second.", ephemeral=True, wait=True)
        fetched = await interaction.followup.fetch_message(second.id)
        await interaction.followup.send(f"Third: {fetched.content}")
        await second.delete()

    await launch(bot)
    ann = sandbox.person("Ann")
    await ann.slash("go")
    await ann.wait_until(lambda screen: "Third" in screen and len(screen.messages) == 2)
    assert [message.text for message in ann.sees().messages] == ["First.", "Third: Second."]


async def test_the_lesser_routes_answer_as_discord_py_expects(sandbox: Sandbox, launch: Launch) -> None:
    bot = await launch(Bot(discord.Intents(guilds=True, members=True)))
    guild = bot.guilds[0]
    channel = guild.text_channels[0]
    sandbox.faults.give_permission(sandbox.world.channels[channel.id], 1 << 13 | 1 << 34)
    async with channel.typing():
        sent = [await channel.send(str(number)) for number in range(3)]
    await channel.delete_messages(sent[:2])
    assert sandbox.person("Ann").sees().text == "2"
    thread = await channel.create_thread(name="Duel", type=discord.ChannelType.public_thread)
    ann = sandbox.person("Ann")
    await thread.add_user(discord.Object(ann.id))
    assert (await thread.fetch_member(ann.id)).id == ann.id
    await thread.remove_user(discord.Object(ann.id))
    with pytest.raises(discord.NotFound) as unknown:
        await thread.fetch_member(ann.id)
    assert unknown.value.code == 10007
    await thread.edit(archived=True)
    assert [archived.name async for archived in channel.archived_threads()] == ["Duel"]
    assert [user["user"]["username"] for user in await bot.http.request(search(guild.id, "an"))] == ["ann"]
    assert await bot.fetch_application_emojis() == []
    assert (await bot.http.request(discord.http.Route("GET", "/applications/@me")))["name"] == "Gauntlet"


async def test_people_who_come_and_go_are_told_of(sandbox: Sandbox, launch: Launch) -> None:
    bot = await launch(Bot(discord.Intents(guilds=True, members=True)))
    guild = sandbox.world.guild("The Arena")
    sandbox.world.add_member(guild, "Zoe")
    await bot.hears("GUILD_MEMBER_ADD")
    assert bot.guilds[0].member_count == 4
    sandbox.faults.remove_member(guild, sandbox.person("Zoe"))
    await bot.hears("GUILD_MEMBER_REMOVE")
    assert [member.display_name for member in bot.guilds[0].members] == ["Gauntlet", "Ann", "Bob"]


async def test_a_guild_with_roles_and_permissions_takes_one_line(world: World) -> None:
    guild = world.add_guild("Second", ["a", "b"], ["Ann", "Cid"], roles={"mods": 8}, bot_permissions=16)
    assert [channel.name for channel in guild.channels.values()] == ["a", "b"]
    assert {role.name: role.permissions for role in guild.roles.values()}["mods"] == 8
    assert [g.name for g in world.guilds_of(world.person("Ann"))] == ["The Arena", "Second"]


async def test_a_client_that_asks_for_zstd_gets_a_stream_it_can_read(sandbox: Sandbox) -> None:
    """Plain text where this Python has no zstd, which every client reads as well."""
    url = f"{sandbox.gateway.url}?v=10&encoding=json&compress=zstd-stream"
    async with aiohttp.ClientSession() as http, http.ws_connect(url) as socket:
        message = await socket.receive()
        if message.type is aiohttp.WSMsgType.BINARY:
            zstd = pytest.importorskip("compression.zstd")
            hello = orjson.loads(zstd.ZstdDecompressor().decompress(message.data))
        else:
            hello = orjson.loads(message.data)
    assert hello["op"] == 10


@pytest.mark.parametrize("seed", range(8))
async def test_no_body_makes_the_sandbox_stumble(world: World, seed: int) -> None:
    """Without Discord's description at hand, so that the sandbox's own checks must catch everything."""
    dice = random.Random(seed)
    async with Sandbox(world, contract=Contract(None)) as sandbox, aiohttp.ClientSession() as session:
        sandbox.limits.enforced = False
        api = Api(sandbox, session)
        stumbles = []
        for route in ROUTES:
            if route.method in {"POST", "PUT", "PATCH"}:
                body = mangled(dice)
                status, _ = await api(route.method, filled_in(sandbox, route.path), body)
                if status >= 500:
                    stumbles.append((route.key, json.dumps(body)))
    assert stumbles == []


def filled_in(sandbox: Sandbox, path: str) -> str:
    """A route's path with ids that exist, as far as there are any."""
    world = sandbox.world
    guild = world.guild("The Arena")
    channel = next(iter(guild.channels))
    message = sandbox.platform.messages.create(draft(sandbox, channel))
    command, _ = sandbox.platform.commands.put(None, {"name": "start", "description": "Go."})
    interaction = sandbox.person("Ann")._client.slash(world.channels[channel], command["id"], [])
    ids = {
        "application_id": world.bot.id,
        "webhook_id": world.bot.id,
        "webhook_token": interaction.token,
        "interaction_id": interaction.id,
        "interaction_token": interaction.token,
        "guild_id": guild.id,
        "channel_id": channel,
        "message_id": message.id,
        "command_id": command["id"],
        "user_id": world.person("Bob").id,
        "role_id": next(iter(guild.roles)),
        "overwrite_id": world.person("Bob").id,
        "emoji_id": world.emoji.add("blue_7", b"").id,
    }
    if "webhook" in path:
        interaction.acknowledged, interaction.original_id = 4, message.id  # type: ignore[assignment]
    return path.format(**ids)


def mangled(dice: random.Random) -> Any:
    """Something like a body, with junk wherever the dice say so."""
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "a", "emoji": {"name": "🎲"}}
    option = {"name": "who", "description": "Who.", "type": 3, "choices": [{"name": "a", "value": "b"}]}
    body: dict[str, Any] = {
        "name": "go",
        "description": "Go.",
        "type": dice.choice([1, 4, 5, 6, 7, 8, 9]),
        "content": "Hi.",
        "flags": dice.choice([0, 64, 1 << 15]),
        "components": [{"type": 1, "components": [button]}, {"type": 10, "content": "x"}],
        "embeds": [{"title": "t", "fields": [{"name": "n", "value": "v"}], "footer": {"text": "f"}}],
        "allowed_mentions": {"parse": ["users"], "users": ["1"], "roles": ["2"]},
        "message_reference": {"message_id": "1", "fail_if_not_exists": False},
        "attachments": [{"id": "0", "filename": "a.txt"}],
        "options": [option],
        "name_localizations": {"de": "los"},
        "messages": ["1", "2"],
        "recipient_id": "1",
        "allow": "1",
        "deny": 2,
        "nonce": "n",
        "auto_archive_duration": 60,
        "archived": False,
        "choices": [{"name": "a", "value": "b"}],
        "title": "t",
        "custom_id": "c",
        "default_member_permissions": "8",
    }
    body["data"] = dict(body)
    return spoiled(body, dice)


def spoiled(thing: Any, dice: random.Random) -> Any:
    if dice.random() < 0.06:
        return dice.choice(JUNK)
    if isinstance(thing, dict):
        return {key: spoiled(value, dice) for key, value in thing.items() if dice.random() > 0.1}
    if isinstance(thing, list):
        return [spoiled(item, dice) for item in thing]
    return thing


def draft(sandbox: Sandbox, channel: int) -> Any:
    return Draft(sandbox.world.channels[channel], sandbox.world.bot, {"content": "A board."})


def search(guild_id: int, query: str) -> Any:
    return discord.http.Route("GET", f"/guilds/{{guild_id}}/members/search?query={query}", guild_id=guild_id)
