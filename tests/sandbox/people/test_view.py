"""Private messages belong to one client: who gets them, and what dismissing and reloading do."""

import discord
import pytest
from discord import Interaction

from sandbox import NotAsExpected, Sandbox
from sandbox.messages.messages import Draft
from sandbox.people.view import IN_VIEW
from sandbox.world.channel import Channel
from tests.sandbox.conftest import Bot, Launch


class Secrets(Bot):
    """Answers /hand and every press in private, and remembers the interactions."""

    def __init__(self) -> None:
        super().__init__()
        self.answered: list[Interaction] = []

        @self.tree.command(description="Shows your hand.")
        async def hand(interaction: Interaction) -> None:
            await self.answer(interaction)

    async def on_interaction(self, interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await self.answer(interaction)

    async def answer(self, interaction: Interaction) -> None:
        self.answered.append(interaction)
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="Pick", custom_id="pick"))
        await interaction.response.send_message("Your hand.", ephemeral=True, view=view)


@pytest.fixture
async def bot(launch: Launch) -> Secrets:
    bot = await launch(Secrets())
    assert isinstance(bot, Secrets)
    return bot


def board(sandbox: Sandbox, channel: Channel) -> None:
    button = {"type": 2, "style": 1, "label": "Hand", "custom_id": "hand"}
    body = {"content": "The board.", "components": [{"type": 1, "components": [button]}]}
    sandbox.platform.messages.create(Draft(channel, sandbox.world.bot, body))


def chat(sandbox: Sandbox, channel: Channel, lines: int) -> None:
    for number in range(lines):
        sandbox.platform.messages.create(Draft(channel, sandbox.world.bot, {"content": f"Line {number}"}))


@pytest.mark.parametrize("how", ["dismiss", "reload"])
async def test_dismissing_and_reloading_hide_a_message_whose_edits_go_on_to_succeed(
    sandbox: Sandbox, bot: Secrets, how: str
) -> None:
    ann = sandbox.person("Ann")
    reply = await ann.slash("hand")
    panel = reply.message
    assert panel is not None
    if how == "dismiss":
        ann.dismiss(panel)
    else:
        ann.reload()
    assert not ann.sees().messages
    await bot.answered[0].edit_original_response(content="Unseen.")
    assert not ann.sees().messages
    message = sandbox.platform.messages.get(panel.id)
    assert message is not None
    assert message.wire["content"] == "Unseen."
    with pytest.raises(NotAsExpected, match="there is no button “Pick”"):
        await ann.press("Pick", on=panel)


async def test_a_follow_up_after_a_reload_reaches_nobody(sandbox: Sandbox, bot: Secrets) -> None:
    ann = sandbox.person("Ann")
    await ann.slash("hand")
    ann.reload()
    await bot.answered[0].followup.send("Later.", ephemeral=True)
    assert not ann.sees().messages
    await ann.slash("hand")
    assert [seen.text for seen in ann.sees().messages] == ["Your hand."]


@pytest.mark.usefixtures("bot")
async def test_a_private_message_reaches_only_the_client_that_acted(sandbox: Sandbox) -> None:
    computer, phone = sandbox.person("Ann"), sandbox.person("Ann")
    reply = await computer.slash("hand")
    assert computer.sees().messages
    assert not phone.sees().messages
    assert reply.message is not None
    with pytest.raises(NotAsExpected, match="There is no such message"):
        phone.dismiss(reply.message)


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(("newer", "in_view"), [(IN_VIEW - 1, True), (IN_VIEW, False)])
async def test_the_private_answer_to_a_press_far_up_is_out_of_view(
    sandbox: Sandbox, newer: int, *, in_view: bool
) -> None:
    ann = sandbox.person("Ann")
    board(sandbox, ann.channel)
    chat(sandbox, ann.channel, newer)
    reply = await ann.press("Hand")
    assert reply.message is not None
    assert reply.message.text == "Your hand."
    assert any(seen.private for seen in ann.sees().messages) is in_view
    await ann.slash("hand")
    assert ann.sees().messages[-1].private
