"""Kinds of channels: what discord.py makes of them, and what Discord refuses in each."""

import discord
import pytest

from sandbox import NotAsExpected, Sandbox
from sandbox.wire import ChannelType, Wire
from sandbox.world.feed import Event, Listener
from sandbox.world.permissions import Permission
from tests.sandbox.conftest import Api, Bot, Launch

KINDS = {
    ChannelType.VOICE: discord.VoiceChannel,
    ChannelType.STAGE: discord.StageChannel,
    ChannelType.NEWS: discord.TextChannel,
    ChannelType.FORUM: discord.ForumChannel,
}


@pytest.mark.parametrize("kind", KINDS)
async def test_discord_py_knows_a_channel_of_every_kind(
    kind: ChannelType, sandbox: Sandbox, launch: Launch
) -> None:
    guild = sandbox.world.guild("The Arena")
    early = sandbox.world.add_channel(guild, "early", kind=kind)
    bot = await launch(Bot())
    late = sandbox.world.add_channel(guild, "late", kind=kind)
    await bot.hears("CHANNEL_CREATE")
    for place in (early, late):
        assert isinstance(bot.get_channel(place.id), KINDS[kind])
        assert isinstance(await bot.fetch_channel(place.id), KINDS[kind])
    found = bot.get_channel(early.id)
    assert not isinstance(found, discord.TextChannel) or found.is_news()


@pytest.mark.parametrize("kind", [ChannelType.VOICE, ChannelType.STAGE])
async def test_chats_of_voice_channels_take_messages_but_no_threads(kind: ChannelType, api: Api) -> None:
    place = api.sandbox.world.add_channel(api.sandbox.world.guild("The Arena"), "talk", kind=kind)
    status, message = await api("POST", f"/channels/{place.id}/messages", {"content": "Hello."})
    assert status == 200
    for path in (f"/channels/{place.id}/messages/{message['id']}/threads", f"/channels/{place.id}/threads"):
        status, body = await api("POST", path, {"name": "Duel"})
        assert (status, body["code"]) == (400, 50024)
    with pytest.raises(NotAsExpected, match="There can be no such thread here"):
        api.sandbox.person("Ann").go_to("talk").start_thread("Duel")


async def test_a_forum_takes_posts_and_no_messages(api: Api) -> None:
    sandbox = api.sandbox
    forum = sandbox.world.add_channel(sandbox.world.guild("The Arena"), "ideas", kind=ChannelType.FORUM)
    status, body = await api("POST", f"/channels/{forum.id}/messages", {"content": "Hello."})
    assert (status, body["code"]) == (400, 50008)
    ann = sandbox.person("Ann").go_to("ideas")
    with pytest.raises(NotAsExpected, match="This is a forum: start a post instead"):
        ann.say("Hello.")
    ann.start_thread("More games")
    ann.say("Please.")
    post = {"name": "Rules", "message": {"content": "Be kind."}}
    status, body = await api("POST", f"/channels/{forum.id}/threads", post)
    assert (status, body["type"], body["message"]["id"]) == (201, 11, body["id"])
    assert "Be kind." in ann.go_to("Rules").sees()


async def test_a_thread_of_an_announcement_channel_is_of_its_own_kind(api: Api) -> None:
    place = api.sandbox.world.add_channel(api.sandbox.world.guild("The Arena"), "news", kind=ChannelType.NEWS)
    _, message = await api("POST", f"/channels/{place.id}/messages", {"content": "News."})
    status, thread = await api(
        "POST", f"/channels/{place.id}/messages/{message['id']}/threads", {"name": "Talk"}
    )
    assert (status, thread["type"], thread["parent_id"]) == (201, 10, str(place.id))
    status, body = await api("POST", f"/channels/{place.id}/threads", {"name": "Secret", "type": 12})
    assert (status, body["code"]) == (400, 50024)


async def test_an_interaction_carries_little_of_its_channel(sandbox: Sandbox, launch: Launch) -> None:
    bot = Bot()

    @bot.tree.command(description="Go.")
    async def go(interaction: discord.Interaction, where: discord.app_commands.AppCommandChannel) -> None:
        await interaction.response.send_message(where.name)

    await launch(bot)
    ann, ears = sandbox.person("Ann"), Ears()
    ann.channel.topic = "Duels only."
    ann.channel.overwrites[sandbox.world.bot.id] = (0, Permission.MENTION_EVERYONE)
    sandbox.platform.feed.join(ears)
    await ann.slash("go", where=ann.channel)
    (payload,) = ears.interactions
    resolved = payload["data"]["resolved"]["channels"]
    for channel in (payload["channel"], resolved[str(ann.channel.id)]):
        assert "permission_overwrites" not in channel
        assert (channel["name"], channel["topic"], channel["type"]) == ("duels", "Duels only.", 0)
        assert {"id", "guild_id", "parent_id", "position", "nsfw", "flags", "permissions"} <= set(channel)


class Ears(Listener):
    """Keeps the interactions that the bot is sent."""

    def __init__(self) -> None:
        self.interactions: list[Wire] = []

    def dispatched(self, event: Event) -> None:
        if event.name == "INTERACTION_CREATE":
            self.interactions.append(event.data)
