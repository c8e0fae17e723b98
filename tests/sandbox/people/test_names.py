"""Whose name a client can show: the people in a message's mentions, and those whom this client has met."""

import discord
import pytest
from discord import Interaction, app_commands

from sandbox import Sandbox, World
from sandbox.messages.messages import Draft
from sandbox.people.person import Person
from tests.sandbox.conftest import Bot, Launch

NOBODY = {"allowed_mentions": {"parse": []}}


@pytest.fixture
def world() -> World:
    return World.of({"The Arena": ["Ann", "Bob", "Cleo"]}, channels=("duels", "lounge"))


def post(sandbox: Sandbox, text: str, **body: object) -> int:
    channel = sandbox.person("Ann").channel
    return sandbox.platform.messages.create(Draft(channel, sandbox.world.bot, {"content": text, **body})).id


def newest(person: Person) -> str:
    return person.sees().messages[-1].text


async def test_a_suppressed_mention_of_a_stranger_shows_no_name(sandbox: Sandbox) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    post(sandbox, f"<@{ann.id}> against <@{bob.id}>", **NOBODY)
    assert newest(ann) == "@Ann against @unknown-user"
    assert newest(bob) == "@unknown-user against @Bob"
    assert newest(sandbox.person("Cleo")) == "@unknown-user against @unknown-user"


async def test_a_message_carries_the_names_that_its_mentions_hold(sandbox: Sandbox) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    text = f"<@{ann.id}> against <@{bob.id}>"
    number = post(sandbox, text, **NOBODY)
    message = sandbox.platform.messages.get(number)
    assert message is not None
    cleo = sandbox.person("Cleo")
    sandbox.platform.messages.edit(
        message, {"content": text, "allowed_mentions": {"parse": [], "users": [str(bob.id)]}}
    )
    assert newest(cleo) == "@unknown-user against @Bob"
    sandbox.platform.messages.edit(message, {"content": text, **NOBODY})
    assert newest(cleo) == "@unknown-user against @unknown-user"


async def test_an_author_is_known_to_each_client_that_has_looked_at_the_channel(sandbox: Sandbox) -> None:
    ann, bob = sandbox.person("Ann").go_to("lounge"), sandbox.person("Bob")
    bob.go_to("lounge").say("Hello!")
    post(sandbox, f"<@{bob.id}> waits", **NOBODY)
    cleo = sandbox.person("Cleo")
    assert newest(cleo) == "@unknown-user waits"
    cleo.go_to("lounge").sees()
    assert newest(cleo.go_to("duels")) == "@Bob waits"
    assert newest(ann.go_to("duels")) == "@unknown-user waits"
    assert newest(sandbox.person("Cleo")) == "@unknown-user waits"
    cleo.reload()
    assert newest(cleo) == "@unknown-user waits"


@pytest.fixture
async def bot(launch: Launch) -> Bot:
    bot = Bot()

    @bot.tree.command(description="Points at someone.")
    async def point(interaction: Interaction, whom: discord.Member, quietly: bool = False) -> None:  # noqa: FBT001, FBT002
        text = f"<@{interaction.user.id}> points at <@{whom.id}>"
        everybody = discord.AllowedMentions(users=True)
        mentions = everybody if quietly else discord.AllowedMentions.none()
        await interaction.response.send_message(text, ephemeral=quietly, allowed_mentions=mentions)

    @bot.tree.context_menu(name="Wave")
    async def wave(interaction: Interaction, whom: discord.Member) -> None:
        nobody = discord.AllowedMentions.none()
        await interaction.response.send_message(f"<@{whom.id}>", allowed_mentions=nobody)

    assert isinstance(point, app_commands.Command)
    assert isinstance(wave, app_commands.ContextMenu)
    launched = await launch(bot)
    assert isinstance(launched, Bot)
    return launched


@pytest.mark.usefixtures("bot")
async def test_the_header_of_a_command_shows_who_used_it_and_picking_makes_known(sandbox: Sandbox) -> None:
    ann, bob, cleo = (sandbox.person(name) for name in ("Ann", "Bob", "Cleo"))
    reply = await ann.slash("point", whom=bob)
    assert reply.message is not None
    assert reply.message.text == newest(ann) == "@Ann points at @Bob"
    assert newest(bob) == "@Ann points at @Bob"
    assert newest(cleo) == "@Ann points at @unknown-user"
    await cleo.menu("Wave", bob)
    assert newest(cleo) == "@Bob"
    assert newest(sandbox.person("Ann")) == "@unknown-user"


@pytest.mark.usefixtures("bot")
async def test_a_private_message_carries_nobody_but_its_reader(sandbox: Sandbox) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    reply = await ann.slash("point", whom=bob, quietly=True)
    assert reply.message is not None
    assert [user["id"] for user in reply.message.wire["mentions"]] == [str(ann.id)]


async def test_readers_who_know_the_same_people_share_what_they_see(sandbox: Sandbox) -> None:
    post(sandbox, f"<@{sandbox.person('Cleo').id}> waits", **NOBODY)
    ann, bob, cleo = (sandbox.person(name).sees().messages[-1] for name in ("Ann", "Bob", "Cleo"))
    assert ann is bob
    assert cleo.text == "@Cleo waits"
