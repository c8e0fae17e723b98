"""What people are told of: pings and unread channels. An edit tells nobody."""

import pytest

from sandbox import Sandbox, World
from sandbox.messages.messages import Draft
from sandbox.people.person import Person
from sandbox.wire import ChannelType, MessageFlag
from sandbox.world.channel import Channel
from sandbox.world.entities import Message
from sandbox.world.permissions import Permission


@pytest.fixture
def world() -> World:
    return World.of({"The Arena": ["Ann", "Bob"]}, channels=("duels", "lounge"))


@pytest.fixture
def ann(sandbox: Sandbox) -> Person:
    return sandbox.person("Ann")


@pytest.fixture
def bob(sandbox: Sandbox) -> Person:
    return sandbox.person("Bob")


def post(sandbox: Sandbox, channel: Channel, text: str, **fields: object) -> Message:
    return sandbox.platform.messages.create(Draft(channel, sandbox.world.bot, {"content": text, **fields}))


async def test_a_new_message_that_mentions_someone_pings_them(
    sandbox: Sandbox, ann: Person, bob: Person
) -> None:
    message = post(sandbox, ann.channel, f"<@{bob.id}>, your turn.")
    (ping,) = bob.notified()
    assert (ping.channel, ping.message_id, ping.silent) == (ann.channel, message.id, False)
    assert ping.text == "@Bob, your turn."
    assert ann.notified() == []


async def test_an_edit_pings_nobody_and_leaves_no_unread_mark(
    sandbox: Sandbox, ann: Person, bob: Person
) -> None:
    message = post(sandbox, ann.channel, "A board.")
    bob.sees()
    sandbox.platform.messages.edit(message, {"content": f"<@{bob.id}>, your turn."})
    assert message.wire["mentions"]
    assert (bob.notified(), bob.unread()) == ([], [])
    assert ann.unread() == [ann.channel]


async def test_a_mention_that_is_suppressed_pings_nobody(sandbox: Sandbox, ann: Person, bob: Person) -> None:
    post(sandbox, ann.channel, f"<@{bob.id}> waits.", allowed_mentions={"parse": []})
    assert bob.notified() == []
    assert bob.unread() == [ann.channel]


async def test_a_silent_message_is_marked_as_such(sandbox: Sandbox, ann: Person, bob: Person) -> None:
    post(sandbox, ann.channel, f"<@{bob.id}>", flags=MessageFlag.SUPPRESS_NOTIFICATIONS)
    assert [ping.silent for ping in bob.notified()] == [True]
    assert bob.unread() == [ann.channel]


async def test_a_direct_message_always_pings(sandbox: Sandbox, ann: Person, bob: Person) -> None:
    channel = sandbox.world.dm_with(ann.user)
    post(sandbox, channel, "Your turn.")
    assert [ping.text for ping in ann.notified()] == ["Your turn."]
    assert ann.unread() == [channel]
    assert ann.go_to_dms().unread() == []
    assert bob.notified() == bob.unread() == []


async def test_own_messages_tell_nothing_and_what_is_read_on_one_device_is_read_on_all(
    sandbox: Sandbox, ann: Person, bob: Person
) -> None:
    bob.say(f"<@{bob.id}> and <@{ann.id}>")
    assert (bob.notified(), bob.unread()) == ([], [])
    phone = sandbox.person("Ann")
    assert ann.unread() == phone.unread() == [ann.channel]
    phone.sees()
    assert ann.unread() == []
    assert len(ann.notified()) == 1


async def test_a_private_message_tells_nobody(sandbox: Sandbox, ann: Person) -> None:
    draft = Draft(ann.channel, sandbox.world.bot, {"content": f"<@{ann.id}>"}, only_for=ann.id, flags=64)
    sandbox.platform.messages.create(draft)
    assert (ann.notified(), ann.unread()) == ([], [])


async def test_nobody_is_told_of_a_channel_that_they_can_not_see(
    sandbox: Sandbox, ann: Person, bob: Person
) -> None:
    lounge = next(c for c in sandbox.world.channels.values() if c.name == "lounge")
    sandbox.platform.changes.set_overwrite(lounge, bob.id, 0, Permission.VIEW_CHANNEL)
    post(sandbox, lounge, f"<@{ann.id}> <@{bob.id}>")
    assert (bob.notified(), bob.unread()) == ([], [])
    assert ann.unread() == [lounge]


async def test_a_role_and_everyone_ping_their_members(sandbox: Sandbox, ann: Person, bob: Person) -> None:
    guild = sandbox.world.guild("The Arena")
    role = sandbox.world.add_role(guild, "Duellist")
    guild.members[ann.id].roles.append(role.id)
    post(sandbox, ann.channel, f"<@&{role.id}>")
    assert (len(ann.notified()), len(bob.notified())) == (1, 0)
    guild.roles[guild.id].permissions |= Permission.MENTION_EVERYONE
    post(sandbox, ann.channel, "@everyone")
    assert (len(ann.notified()), len(bob.notified())) == (2, 1)


async def test_a_thread_is_unread_for_those_who_joined_it_or_were_called_there(
    sandbox: Sandbox, ann: Person, bob: Person
) -> None:
    changes = sandbox.platform.changes
    thread = changes.create_thread(ann.channel, "A duel", sandbox.world.bot, ChannelType.PUBLIC_THREAD)
    changes.set_thread_member(thread, ann.id, joined=True)
    post(sandbox, thread, "A board.")
    assert (ann.unread(), bob.unread()) == ([thread], [])
    post(sandbox, thread, f"<@{bob.id}>, your turn.")
    assert bob.unread() == [thread]


async def test_a_message_that_was_deleted_is_unread_no_more_but_has_pinged(
    sandbox: Sandbox, ann: Person, bob: Person
) -> None:
    message = post(sandbox, ann.channel, f"<@{bob.id}>, your turn.")
    sandbox.platform.messages.delete(message)
    assert bob.unread() == []
    assert len(bob.notified()) == 1
