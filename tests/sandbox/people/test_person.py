"""People as code: what they see, what they can do, and what they are told when they can't."""

import pytest

from sandbox import NotAsExpected, Sandbox
from sandbox.messages.messages import Draft
from sandbox.people.looking import look
from sandbox.people.screen import Seen
from sandbox.wire import Wire


def post(sandbox: Sandbox, **body: object) -> Seen:
    """The bot says something in #duels, without a bot being there."""
    channel = sandbox.person("Ann").channel
    message = sandbox.platform.messages.create(Draft(channel, sandbox.world.bot, body))
    return look(sandbox.world, message)


def row(*components: Wire) -> Wire:
    return {"type": 1, "components": list(components)}


async def test_a_screen_reads_as_the_client_shows_it(sandbox: Sandbox) -> None:
    ann = sandbox.person("Ann")
    lounge = next(c for c in sandbox.world.channels.values() if c.name == "lounge")
    post(
        sandbox,
        content=f"<@{ann.id}> see <#{lounge.id}> or </duel highlow:123>, <@1>",
        components=[
            row(
                {"type": 2, "style": 1, "label": "Pick", "custom_id": "pick"},
                {"type": 2, "style": 1, "emoji": {"name": "🎲"}, "custom_id": "roll", "disabled": True},
            ),
            row(
                {
                    "type": 3,
                    "custom_id": "s",
                    "placeholder": "Colour",
                    "options": [{"label": "Red", "value": "r"}, {"label": "Blue", "value": "b"}],
                }
            ),
        ],
    )
    ann.say("Hello!")
    assert str(ann.sees()) == (
        "#duels, as Ann sees it:\n"
        "  Gauntlet: @Ann see #lounge or /duel highlow, @unknown-user [Pick] [🎲: off] {Colour: Red, Blue}\n"
        "  Ann: Hello!"
    )
    assert "Hello!" in ann.sees()
    assert ann.sees().buttons == ["Pick", "🎲"]
    assert not ann.go_to("lounge").sees().messages


async def test_a_button_that_is_not_there_is_named_with_what_is(sandbox: Sandbox) -> None:
    ann = sandbox.person("Ann")
    button = {"type": 2, "style": 1, "label": "Pick", "custom_id": "pick"}
    board = post(sandbox, content="The board.", components=[row(button)])
    with pytest.raises(NotAsExpected) as failed:
        await ann.press("Peck")
    assert str(failed.value) == (
        "For Ann there is no button “Peck”.\n#duels, as Ann sees it:\n  Gauntlet: The board. [Pick]"
    )
    message = sandbox.platform.messages.get(board.id)
    assert message is not None
    sandbox.platform.messages.edit(message, {"components": [row(button | {"disabled": True})]})
    with pytest.raises(NotAsExpected, match="the button “Pick” is switched off"):
        await ann.press("Pick", on=board)


async def test_waiting_in_vain_tells_what_was_there(sandbox: Sandbox) -> None:
    ann = sandbox.person("Ann")
    ann.say("Hello?")
    with pytest.raises(NotAsExpected) as failed:
        await ann.wait_for("Hello!", patience=0.01)
    assert str(failed.value) == "Ann never saw 'Hello!'.\n#duels, as Ann sees it:\n  Ann: Hello?"


async def test_someone_else_is_told_apart_by_what_they_do_not_see(sandbox: Sandbox) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    channel, bot = ann.channel, sandbox.world.bot
    secret = sandbox.platform.messages.create(
        Draft(channel, bot, {"content": "Psst."}, only_for=ann.id, flags=64)
    )
    assert str(ann.sees().messages[0]) == "Gauntlet (only you can see this): Psst."
    assert not bob.sees().messages
    seen = look(sandbox.world, secret)
    with pytest.raises(NotAsExpected, match="There is no such message"):
        bob.dismiss(seen)
    ann.dismiss(seen)
    assert not ann.sees().messages


async def test_a_person_without_a_guild_is_in_their_direct_messages(sandbox: Sandbox) -> None:
    zoe = sandbox.person("Zoe")
    assert repr(zoe) == "<Zoe in direct messages>"
    with pytest.raises(NotAsExpected, match="Zoe sees no #duels, only nothing"):
        zoe.go_to("#duels")
    guild = sandbox.world.guild("The Arena")
    sandbox.world.add_member(guild, "Zoe")
    assert repr(zoe.go_to("#duels")) == "<Zoe in #duels>"


async def test_no_form_no_filling_in(sandbox: Sandbox) -> None:
    with pytest.raises(NotAsExpected, match="No form is open for Ann"):
        await sandbox.person("Ann").fill(Amount="1")


async def test_what_a_message_said_stays_what_it_said(sandbox: Sandbox) -> None:
    seen = post(sandbox, content="Before.")
    message = sandbox.platform.messages.get(seen.id)
    assert message is not None
    sandbox.platform.messages.edit(message, {"content": "After."})
    assert (seen.text, seen.wire["content"]) == ("Before.", "Before.")
    assert "After." in sandbox.person("Bob").sees()
