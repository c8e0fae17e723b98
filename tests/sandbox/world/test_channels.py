"""Channels, threads, members and permissions."""

import discord
import pytest

from sandbox import NotAsExpected, Sandbox
from sandbox.world.permissions import Permission
from tests.sandbox.conftest import Api, Bot, Launch


async def test_a_thread_starts_from_a_message_and_people_talk_in_it(
    sandbox: Sandbox, channel: discord.TextChannel
) -> None:
    board = await channel.send("The board.")
    thread = await board.create_thread(name="Ann against Bob")
    assert thread.id == board.id
    await thread.send("First round.")
    ann = sandbox.person("Ann").go_to("Ann against Bob")
    assert ann.sees().text == "started this thread.\nFirst round."
    ann.say("Ready!")
    assert [message.content async for message in thread.history()] == ["Ready!", "First round.", ""]
    with pytest.raises(discord.HTTPException) as refused:
        await board.create_thread(name="Again")
    assert refused.value.code == 160004


async def test_an_archived_thread_takes_no_edits_but_wakes_for_a_message(
    sandbox: Sandbox, channel: discord.TextChannel
) -> None:
    thread = await channel.create_thread(name="Duel", type=discord.ChannelType.public_thread)
    board = await thread.send("The board.")
    await thread.edit(archived=True)
    with pytest.raises(discord.HTTPException) as refused:
        await board.edit(content="Later.")
    assert refused.value.code == 50083
    await thread.send("Awake.")
    await board.edit(content="Now.")
    place = sandbox.person("Ann").go_to("Duel").channel
    sandbox.faults.archive_thread(place, locked=True)
    with pytest.raises(discord.HTTPException) as refused:
        await thread.send("Hello?")
    assert refused.value.code == 50083


async def test_an_archived_thread_is_neither_joined_nor_left_and_a_locked_one_is_silent(
    sandbox: Sandbox, channel: discord.TextChannel
) -> None:
    thread = await channel.create_thread(name="Duel", type=discord.ChannelType.public_thread)
    ann = sandbox.person("Ann").go_to("Duel")
    sandbox.faults.archive_thread(ann.channel, locked=True)
    for attempt in (thread.add_user(discord.Object(ann.id)), thread.leave()):
        with pytest.raises(discord.HTTPException) as refused:
            await attempt
        assert refused.value.code == 50083
    with pytest.raises(NotAsExpected, match="This thread is locked"):
        ann.say("Hello?")


async def test_a_private_thread_is_for_its_members(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    thread = await channel.create_thread(name="Secret", type=discord.ChannelType.private_thread)
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    await thread.add_user(discord.Object(ann.id))
    await thread.send("Hush.")
    assert ann.go_to("Secret").sees().text == "added @Ann to the thread.\nHush."
    with pytest.raises(NotAsExpected, match="Bob sees no #Secret, only #duels, #lounge"):
        bob.go_to("Secret")
    assert {member.id for member in await thread.fetch_members()} == {ann.id, sandbox.world.bot.id}


async def test_a_deleted_thread_is_gone_and_told_of(
    sandbox: Sandbox, channel: discord.TextChannel, launch: Launch
) -> None:
    bot = await launch(Bot())
    thread = await channel.create_thread(name="Duel", type=discord.ChannelType.public_thread)
    sandbox.faults.delete_channel(sandbox.person("Ann").go_to("Duel").channel)
    await bot.hears("THREAD_DELETE")
    with pytest.raises(discord.NotFound) as gone:
        await thread.send("Hello?")
    assert gone.value.code == 10003


async def test_a_deleted_channel_takes_its_threads_along(
    sandbox: Sandbox, channel: discord.TextChannel, launch: Launch
) -> None:
    bot = await launch(Bot())
    thread = await channel.create_thread(name="Duel", type=discord.ChannelType.public_thread)
    sandbox.faults.delete_channel(sandbox.world.channels[channel.id])
    await bot.hears("CHANNEL_DELETE")
    for place in (channel, thread):
        with pytest.raises(discord.NotFound) as gone:
            await place.send("Hello?")
        assert gone.value.code == 10003
    assert [c.name for c in bot.guilds[0].text_channels] == ["lounge"]


async def test_without_a_permission_discord_names_what_is_missing(
    sandbox: Sandbox, channel: discord.TextChannel
) -> None:
    place = sandbox.world.channels[channel.id]
    sent = await channel.send("Before.")
    sandbox.faults.take_permission(place, Permission.SEND_MESSAGES)
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("Hello?")
    assert refused.value.code == 50013
    await sent.edit(content="Edits need no permission to send.")
    sandbox.faults.take_permission(place, Permission.VIEW_CHANNEL)
    for attempt in (channel.send("Hello?"), sent.edit(content="x"), channel.fetch_message(sent.id)):
        with pytest.raises(discord.Forbidden) as refused:
            await attempt
        assert refused.value.code == 50001
    sandbox.faults.give_permission(place, Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    await channel.send("Back again.")


@pytest.mark.parametrize(
    ("taken", "body"),
    [
        (Permission.EMBED_LINKS, {"embeds": [{"title": "x"}]}),
        (Permission.READ_MESSAGE_HISTORY, {"content": "x", "message_reference": {"message_id": "1"}}),
    ],
)
async def test_some_parts_of_a_message_need_a_permission_of_their_own(
    api: Api, taken: int, body: dict[str, object]
) -> None:
    place = api.sandbox.person("Ann").channel
    api.sandbox.faults.take_permission(place, taken)
    status, answer = await api("POST", f"/channels/{place.id}/messages", body)
    assert (status, answer["code"]) == (403, 50013)


async def test_an_interaction_is_answered_where_the_bot_sees_nothing(
    sandbox: Sandbox, launch: Launch
) -> None:
    bot = Bot()
    allowed = []

    @bot.tree.command(description="Go.")
    async def go(interaction: discord.Interaction) -> None:
        allowed.append(interaction.app_permissions.view_channel)
        await interaction.response.send_message("Blindly.")

    await launch(bot)
    ann = sandbox.person("Ann")
    sandbox.faults.take_permission(ann.channel, Permission.VIEW_CHANNEL)
    await ann.slash("go")
    assert allowed == [False]
    assert ann.sees().text == "Blindly."


async def test_overwrites_of_people_outrank_those_of_roles(sandbox: Sandbox) -> None:
    world = sandbox.world
    guild = world.guild("The Arena")
    place = world.add_channel(guild, "backstage")
    crew = world.add_role(guild, "crew")
    ann, bob = world.add_member(guild, "Ann", [crew]).user, world.person("Bob")
    place.overwrites[guild.id] = (0, Permission.VIEW_CHANNEL)
    assert not world.can_see(ann, place)
    place.overwrites[crew.id] = (Permission.VIEW_CHANNEL, 0)
    assert (world.can_see(ann, place), world.can_see(bob, place)) == (True, False)
    place.overwrites[ann.id] = (0, Permission.VIEW_CHANNEL)
    assert world.permissions(ann, place) == 0
    crew.permissions = Permission.ADMINISTRATOR
    assert world.can_see(ann, place)


async def test_people_use_and_see_only_what_they_may(sandbox: Sandbox) -> None:
    ann = sandbox.person("Ann")
    ann.say("Hello!")
    ann.channel.overwrites[ann.id] = (0, Permission.SEND_MESSAGES)
    with pytest.raises(NotAsExpected, match="You may not send messages here"):
        ann.say("Hello?")
    ann.channel.overwrites[ann.id] = (0, Permission.VIEW_CHANNEL)
    assert not ann.sees().messages


async def test_members_are_fetched_listed_and_given_roles(sandbox: Sandbox, launch: Launch) -> None:
    guild = sandbox.world.guild("The Arena")
    low = sandbox.world.add_role(guild, "winner")
    high = sandbox.world.add_role(guild, "owner")
    own = guild.roles[guild.members[sandbox.world.bot.id].roles[0]]
    own.position = 5
    high.position = 9
    bot = await launch(Bot(discord.Intents(guilds=True, members=True)))
    here = bot.guilds[0]
    ann = await here.fetch_member(sandbox.person("Ann").id)
    assert ann.display_name == "Ann"
    assert {m.display_name async for m in here.fetch_members()} == {"Gauntlet", "Ann", "Bob"}
    with pytest.raises(discord.Forbidden) as refused:
        await ann.add_roles(discord.Object(low.id))
    assert refused.value.code == 50013
    sandbox.faults.change_role(guild, own, Permission.MANAGE_ROLES)
    await ann.add_roles(discord.Object(low.id))
    assert guild.members[ann.id].roles == [low.id]
    await ann.remove_roles(discord.Object(low.id))
    assert guild.members[ann.id].roles == []
    with pytest.raises(discord.Forbidden):
        await ann.add_roles(discord.Object(high.id))
    with pytest.raises(discord.NotFound) as unknown:
        await here.fetch_member(1)
    assert unknown.value.code == 10007


async def test_guilds_and_channels_can_be_fetched(sandbox: Sandbox, launch: Launch) -> None:
    bot = await launch(Bot())
    guild_id = sandbox.world.guild("The Arena").id
    assert (await bot.fetch_guild(guild_id)).approximate_member_count == 3
    fetched = await bot.fetch_channel(bot.guilds[0].text_channels[0].id)
    assert fetched.name == "duels"
    assert [guild.name async for guild in bot.fetch_guilds()] == ["The Arena"]
    assert [c.name for c in await bot.guilds[0].fetch_channels()] == ["duels", "lounge"]
    assert [role.name for role in await bot.guilds[0].fetch_roles()] == ["@everyone", "Gauntlet"]
    assert await bot.guilds[0].active_threads() == []
    with pytest.raises(discord.NotFound) as unknown:
        await bot.fetch_guild(1)
    assert unknown.value.code == 10004
    information = await bot.application_info()
    assert (information.id, information.name) == (sandbox.world.bot.id, "Gauntlet")
    await bot.guilds[0].leave()
    await bot.hears("GUILD_DELETE")
    assert not bot.guilds


async def test_a_channel_is_made_and_changed_by_those_who_may(
    sandbox: Sandbox, channel: discord.TextChannel
) -> None:
    with pytest.raises(discord.Forbidden):
        await channel.guild.create_text_channel("arena")
    guild = sandbox.world.guild("The Arena")
    own = guild.roles[guild.members[sandbox.world.bot.id].roles[0]]
    sandbox.faults.change_role(guild, own, Permission.MANAGE_CHANNELS | Permission.MANAGE_ROLES)
    made = await channel.guild.create_text_channel("arena")
    await made.edit(topic="Duels only.")
    await made.set_permissions(channel.guild.me, view_channel=True)
    await made.set_permissions(channel.guild.default_role, view_channel=False)
    ann = sandbox.person("Ann")
    with pytest.raises(NotAsExpected, match="Ann sees no #arena"):
        ann.go_to("arena")
    await made.set_permissions(channel.guild.default_role, overwrite=None)
    assert ann.go_to("arena").channel.topic == "Duels only."
    await made.delete()
    with pytest.raises(NotAsExpected, match="Ann sees no #arena"):
        ann.go_to("arena")
