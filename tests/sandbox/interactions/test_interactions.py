"""Interactions: every way to answer one, and what happens to those who answer late, twice or wrongly."""

import asyncio
from typing import Any

import discord
import pytest
from discord import app_commands

from sandbox import NotAsExpected, Sandbox, World
from sandbox.interactions.interactions import Interaction
from sandbox.people.client import Client
from sandbox.wire import CallbackType
from tests.sandbox.conftest import Api, Bot, Launch


class Buttons(discord.ui.View):
    def __init__(self, *answers: Any) -> None:
        super().__init__(timeout=60)
        for label, answer in answers:
            button: discord.ui.Button[Any] = discord.ui.Button(label=label)
            button.callback = answer  # type: ignore[method-assign]
            self.add_item(button)


def command(bot: Bot, answer: Any) -> None:
    """/go, answered by this function."""

    @bot.tree.command(description="Go.")
    async def go(interaction: discord.Interaction) -> None:
        await answer(interaction)


async def test_a_command_is_answered_with_a_message(sandbox: Sandbox, launch: Launch) -> None:
    bot = Bot()

    @bot.tree.command(description="Say hello.")
    async def hello(interaction: discord.Interaction, person: discord.Member, times: int = 1) -> None:
        assert interaction.guild is not None
        await interaction.response.send_message(f"Hello, {person.mention}!" * times)

    await launch(bot)
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    reply = await ann.slash("hello", person=bob, times=2)
    assert reply.message is not None
    assert reply.message.text == "Hello, @Bob!Hello, @Bob!"
    assert reply.message in bob.sees().messages


async def test_an_ephemeral_answer_is_seen_and_found_by_one_person_only(
    sandbox: Sandbox, launch: Launch, api: Api
) -> None:
    bot = Bot()
    command(bot, lambda i: i.response.send_message("Between us.", ephemeral=True))
    await launch(bot)
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    reply = await ann.slash("go")
    assert reply.message is not None
    assert reply.message.private
    assert "Between us." in ann.sees()
    assert not bob.sees().messages
    path = f"/channels/{ann.channel.id}/messages"
    assert await api("GET", path) == (200, [])
    status, body = await api("GET", f"{path}/{reply.message.id}")
    assert (status, body["code"]) == (404, 10008)
    status, body = await api("PATCH", f"{path}/{reply.message.id}", {"content": "Ha!"})
    assert (status, body["code"]) == (404, 10008)


async def test_thinking_is_shown_until_the_original_is_edited(sandbox: Sandbox, launch: Launch) -> None:
    bot = Bot()
    go_on = asyncio.Event()

    async def think(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True, ephemeral=True)
        await go_on.wait()
        await interaction.edit_original_response(content="Done.")

    command(bot, think)
    await launch(bot)
    ann = sandbox.person("Ann")
    reply = await ann.slash("go")
    assert reply.kind is CallbackType.DEFERRED_MESSAGE
    assert ann.sees().messages[-1].thinking
    go_on.set()
    done = await ann.wait_for("Done.")
    assert done.private
    assert not done.thinking
    assert done.id == reply.message.id if reply.message else False
    assert done.wire["edited_timestamp"] is None


async def test_the_first_follow_up_takes_the_place_of_thinking(sandbox: Sandbox, launch: Launch) -> None:
    bot = Bot()

    async def think(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.followup.send("First.")
        second = await interaction.followup.send("Second.", ephemeral=True, wait=True)
        await second.edit(content="Second, changed.")

    command(bot, think)
    await launch(bot)
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    reply = await ann.slash("go")
    await ann.wait_for("Second, changed.")
    assert [message.text for message in ann.sees().messages] == ["First.", "Second, changed."]
    assert ann.sees().messages[0].id == reply.message.id if reply.message else False
    assert [message.text for message in bob.sees().messages] == ["First."]


async def test_the_original_can_be_fetched_edited_and_deleted(sandbox: Sandbox, launch: Launch) -> None:
    bot = Bot()
    states = []
    over = asyncio.Event()

    async def tidy(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("One.")
        fetched = await interaction.original_response()
        states.append(fetched.content)
        edited = await fetched.edit(content="Two.")
        states.append(edited.content)
        await interaction.delete_original_response()
        with pytest.raises(discord.NotFound) as gone:
            await interaction.edit_original_response(content="Three.")
        states.append(str(gone.value.code))
        over.set()

    command(bot, tidy)
    await launch(bot)
    ann = sandbox.person("Ann")
    await ann.slash("go")
    await over.wait()
    assert states == ["One.", "Two.", "10008"]
    assert not ann.sees().messages


async def test_a_press_updates_its_message_in_place(sandbox: Sandbox, launch: Launch) -> None:
    bot = Bot()

    async def pressed(interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content="Pressed.", view=None)

    command(bot, lambda i: i.response.send_message("Press.", view=Buttons(("Go", pressed))))
    await launch(bot)
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    first = await ann.slash("go")
    reply = await bob.press("Go")
    assert reply.kind is CallbackType.UPDATE
    assert [(m.text, m.buttons) for m in ann.sees().messages] == [("Pressed.", ())]
    assert first.message is not None
    assert ann.sees().messages[0].id == first.message.id


async def test_after_a_silent_defer_the_original_is_the_pressed_message(
    sandbox: Sandbox, launch: Launch
) -> None:
    bot = Bot()

    async def pressed(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.followup.send("A panel.", ephemeral=True)
        await interaction.edit_original_response(content="The board.")

    command(bot, lambda i: i.response.send_message("Press.", view=Buttons(("Go", pressed))))
    await launch(bot)
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    await ann.slash("go")
    reply = await bob.press("Go")
    assert reply.kind is CallbackType.DEFERRED_UPDATE
    await ann.wait_for("The board.")
    assert [message.text for message in bob.sees().messages] == ["The board.", "A panel."]
    assert [message.text for message in ann.sees().messages] == ["The board."]


async def test_an_ephemeral_is_updated_by_a_press_inside_it(sandbox: Sandbox, launch: Launch) -> None:
    bot = Bot()

    async def pressed(interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content="Still between us.", view=None)

    command(
        bot, lambda i: i.response.send_message("Between us.", view=Buttons(("Go", pressed)), ephemeral=True)
    )
    await launch(bot)
    ann = sandbox.person("Ann")
    await ann.slash("go")
    await ann.press("Go")
    assert [str(message) for message in ann.sees().messages] == [
        "Gauntlet (only you can see this): Still between us."
    ]


async def test_a_form_is_filled_in_and_answers_with_what_was_written(
    sandbox: Sandbox, launch: Launch
) -> None:
    class Form(discord.ui.Modal, title="Your bid"):
        amount: discord.ui.Label[Any] = discord.ui.Label(
            text="Amount", component=discord.ui.TextInput(max_length=3)
        )
        side: discord.ui.Label[Any] = discord.ui.Label(
            text="Side",
            component=discord.ui.RadioGroup(
                options=[
                    discord.RadioGroupOption(label="High", value="h"),
                    discord.RadioGroupOption(label="Low", value="l"),
                ]
            ),
        )

        async def on_submit(self, interaction: discord.Interaction) -> None:
            amount, side = self.amount.component, self.side.component
            assert isinstance(amount, discord.ui.TextInput)
            assert isinstance(side, discord.ui.RadioGroup)
            await interaction.response.send_message(f"{amount.value} on {side.value}")

    bot = Bot()
    command(bot, lambda i: i.response.send_modal(Form()))
    await launch(bot)
    ann = sandbox.person("Ann")
    reply = await ann.slash("go")
    assert reply.kind is CallbackType.MODAL
    assert "form “Your bid”: Amount, Side" in str(ann.sees())
    with pytest.raises(NotAsExpected, match="“Amount” must have 0 to 3 characters"):
        await ann.fill(Amount="1000", Side="High")
    answer = await ann.fill(Amount="42", Side="High")
    assert answer.message is not None
    assert answer.message.text == "42 on h"
    with pytest.raises(NotAsExpected, match="No form is open for Ann"):
        await ann.fill(Amount="43")


async def test_a_form_that_a_button_opened_can_update_the_buttons_message(
    sandbox: Sandbox, launch: Launch
) -> None:
    class Form(discord.ui.Modal, title="A name"):
        name: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Name", required=False)

        async def on_submit(self, interaction: discord.Interaction) -> None:
            await interaction.response.edit_message(content=f"Named {self.name.value}.", view=None)

    async def pressed(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    bot = Bot()
    command(bot, lambda i: i.response.send_message("Press.", view=Buttons(("Name", pressed))))
    await launch(bot)
    ann = sandbox.person("Ann")
    await ann.slash("go")
    await ann.press("Name")
    await ann.fill(Name="Zoe")
    assert [message.text for message in ann.sees().messages] == ["Named Zoe."]


async def test_options_are_completed_while_they_are_typed(sandbox: Sandbox, launch: Launch) -> None:
    bot = Bot()

    @bot.tree.command(description="Choose.")
    async def fruit(interaction: discord.Interaction, name: str) -> None:
        await interaction.response.send_message(name)

    @fruit.autocomplete("name")
    async def suggest(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f, value=f) for f in ("apple", "pear") if typed in f]

    await launch(bot)
    ann = sandbox.person("Ann")
    assert await ann.complete("fruit", name="p") == ["apple", "pear"]
    assert await ann.complete("fruit", name="ea") == ["pear"]


async def test_menus_of_people_and_messages_bring_their_target(sandbox: Sandbox, launch: Launch) -> None:
    bot = Bot()

    @bot.tree.context_menu(name="Greet")
    async def greet(interaction: discord.Interaction, person: discord.Member) -> None:
        await interaction.response.send_message(f"Hello, {person.display_name}!")

    @bot.tree.context_menu(name="Quote")
    async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"“{message.content}”")

    await launch(bot)
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    reply = await ann.menu("Greet", bob)
    assert reply.message is not None
    assert reply.message.text == "Hello, Bob!"
    said = bob.say("To be.")
    reply = await ann.menu("Quote", said)
    assert reply.message is not None
    assert reply.message.text == "“To be.”"
    with pytest.raises(NotAsExpected, match="has no “Poke”, only Greet, Quote"):
        await ann.menu("Poke", bob)


async def test_people_and_texts_are_chosen_from_lists(sandbox: Sandbox, launch: Launch) -> None:
    chosen = []
    view = discord.ui.View()
    people: discord.ui.UserSelect[Any] = discord.ui.UserSelect(placeholder="Who?", max_values=2)
    texts: discord.ui.Select[Any] = discord.ui.Select(placeholder="Which?")
    texts.add_option(label="The first", value="1")

    async def took(interaction: discord.Interaction) -> None:
        chosen.append([user.display_name for user in people.values] or texts.values)
        await interaction.response.defer()

    people.callback = texts.callback = took  # type: ignore[method-assign]
    view.add_item(people).add_item(texts)
    bot = Bot()
    command(bot, lambda i: i.response.send_message("Choose.", view=view))
    await launch(bot)
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    await ann.slash("go")
    await ann.choose("Which?", "The first")
    await ann.choose("Who?", ann, bob)
    assert chosen == [["1"], ["Ann", "Bob"]]
    with pytest.raises(NotAsExpected, match="not one of the options"):
        await ann.choose("Which?", "The second")


async def test_a_bot_that_does_not_answer_in_three_seconds_has_failed(
    sandbox: Sandbox, launch: Launch
) -> None:
    codes = []
    late = asyncio.Event()

    async def sleepy(interaction: discord.Interaction) -> None:
        sandbox.clock.advance(3.1)
        with pytest.raises(discord.NotFound) as refused:
            await interaction.response.send_message("Sorry!")
        codes.append(refused.value.code)
        late.set()

    bot = Bot()
    command(bot, sleepy)
    await launch(bot)
    ann = sandbox.person("Ann")
    with pytest.raises(NotAsExpected, match="The bot did not answer Ann's /go in time"):
        await ann.slash("go")
    await late.wait()
    assert codes == [10062]
    assert not ann.sees().messages


async def test_an_interaction_is_answered_once(sandbox: Sandbox, api: Api) -> None:
    interaction = start(sandbox)
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    assert await api("POST", path, {"type": 4, "data": {"content": "One."}}) == (204, "")
    status, body = await api("POST", path, {"type": 4, "data": {"content": "Two."}})
    assert (status, body) == (
        400,
        {"code": 40060, "message": "Interaction has already been acknowledged."},
    )
    assert [message.text for message in sandbox.person("Ann").sees().messages] == ["One."]


async def test_a_callback_says_what_it_made_when_asked(sandbox: Sandbox, api: Api) -> None:
    interaction = start(sandbox)
    path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=true"
    status, body = await api("POST", path, {"type": 4, "data": {"content": "One.", "flags": 64}})
    assert status == 200
    assert body["resource"]["message"]["content"] == "One."
    assert body["interaction"]["response_message_id"] == body["resource"]["message"]["id"]
    assert body["interaction"]["response_message_ephemeral"] is True
    assert body["interaction"]["response_message_loading"] is False


async def test_unknown_interactions_and_tokens_are_refused(sandbox: Sandbox, api: Api) -> None:
    interaction = start(sandbox)
    callback = {"type": 4, "data": {"content": "One."}}
    status, body = await api("POST", f"/interactions/1/{interaction.token}/callback", callback)
    assert (status, body["code"]) == (404, 10062)
    hook = f"/webhooks/{sandbox.world.bot.id}"
    status, body = await api("POST", f"{hook}/{interaction.token}", {"content": "Early."})
    assert (status, body["code"]) == (404, 10015)
    status, body = await api("POST", f"{hook}/nonsense", {"content": "Who?"})
    assert (status, body["code"]) == (401, 50027)
    status, body = await api("POST", f"/webhooks/1/{interaction.token}", {"content": "Who?"})
    assert (status, body["code"]) == (404, 10015)


async def test_a_token_dies_after_fifteen_minutes(sandbox: Sandbox, api: Api) -> None:
    interaction = start(sandbox)
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    await api("POST", path, {"type": 4, "data": {"content": "One."}})
    original = f"/webhooks/{sandbox.world.bot.id}/{interaction.token}/messages/@original"
    sandbox.clock.advance(14 * 60)
    assert (await api("PATCH", original, {"content": "Two."}))[0] == 200
    sandbox.clock.advance(61)
    status, body = await api("PATCH", original, {"content": "Three."})
    assert (status, body) == (401, {"code": 50027, "message": "Invalid Webhook Token"})
    assert [message.text for message in sandbox.person("Ann").sees().messages] == ["Two."]


@pytest.mark.parametrize(
    ("kind", "allowed"), [(6, "{4, 5, 9}"), (7, "{4, 5, 9}"), (8, "{4, 5, 9}"), (99, "{4, 5, 9}")]
)
async def test_a_command_cannot_be_answered_with_every_kind(
    sandbox: Sandbox, api: Api, kind: int, allowed: str
) -> None:
    interaction = start(sandbox)
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    status, body = await api("POST", path, {"type": kind, "data": {"content": "x"}})
    sandbox.violations.clear()
    assert status == 400
    assert body["errors"]["type"]["_errors"] == [
        {"code": "BASE_TYPE_CHOICES", "message": f"Value must be one of {allowed}."}
    ]


async def test_forgotten_interactions_do_not_pile_up(sandbox: Sandbox) -> None:
    first = start(sandbox)
    sandbox.clock.advance(16 * 60)
    start(sandbox)
    assert first.token not in sandbox.platform.interactions._by_token
    assert len(sandbox.platform.interactions._by_token) == 1


def start(sandbox: Sandbox) -> Interaction:
    """Ann uses a command, and nobody is there to answer but the test."""
    ann = Client(sandbox.platform, sandbox.world.person("Ann"))
    channel = first_channel(sandbox.world)
    made, _ = sandbox.platform.commands.put(None, {"name": "go", "description": "Go."})
    return ann.slash(channel, made["id"], [])


def first_channel(world: World) -> Any:
    return next(iter(world.channels.values()))
