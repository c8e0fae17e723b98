"""Where the application can be used: with the bot, by people who installed it for themselves, in groups."""

from typing import Any

import discord
import pytest

from sandbox import NotAsExpected, Sandbox
from sandbox.interactions.interactions import Interaction
from sandbox.people.client import Client
from sandbox.people.person import Person
from sandbox.wire import ChannelType, Wire
from sandbox.world.feed import Event, Listener
from sandbox.world.permissions import Permission
from tests.sandbox.conftest import Api, Bot, Launch

EVERYWHERE = {"name": "go", "description": "Go."}


class Ears(Listener):
    """Keeps what the bot is sent."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.events: list[Event] = []
        sandbox.platform.feed.join(self)

    def dispatched(self, event: Event) -> None:
        self.events.append(event)

    @property
    def last(self) -> Wire:
        return self.events[-1].data


async def offer(api: Api, **fields: Any) -> Wire:
    """Registers /go."""
    path = f"/applications/{api.sandbox.world.bot.id}/commands"
    _, command = await api("POST", path, EVERYWHERE | fields)
    assert isinstance(command, dict)
    return command


def go(sandbox: Sandbox, person: Person, command: Wire) -> Interaction:
    return Client(sandbox.platform, person.user).slash(person.channel, command["id"], [])


@pytest.fixture
def elsewhere(sandbox: Sandbox) -> Person:
    """Ann in #hall of a guild without the bot."""
    sandbox.world.add_guild("Elsewhere", ("hall",), ("Ann", "Bob"), with_bot=False)
    return sandbox.person("Ann").go_to("hall")


async def test_left_out_installations_are_what_the_application_allows(api: Api) -> None:
    assert (await offer(api))["integration_types"] == [0, 1]
    api.sandbox.world.integration_types = [0]
    assert (await offer(api, name="stay"))["integration_types"] == [0]


async def test_a_guild_without_the_bot_offers_nothing_until_a_person_installs_it(
    api: Api, sandbox: Sandbox, elsewhere: Person
) -> None:
    command, bob = await offer(api), sandbox.person("Bob").go_to("hall")
    await offer(api, name="home", integration_types=[0])
    with pytest.raises(NotAsExpected, match="Ann is offered no /go in #hall, only nothing"):
        await elsewhere.slash("go")
    sandbox.world.install_for(elsewhere)
    ears = Ears(sandbox)
    go(sandbox, elsewhere, command)
    assert ears.last["authorizing_integration_owners"] == {"1": str(elsewhere.id)}
    assert (ears.last["context"], ears.last["guild"]["id"]) == (0, str(elsewhere.channel.guild_id))
    with pytest.raises(NotAsExpected, match="Ann is offered no /home in #hall, only /go"):
        await elsewhere.slash("home")
    with pytest.raises(NotAsExpected, match="Bob is offered no /go"):
        await bob.slash("go")


async def test_the_bot_hears_nothing_of_a_guild_without_it_and_reaches_nothing_there(
    api: Api, sandbox: Sandbox, elsewhere: Person, launch: Launch
) -> None:
    bot = await launch(Bot())
    assert [guild.name for guild in bot.guilds] == ["The Arena"]
    ears, guild = Ears(sandbox), sandbox.world.guild("Elsewhere")
    elsewhere.say("Hello.")
    sandbox.world.add_channel(guild, "attic", kind=ChannelType.VOICE)
    sandbox.world.add_member(guild, "Zoe")
    elsewhere.start_thread("Quiet")
    sandbox.faults.delete_guild(sandbox.world.add_guild("Further", with_bot=False))
    assert ears.events == []
    hall = next(iter(guild.channels))
    for method, path, body in (
        ("GET", f"/channels/{hall}", None),
        ("POST", f"/channels/{hall}/messages", {"content": "x"}),
        ("GET", f"/guilds/{guild.id}", None),
    ):
        status, answer = await api(method, path, body)
        assert (status, answer["code"]) == (403, 50001)


async def test_answers_work_without_the_bot_but_only_five_follow_ups(
    api: Api, sandbox: Sandbox, elsewhere: Person
) -> None:
    command, bob = await offer(api), sandbox.person("Bob").go_to("hall")
    sandbox.world.install_for(elsewhere)
    going = go(sandbox, elsewhere, command)
    callback = f"/interactions/{going.id}/{going.token}/callback"
    await api("POST", callback, {"type": 4, "data": {"content": "The card."}})
    webhook = f"/webhooks/{sandbox.world.bot.id}/{going.token}"
    status, _ = await api("PATCH", webhook + "/messages/@original", {"content": "The new card."})
    assert status == 200
    assert "The new card." in bob.sees()
    sandbox.limits.enforced = False  # the fifth follow-up would wait
    for number in range(5):
        status, _ = await api("POST", webhook, {"content": str(number)})
        assert status == 200
    status, body = await api("POST", webhook, {"content": "6"})
    assert (status, body["code"]) == (400, 40094)


async def test_without_the_permission_for_external_apps_an_answer_is_private(
    api: Api, sandbox: Sandbox, elsewhere: Person
) -> None:
    command, bob = await offer(api), sandbox.person("Bob").go_to("hall")
    sandbox.world.install_for(elsewhere)
    sandbox.platform.changes.set_overwrite(elsewhere.channel, elsewhere.id, 0, Permission.USE_EXTERNAL_APPS)
    going = go(sandbox, elsewhere, command)
    card = {"type": 4, "data": {"content": "The card."}}
    await api("POST", f"/interactions/{going.id}/{going.token}/callback", card)
    answered = sandbox.platform.messages.seen_by(elsewhere.user, elsewhere.channel)[-1]
    assert (answered.wire["content"], answered.only_for) == ("The card.", elsewhere.id)
    assert "The card." not in bob.sees()


async def test_in_a_guild_with_the_bot_both_installations_are_named(api: Api, sandbox: Sandbox) -> None:
    command, ann, ears = await offer(api), sandbox.person("Ann"), Ears(sandbox)
    guild = str(ann.channel.guild_id)
    go(sandbox, ann, command)
    assert ears.last["authorizing_integration_owners"] == {"0": guild}
    sandbox.world.install_for(ann)
    go(sandbox, ann, command)
    assert ears.last["authorizing_integration_owners"] == {"0": guild, "1": str(ann.id)}


async def test_direct_messages_and_groups_have_contexts_of_their_own(api: Api, sandbox: Sandbox) -> None:
    command, ann, ears = await offer(api), sandbox.person("Ann"), Ears(sandbox)
    await offer(api, name="guilds", contexts=[0])
    ann.go_to(sandbox.world.dm_with(ann.user))
    go(sandbox, ann, command)
    assert (ears.last["context"], ears.last["authorizing_integration_owners"]) == (1, {"0": "0"})
    sandbox.world.add_group("Friends", ["Ann", "Bob"])
    ann.go_to_group("Friends")
    with pytest.raises(NotAsExpected, match="Ann is offered no /go"):
        await ann.slash("go")
    sandbox.world.install_for(ann)
    with pytest.raises(NotAsExpected, match="is offered no /guilds in direct messages, only /go"):
        await ann.slash("guilds")
    going = go(sandbox, ann, command)
    assert (ears.last["context"], ears.last["channel"]["type"]) == (2, 3)
    assert ears.last["authorizing_integration_owners"] == {"1": str(ann.id)}
    await api(
        "POST", f"/interactions/{going.id}/{going.token}/callback", {"type": 4, "data": {"content": "Hi."}}
    )
    assert "Hi." in sandbox.person("Bob").go_to_group("Friends").sees()
    status, body = await api("POST", f"/channels/{ann.channel.id}/messages", {"content": "x"})
    assert (status, body["code"]) == (403, 50001)


async def test_a_press_on_an_answer_is_authorized_as_the_answer_was(
    api: Api, sandbox: Sandbox, elsewhere: Person
) -> None:
    command, bob = await offer(api), sandbox.person("Bob").go_to("hall")
    sandbox.world.install_for(elsewhere)
    going = go(sandbox, elsewhere, command)
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Take", "custom_id": "take"}]}
    card = {"type": 4, "data": {"content": "The card.", "components": [row]}}
    await api("POST", f"/interactions/{going.id}/{going.token}/callback", card)
    ears = Ears(sandbox)
    Client(sandbox.platform, bob.user).press(bob.sees().messages[-1].id, "take")
    assert ears.last["authorizing_integration_owners"] == {"1": str(elsewhere.id)}


async def test_discord_py_reads_what_comes_from_a_place_without_the_bot(
    sandbox: Sandbox, elsewhere: Person, launch: Launch
) -> None:
    bot = Bot()
    told = []

    @bot.tree.command(description="Go.")
    async def where(interaction: discord.Interaction) -> None:
        told.append((interaction.is_guild_integration(), interaction.is_user_integration()))
        await interaction.response.send_message("Here.")

    await launch(bot)
    sandbox.world.install_for(elsewhere)
    await elsewhere.slash("where")
    sandbox.world.add_channel(sandbox.world.guild("Elsewhere"), "talk", kind=ChannelType.VOICE)
    await elsewhere.go_to("talk").slash("where")
    sandbox.world.add_group("Friends", ["Ann", "Bob"])
    await elsewhere.go_to_group("Friends").slash("where")
    assert told == [(False, True)] * 3


async def test_the_application_says_how_it_is_installed_and_takes_no_change(
    api: Api, sandbox: Sandbox, elsewhere: Person
) -> None:
    sandbox.world.install_for(elsewhere)
    status, about = await api("GET", "/applications/@me")
    assert status == 200
    assert set(about["integration_types_config"]) == {"0", "1"}
    assert (about["approximate_guild_count"], about["approximate_user_install_count"]) == (1, 1)
    assert "bot" in about["install_params"]["scopes"]
    status, body = await api("PATCH", "/applications/@me", {"flags": 0})
    assert (status, body["code"]) == (403, 20012)
