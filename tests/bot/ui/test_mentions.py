"""Commands in a text become mentions that open at a tap; everything else stays as it is."""

import pytest
from discord.app_commands import Command, Group

from bot.ui.mentions import UNKNOWN, CommandMentions


async def _nothing(interaction: object) -> None:
    """A command that is only named."""


@pytest.fixture
def commands() -> CommandMentions:
    hand = Command(name="hand", description="Your hand.", callback=_nothing)  # type: ignore[var-annotated]
    duel = Group(name="duel", description="A duel.")
    duel.add_command(Command(name="ten", description="Battle to Ten.", callback=_nothing))
    known = CommandMentions()
    known.learn({"hand": 1, "duel": 2}, [hand, duel])
    return known


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Open it with /hand.", "Open it with </hand:1>."),
        ("Use /hand here, or /duel ten.", "Use </hand:1> here, or </duel ten:2>."),
        ("Start one with /duel.", "Start one with /duel."),
        ("Use /duel there.", "Use /duel there."),
        ("See https://example.org/hand", "See https://example.org/hand"),
        ("Already </hand:1>, `/hand` is typed, and/or", "Already </hand:1>, `/hand` is typed, and/or"),
    ],
)
def test_a_whole_command_becomes_a_mention(text: str, expected: str, commands: CommandMentions) -> None:
    assert commands.tappable(text) == expected


def test_nothing_is_changed_before_discord_has_named_the_commands() -> None:
    assert UNKNOWN.tappable("Open it with /hand.") == "Open it with /hand."
