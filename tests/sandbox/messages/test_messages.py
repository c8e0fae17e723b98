"""Messages in channels and direct messages: sent, fetched, edited, deleted, with files and mentions."""

import asyncio
import io

import aiohttp
import discord
import pytest

from sandbox import Sandbox, World
from sandbox.messages.messages import Draft, Messages
from sandbox.world.permissions import Permission
from tests.sandbox.conftest import Api, Bot, Launch


async def test_a_message_is_sent_fetched_edited_and_deleted(
    sandbox: Sandbox, channel: discord.TextChannel
) -> None:
    ann = sandbox.person("Ann")
    sent = await channel.send("One.", embed=discord.Embed(title="A title"))
    assert str(ann.sees().messages[0]) == "Gauntlet: One.\nA title"
    fetched = await channel.fetch_message(sent.id)
    assert (fetched.content, fetched.embeds[0].title, fetched.edited_at) == ("One.", "A title", None)
    edited = await fetched.edit(content="Two.", embed=None)
    assert edited.edited_at is not None
    assert str(ann.sees().messages[0]) == "Gauntlet: Two."
    await channel.get_partial_message(sent.id).edit(content="Three.")
    assert ann.sees().text == "Three."
    await sent.delete()
    assert not ann.sees().messages
    for late in (sent.edit(content="Four."), sent.delete(), channel.fetch_message(sent.id)):
        with pytest.raises(discord.NotFound) as gone:
            await late
        assert gone.value.code == 10008


async def test_history_is_read_in_either_direction(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    ann = sandbox.person("Ann")
    said = [ann.say(str(number)) for number in range(7)]
    newest = [message.content async for message in channel.history(limit=3)]
    oldest = [message.content async for message in channel.history(limit=3, oldest_first=True)]
    middle = discord.Object(said[3].id)
    before = [message.content async for message in channel.history(limit=2, before=middle)]
    after = [message.content async for message in channel.history(limit=2, after=middle)]
    around = [message.content async for message in channel.history(limit=3, around=middle)]
    assert (newest, oldest) == (["6", "5", "4"], ["0", "1", "2"])
    assert (before, after, sorted(around)) == (["2", "1"], ["4", "5"], ["2", "3", "4"])


async def test_a_bot_may_not_edit_what_others_said(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    said = sandbox.person("Ann").say("Mine.")
    with pytest.raises(discord.Forbidden) as refused:
        await channel.get_partial_message(said.id).edit(content="Yours.")
    assert refused.value.code == 50005
    with pytest.raises(discord.Forbidden) as refused:
        await channel.get_partial_message(said.id).delete()
    assert refused.value.code == 50013
    sandbox.faults.give_permission(sandbox.person("Ann").channel, Permission.MANAGE_MESSAGES)
    await channel.get_partial_message(said.id).delete()
    assert not sandbox.person("Ann").sees().messages


async def test_a_reply_mentions_the_one_it_answers_unless_told_not_to(
    sandbox: Sandbox, channel: discord.TextChannel
) -> None:
    said = sandbox.person("Ann").say("Hello?")
    question = channel.get_partial_message(said.id)
    loud = await channel.send("Yes?", reference=question)
    quiet = await channel.send("Yes.", reference=question, mention_author=False)
    assert loud.reference is not None
    assert loud.reference.message_id == said.id
    assert [user.display_name for user in loud.mentions] == ["Ann"]
    assert quiet.mentions == []
    sandbox.faults.delete_message(said)
    with pytest.raises(discord.HTTPException):
        await channel.send("Anyone?", reference=question)


async def test_mentions_ping_only_whom_they_may(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    text = f"<@{ann.id}> <@{bob.id}> @everyone"
    everyone = await channel.send(text)
    nobody = await channel.send(text, allowed_mentions=discord.AllowedMentions.none())
    only_ann = discord.AllowedMentions(users=[discord.Object(ann.id)], everyone=False)
    some = await channel.send(text, allowed_mentions=only_ann)
    assert {user.id for user in everyone.mentions} == {ann.id, bob.id}
    assert not everyone.mention_everyone
    assert nobody.mentions == []
    assert [user.id for user in some.mentions] == [ann.id]
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.Container(discord.ui.TextDisplay(text)))
    shown = await channel.send(view=view)
    assert {user.id for user in shown.mentions} == {ann.id, bob.id}
    edited = await some.edit(content=text, allowed_mentions=discord.AllowedMentions.none())
    assert edited.mentions == []


async def test_the_same_nonce_gives_the_same_message(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    first = await channel.send("Once.", nonce="abc")
    again = await channel.send("Once.", nonce="abc")
    assert first.id == again.id
    sandbox.clock.advance(600)
    later = await channel.send("Twice.", nonce="abc")
    assert later.id != first.id


async def test_a_file_travels_there_and_back(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    file = discord.File(io.BytesIO(b"a,b\n1,2\n"), "table.csv", description="A table")
    sent = await channel.send("See:", file=file)
    [attachment] = sent.attachments
    assert (attachment.filename, attachment.size, attachment.description) == ("table.csv", 8, "A table")
    assert await attachment.read() == b"a,b\n1,2\n"
    assert sandbox.person("Bob").sees().messages[0].files == ("table.csv",)
    kept = await sent.edit(content="Still:", attachments=[attachment])
    assert [a.id for a in kept.attachments] == [attachment.id]
    emptied = await kept.edit(attachments=[])
    assert emptied.attachments == []


async def test_media_of_components_point_at_the_uploaded_file(
    sandbox: Sandbox, channel: discord.TextChannel
) -> None:
    view = discord.ui.LayoutView()
    picture = discord.File(io.BytesIO(b"\x89PNG\r\n"), "a.png")
    view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://a.png")))
    sent = await channel.send(view=view, file=picture)
    gallery = sent.components[0]
    assert isinstance(gallery, discord.MediaGalleryComponent)
    assert gallery.items[0].media.url == sent.attachments[0].url
    async with aiohttp.ClientSession() as http, http.get(gallery.items[0].media.url) as answer:
        assert await answer.read() == b"\x89PNG\r\n"
        assert answer.headers["Content-Type"] == "image/png"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert sandbox.person("Ann").sees().messages[0].files == ("a.png",)


async def test_an_uploaded_page_is_never_shown_in_place(
    sandbox: Sandbox, channel: discord.TextChannel
) -> None:
    sent = await channel.send(file=discord.File(io.BytesIO(b"<script>alert(1)</script>"), "evil.html"))
    async with aiohttp.ClientSession() as http, http.get(sent.attachments[0].url) as answer:
        assert answer.headers["Content-Disposition"] == "attachment"
        assert answer.headers["Content-Security-Policy"].startswith("sandbox")
    async with aiohttp.ClientSession() as http, http.get(f"{sandbox.url}/attachments/1/x") as answer:
        assert answer.status == 404


async def test_a_file_that_is_too_large_is_refused(channel: discord.TextChannel) -> None:
    with pytest.raises(discord.HTTPException) as refused:
        await channel.send(file=discord.File(io.BytesIO(bytes(10 * 1024 * 1024 + 1)), "big.bin"))
    assert (refused.value.status, refused.value.code) == (413, 40005)


async def test_unknown_and_malformed_ids_are_told_apart(api: Api) -> None:
    status, body = await api("GET", "/channels/123/messages/1")
    assert (status, body["code"]) == (404, 10003)
    status, body = await api("GET", "/channels/abc/messages/1")
    assert (status, body["errors"]["channel_id"]["_errors"][0]["code"]) == (400, "NUMBER_TYPE_COERCE")
    channel = api.sandbox.person("Ann").channel
    status, body = await api("GET", f"/channels/{channel.id}/messages?limit=many")
    assert (status, body["errors"]["limit"]["_errors"][0]["code"]) == (400, "NUMBER_TYPE_COERCE")
    assert await api("GET", "/nothing/here") == (404, {"message": "404: Not Found", "code": 0})
    status, body = await api("GET", "/users/@me", token="wrong")
    assert (status, body) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_malformed_bodies_are_refused(api: Api) -> None:
    path = f"/channels/{api.sandbox.person('Ann').channel.id}/messages"
    api.sandbox.limits.enforced = False
    json = {"Content-Type": "application/json"}
    form = {"Content-Type": "multipart/form-data; boundary=x"}
    for data, headers, code in (
        (b"{", json, 50109),
        (b"\xff\xfe", json, 50109),
        (b"[]", json, 50035),
        (b'"hi"', json, 50035),
        (b"", json, 50035),
        (b"garbage without a boundary", form, 50035),
        (b'--x\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{\r\n--x--\r\n', form, 50109),
    ):
        status, body = await api("POST", path, data=data, headers=headers)
        assert (data, status, body["code"]) == (data, 400, code)
    api.sandbox.violations.clear()


async def test_old_messages_may_be_edited_only_now_and_then(api: Api) -> None:
    path = f"/channels/{api.sandbox.person('Ann').channel.id}/messages"
    _, message = await api("POST", path, {"content": "Old."})
    api.sandbox.clock.advance(3601)
    statuses = [(await api("PATCH", f"{path}/{message['id']}", {"content": f"{n}"}))[0] for n in range(4)]
    assert statuses == [200, 200, 200, 429]
    _, body = await api("PATCH", f"{path}/{message['id']}", {"content": "x"})
    assert body["code"] == 30046
    api.sandbox.clock.advance(6.1)
    assert (await api("PATCH", f"{path}/{message['id']}", {"content": "x"}))[0] == 200


async def test_direct_messages_go_both_ways(sandbox: Sandbox, launch: Launch) -> None:
    bot = Bot()
    heard: asyncio.Queue[str] = asyncio.Queue()

    async def on_message(message: discord.Message) -> None:
        if message.guild is None and not message.author.bot:
            heard.put_nowait(message.content)

    bot.event(on_message)
    await launch(bot)
    ann = sandbox.person("Ann").go_to_dms()
    user = await bot.fetch_user(ann.id)
    await user.send("Your turn.")
    assert str(ann.sees()) == "direct messages, as Ann sees it:\n  Gauntlet: Your turn."
    ann.say("Thanks!")
    assert await heard.get() == "Thanks!"
    assert not sandbox.person("Bob").go_to_dms().sees().messages


async def test_closed_direct_messages_are_refused_with_50007(sandbox: Sandbox, launch: Launch) -> None:
    bot = await launch(Bot())
    ann = sandbox.person("Ann")
    sandbox.faults.close_dms(ann)
    user = await bot.fetch_user(ann.id)
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("Hello?")
    assert refused.value.code == 50007
    sandbox.faults.close_dms(ann, closed=False)
    await user.send("Hello!")
    stranger = await bot.fetch_user(sandbox.world.person("Zoe").id)
    with pytest.raises(discord.Forbidden) as refused:
        await stranger.send("Hello?")
    assert refused.value.code == 50278
    with pytest.raises(discord.NotFound) as unknown:
        await bot.fetch_user(1)
    assert unknown.value.code == 10013


async def test_a_channel_forgets_its_oldest_messages(world: World) -> None:
    messages = Messages(world, kept=3)
    channel = next(iter(world.channels.values()))
    made = [messages.create(Draft(channel, world.bot, {"content": str(n)})) for n in range(5)]
    assert [message.wire["content"] for message in messages.history(channel.id)] == ["2", "3", "4"]
    assert messages.get(made[0].id) is None
