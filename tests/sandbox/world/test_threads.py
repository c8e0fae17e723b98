"""Threads: when they are archived, what is refused in archived, locked, private and too many of them."""

import discord
import pytest

from sandbox import NotAsExpected, Sandbox
from sandbox.interactions.interactions import Interaction
from sandbox.people.client import Client
from sandbox.people.options import Refused
from sandbox.wire import ChannelType
from sandbox.world.channel import Channel
from sandbox.world.permissions import Permission
from tests.sandbox.conftest import Api, Bot, Launch

HOUR = 3600
ROW = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Hand", "custom_id": "hand"}]}


@pytest.fixture
async def thread(api: Api) -> Channel:
    """The bot's thread in #duels with a board, a message that has a button."""
    sandbox = api.sandbox
    place = sandbox.person("Ann").channel
    thread = sandbox.platform.threads.start(place, "Duel", sandbox.world.bot, minutes=60)
    await api("POST", f"/channels/{thread.id}/messages", {"content": "The board.", "components": [ROW]})
    return thread


def board(api: Api, thread: Channel) -> str:
    message = api.sandbox.platform.messages.history(thread.id)[-1]
    return f"/channels/{thread.id}/messages/{message.id}"


def press(sandbox: Sandbox, name: str, thread: Channel) -> Interaction:
    message = next(m for m in sandbox.platform.messages.history(thread.id) if m.wire["components"])
    return Client(sandbox.platform, sandbox.person(name).user).press(message.id, "hand")


def manage_threads(sandbox: Sandbox, place: Channel, user_id: int) -> None:
    parent = sandbox.world.channels[place.parent_id]
    sandbox.platform.changes.set_overwrite(parent, user_id, Permission.MANAGE_THREADS, 0)


async def test_a_thread_without_messages_is_archived_in_time_and_edits_do_not_count(
    api: Api, thread: Channel, launch: Launch
) -> None:
    bot = await launch(Bot())
    bot.heard.clear()
    clock = api.sandbox.clock
    clock.advance(0.9 * HOUR)
    await api("PATCH", board(api, thread), {"content": "Round two."})
    assert not thread.is_archived
    clock.advance(0.2 * HOUR)
    assert thread.is_archived
    await bot.hears("THREAD_UPDATE")


async def test_messages_keep_a_thread_awake(api: Api, thread: Channel) -> None:
    clock, ann = api.sandbox.clock, api.sandbox.person("Ann").go_to("Duel")
    for _ in range(3):
        clock.advance(0.9 * HOUR)
        ann.say("Still here.")
    clock.advance(0.9 * HOUR)
    assert not thread.is_archived
    clock.advance(0.2 * HOUR)
    assert thread.is_archived


async def test_a_new_time_counts_from_now(api: Api, thread: Channel) -> None:
    clock = api.sandbox.clock
    clock.advance(0.9 * HOUR)
    await api("PATCH", f"/channels/{thread.id}", {"auto_archive_duration": 1440})
    clock.advance(23 * HOUR)
    assert not thread.is_archived
    clock.advance(2 * HOUR)
    assert thread.is_archived


async def test_a_press_wakes_an_archived_thread_for_its_members_only(
    sandbox: Sandbox, thread: Channel
) -> None:
    ann, bob = sandbox.person("Ann").go_to(thread), sandbox.person("Bob").go_to(thread)
    sandbox.platform.threads.set_member(thread, ann.id, joined=True)
    sandbox.faults.archive_thread(thread)
    with pytest.raises(NotAsExpected, match="This thread is archived, and you are not in it"):
        await bob.press("Hand")
    assert thread.is_archived
    press(sandbox, "Ann", thread)
    assert not thread.is_archived
    sandbox.faults.archive_thread(thread)
    manage_threads(sandbox, thread, bob.id)
    press(sandbox, "Bob", thread)
    assert not thread.is_archived


async def test_the_buttons_of_a_locked_thread_are_dead(sandbox: Sandbox, thread: Channel) -> None:
    ann = sandbox.person("Ann").go_to(thread)
    sandbox.platform.threads.set_member(thread, ann.id, joined=True)
    sandbox.faults.lock_thread(thread)
    with pytest.raises(Refused, match="This thread is locked"):
        press(sandbox, "Ann", thread)
    manage_threads(sandbox, thread, ann.id)
    press(sandbox, "Ann", thread)


async def test_callbacks_edits_and_messages_are_refused_in_a_locked_thread(
    api: Api, sandbox: Sandbox, thread: Channel
) -> None:
    before, answered = press(sandbox, "Ann", thread), press(sandbox, "Bob", thread)
    await api("POST", f"/interactions/{answered.id}/{answered.token}/callback", {"type": 6})
    sandbox.faults.lock_thread(thread)
    hello = {"content": "Hello?"}
    callback = f"/interactions/{before.id}/{before.token}/callback"
    webhook = f"/webhooks/{sandbox.world.bot.id}/{answered.token}"
    for method, path, body, refusal in (
        ("POST", callback, {"type": 4, "data": hello}, (403, 50083)),
        ("POST", webhook, hello, (403, 50083)),
        ("PATCH", webhook + "/messages/@original", hello, (403, 50083)),
        ("PATCH", board(api, thread), hello, (400, 160005)),
        ("POST", f"/channels/{thread.id}/messages", hello, (400, 160005)),
    ):
        status, answer = await api(method, path, body)
        assert (status, answer["code"]) == refusal
    manage_threads(sandbox, thread, sandbox.world.bot.id)
    status, _ = await api("POST", callback, {"type": 4, "data": hello})
    assert status == 204
    status, _ = await api("DELETE", board(api, thread))
    assert status == 204


async def test_an_archived_thread_refuses_with_403_and_takes_deletions(api: Api, thread: Channel) -> None:
    api.sandbox.faults.archive_thread(thread)
    status, body = await api("PATCH", board(api, thread), {"content": "Later."})
    assert (status, body["code"]) == (403, 50083)
    status, _ = await api("DELETE", board(api, thread))
    assert status == 204
    assert thread.is_archived


async def test_the_owner_archives_its_thread_and_can_not_open_a_lock(api: Api, thread: Channel) -> None:
    status, _ = await api("PATCH", f"/channels/{thread.id}", {"archived": True})
    assert status == 200
    assert thread.is_archived
    status, _ = await api("PATCH", f"/channels/{thread.id}", {"archived": False})
    assert status == 200
    api.sandbox.faults.archive_thread(thread, locked=True)
    for edit in ({"archived": False}, {"archived": False, "locked": False}):
        status, body = await api("PATCH", f"/channels/{thread.id}", edit)
        assert (status, body["code"]) == (403, 50013)


async def test_a_bot_wakes_somebody_elses_thread_only_as_its_member(api: Api) -> None:
    thread = api.sandbox.person("Ann").start_thread("Mine")
    api.sandbox.faults.archive_thread(thread)
    status, body = await api("PATCH", f"/channels/{thread.id}", {"archived": False})
    assert (status, body["code"]) == (403, 50013)
    api.sandbox.platform.threads.set_member(thread, api.sandbox.world.bot.id, joined=True)
    status, _ = await api("PATCH", f"/channels/{thread.id}", {"archived": False})
    assert (status, thread.is_archived) == (200, False)


async def test_in_a_private_thread_the_bits_say_yes_and_access_says_no(
    sandbox: Sandbox, api: Api, launch: Launch
) -> None:
    bot = Bot()
    allowed = []

    @bot.tree.command(description="Go.")
    async def go(interaction: discord.Interaction) -> None:
        allowed.append(interaction.app_permissions.send_messages_in_threads)
        await interaction.response.send_message("Here.")

    await launch(bot)
    bot.heard.clear()
    ann = sandbox.person("Ann")
    secret = ann.start_thread("Secret", private=True)
    await ann.slash("go")
    assert allowed == [True]
    base = f"/channels/{secret.id}"
    for method, path, body in (
        ("GET", base, None),
        ("POST", base + "/messages", {"content": "x"}),
        ("PUT", base + "/thread-members/@me", None),
    ):
        status, answer = await api(method, path, body)
        assert (status, answer["code"]) == (403, 50001)
    assert "THREAD_CREATE" not in bot.heard
    sandbox.platform.threads.set_member(secret, sandbox.world.bot.id, joined=True, by=ann.user)
    await bot.hears("THREAD_CREATE")
    status, _ = await api("POST", base + "/messages", {"content": "x"})
    assert status == 200


async def test_a_bot_joins_a_public_thread_by_itself(api: Api) -> None:
    thread = api.sandbox.person("Ann").start_thread("Open")
    status, _ = await api("PUT", f"/channels/{thread.id}/thread-members/@me")
    assert status == 204
    assert thread.thread is not None
    assert api.sandbox.world.bot.id in thread.thread.members


async def test_a_guild_has_room_for_so_many_active_threads(api: Api, thread: Channel) -> None:
    sandbox = api.sandbox
    threads, place = sandbox.platform.threads, sandbox.world.channels[thread.parent_id]
    threads.most_active = 1
    status, body = await api("POST", f"/channels/{place.id}/threads", {"name": "More", "type": 11})
    assert (status, body["code"]) == (400, 160006)
    threads.archive(thread)
    other = threads.start(place, "Other", sandbox.world.bot, ChannelType.PUBLIC_THREAD)
    for method, path, edit in (
        ("PATCH", f"/channels/{thread.id}", {"archived": False}),
        ("POST", f"/channels/{thread.id}/messages", {"content": "Awake?"}),
    ):
        status, body = await api(method, path, edit)
        assert (status, body["code"]) == (400, 160006)
    threads.archive(other)
    status, _ = await api("PATCH", f"/channels/{thread.id}", {"archived": False})
    assert status == 200


async def test_threads_begin_with_the_lines_that_discord_writes(
    sandbox: Sandbox, channel: discord.TextChannel
) -> None:
    card = await channel.send("The card.")
    thread = await card.create_thread(name="From a message")
    (first,) = [message async for message in thread.history()]
    assert first.type is discord.MessageType.thread_starter_message
    ann = sandbox.person("Ann")
    await thread.add_user(discord.Object(ann.id))
    assert ann.go_to("From a message").sees().text.endswith("added @Ann to the thread.")
    await channel.create_thread(name="Alone", type=discord.ChannelType.public_thread)
    assert ann.go_to("duels").sees().text.endswith("started a thread: Alone")
