"""The finer points of answering: who is pinged, what a token reaches, which flags count, what is resolved."""

from typing import Any

import discord
import pytest
from discord import app_commands

from sandbox import Sandbox
from sandbox.interactions.interactions import Interaction
from sandbox.people.client import Client
from sandbox.wire import Wire
from sandbox.world.permissions import Permission
from tests.sandbox.conftest import Api, Bot, Launch

EPHEMERAL, V2 = 1 << 6, 1 << 15


@pytest.fixture
async def going(sandbox: Sandbox, api: Api) -> Interaction:
    """Ann's /go, which waits for an answer."""
    commands = f"/applications/{sandbox.world.bot.id}/commands"
    _, command = await api("POST", commands, {"name": "go", "description": "Go."})
    ann = sandbox.person("Ann")
    return Client(sandbox.platform, ann.user).slash(ann.channel, command["id"], [])


def callback(interaction: Interaction) -> str:
    return f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=true"


def webhook(sandbox: Sandbox, interaction: Interaction) -> str:
    return f"/webhooks/{sandbox.world.bot.id}/{interaction.token}"


async def test_unless_told_otherwise_an_answer_pings_people_and_no_roles(
    sandbox: Sandbox, api: Api, going: Interaction
) -> None:
    guild = sandbox.world.guild("The Arena")
    team = sandbox.world.add_role(guild, "Team")
    sandbox.faults.change_role(guild, guild.roles[guild.id], Permission.MENTION_EVERYONE | 1 << 10)
    text = {"content": f"<@{going.user.id}> <@&{team.id}> @everyone"}
    _, body = await api("POST", callback(going), {"type": 4, "data": text})
    assert pinged(body["resource"]["message"]) == ([str(going.user.id)], [], False)
    _, body = await api("POST", webhook(sandbox, going), text)
    assert pinged(body) == ([str(going.user.id)], [], False)
    _, body = await api("POST", webhook(sandbox, going), text | {"allowed_mentions": {"parse": ["roles"]}})
    assert pinged(body) == ([], [str(team.id)], False)


def pinged(message: Wire) -> tuple[list[str], list[str], bool]:
    people = [user["id"] for user in message["mentions"]]
    return people, message["mention_roles"], message["mention_everyone"]


async def test_thinking_takes_no_flag_but_privacy(sandbox: Sandbox, api: Api, going: Interaction) -> None:
    await api("POST", callback(going), {"type": 5, "data": {"flags": EPHEMERAL | V2}})
    original = webhook(sandbox, going) + "/messages/@original"
    status, body = await api("PATCH", original, {"components": [{"type": 10, "content": "Hi."}]})
    assert (status, body["code"]) == (400, 50035)
    status, body = await api("PATCH", original, {"components": [{"type": 10, "content": "Hi."}], "flags": V2})
    assert (status, body["flags"]) == (200, EPHEMERAL | V2)


async def test_a_token_does_not_reach_what_was_sent_without_one(
    sandbox: Sandbox, api: Api, going: Interaction
) -> None:
    await api("POST", callback(going), {"type": 4, "data": {"content": "Here."}})
    _, board = await api("POST", f"/channels/{going.channel_id}/messages", {"content": "The board."})
    path = webhook(sandbox, going) + f"/messages/{board['id']}"
    for method, edit in (("GET", None), ("PATCH", {"content": "Mine."}), ("DELETE", None)):
        status, body = await api(method, path, edit)
        assert (status, body["code"]) == (404, 10008)


@pytest.fixture
async def pressing(sandbox: Sandbox, api: Api, going: Interaction) -> Interaction:
    """Ann's press on a button of the answer to her /go."""
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Hand", "custom_id": "hand"}]}
    answer = {"content": "Here.", "components": [row], "flags": EPHEMERAL}
    await api("POST", callback(going), {"type": 4, "data": answer})
    channel = sandbox.world.channels[going.channel_id]
    answered = sandbox.platform.messages.seen_by(going.user, channel)[-1]
    client = Client(sandbox.platform, going.user)
    client.view.begin(going)
    return client.press(answered.id, "hand")


async def test_a_token_reaches_its_own_answers_and_no_others(
    sandbox: Sandbox, api: Api, going: Interaction, pressing: Interaction
) -> None:
    await api("POST", callback(pressing), {"type": 4, "data": {"content": "Another.", "flags": EPHEMERAL}})
    _, later = await api("POST", webhook(sandbox, pressing), {"content": "Later.", "flags": EPHEMERAL})
    edit = {"content": "Changed."}
    for message in (pressing.original_id, later["id"]):
        status, _ = await api("PATCH", f"{webhook(sandbox, pressing)}/messages/{message}", edit)
        assert status == 200
        status, body = await api("PATCH", f"{webhook(sandbox, going)}/messages/{message}", edit)
        assert (status, body["code"]) == (404, 10008)
    status, _ = await api("PATCH", f"{webhook(sandbox, going)}/messages/{going.original_id}", edit)
    assert status == 200


@pytest.mark.parametrize("by_id", [False, True])
async def test_a_press_reaches_its_message_as_original_and_by_id_only_if_the_switch_says_so(
    by_id: bool,  # noqa: FBT001
    sandbox: Sandbox,
    api: Api,
    pressing: Interaction,
) -> None:
    sandbox.platform.tokens_reach_component_by_id = by_id
    await api("POST", callback(pressing), {"type": 6})
    base = webhook(sandbox, pressing) + "/messages/"
    status, body = await api("PATCH", base + "@original", {"content": "Repainted."})
    assert (status, body["id"]) == (200, str(pressing.source_id))
    status, body = await api("PATCH", base + str(pressing.source_id), {"content": "By id."})
    assert (status, body.get("code")) == ((200, None) if by_id else (404, 10008))


async def test_after_a_new_message_original_is_that_one(
    sandbox: Sandbox, api: Api, pressing: Interaction
) -> None:
    await api("POST", callback(pressing), {"type": 4, "data": {"content": "New.", "flags": EPHEMERAL}})
    status, body = await api("GET", webhook(sandbox, pressing) + "/messages/@original")
    assert (status, body["content"]) == (200, "New.")
    assert pressing.original_id != pressing.source_id


async def test_a_form_brings_the_people_who_were_chosen_in_it(sandbox: Sandbox, launch: Launch) -> None:
    class Form(discord.ui.Modal, title="A team"):
        mates: discord.ui.Label[Any] = discord.ui.Label(
            text="Who?", component=discord.ui.UserSelect(max_values=2)
        )

        async def on_submit(self, interaction: discord.Interaction) -> None:
            box = self.mates.component
            assert isinstance(box, discord.ui.UserSelect)
            await interaction.response.send_message(" and ".join(user.display_name for user in box.values))

    bot = Bot()

    @bot.tree.command(description="Go.")
    async def go(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    await launch(bot)
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    await ann.slash("go")
    reply = await ann.fill({"Who?": [ann, bob]})
    assert reply.message is not None
    assert reply.message.text == "Ann and Bob"


async def test_a_commands_form_may_close_without_a_word(sandbox: Sandbox, launch: Launch) -> None:
    class Form(discord.ui.Modal, title="A name"):
        name: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Name")

        async def on_submit(self, interaction: discord.Interaction) -> None:
            await interaction.response.defer()
            await interaction.followup.send(f"Named {self.name.value}.")

    bot = Bot()

    @bot.tree.command(description="Go.")
    async def go(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    await launch(bot)
    ann = sandbox.person("Ann")
    await ann.slash("go")
    await ann.fill(Name="Zoe")
    await ann.wait_for("Named Zoe.")
    assert ann.sees().form is None


async def test_a_person_and_a_channel_come_with_what_may_be_done_there(
    sandbox: Sandbox, launch: Launch
) -> None:
    bot = Bot()
    told = []

    @bot.tree.command(description="Go.")
    async def go(
        interaction: discord.Interaction, person: discord.Member, where: app_commands.AppCommandChannel
    ) -> None:
        permissions = person.resolved_permissions
        assert permissions is not None
        told.append((permissions.view_channel, where.permissions.send_messages))
        await interaction.response.send_message("Thanks.")

    await launch(bot)
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    lounge = sandbox.person("Ann").go_to("lounge").channel
    await ann.slash("go", person=bob, where=lounge)
    sandbox.platform.changes.set_overwrite(ann.channel, bob.id, 0, Permission.VIEW_CHANNEL)
    sandbox.platform.changes.set_overwrite(lounge, ann.id, 0, Permission.SEND_MESSAGES)
    await ann.slash("go", person=bob, where=lounge)
    assert told == [(True, True), (False, False)]
