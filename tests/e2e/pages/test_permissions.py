"""The invitation asks for what the bot needs and for nothing else."""

import discord
import pytest

from bot.ui.permissions import FOR_THREADS, INVITED_WITH, NEEDED, NEEDED_IN_THREADS
from sandbox import World
from sandbox.world.permissions import DEFAULT_PERMISSIONS
from tests.support.evening import Evening, board_of, open_panel, play, wait_for_board
from tests.support.project import ROOT

HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


@pytest.fixture
def world() -> World:
    """People may do what people may; the bot has what it was invited with, and nothing that everybody has."""
    world = World()
    guild = world.add_guild("The Arena", bot_permissions=INVITED_WITH.value)
    guild.roles[guild.id].permissions = 0
    people = world.add_role(guild, "People", DEFAULT_PERMISSIONS)
    for name in ("Ann", "Bob", "Cleo"):
        world.add_member(guild, name, [people])
    return world


@pytest.mark.parametrize("threads", [False, True])
async def test_what_it_was_invited_with_is_enough_for_a_duel_from_challenge_to_rematch(
    threads: bool,  # noqa: FBT001
    evening: Evening,
) -> None:
    await evening.bot.services.settings.change(evening.person("Ann").channel.guild_id or 0, threads=threads)
    ann, bob = await evening.duel("ten", pace="a minute per pick")
    if threads:
        await ann.wait_for("This duel is played in")
        (thread,) = (each for each in evening.sandbox.world.channels.values() if each.is_thread)
        ann.go_to(thread), bob.go_to(thread)
    evening.pass_time(45)
    await ann.wait_for("your pick is missing")
    for person in (ann, bob):
        await open_panel(person)
    await play(ann, bob)
    await wait_for_board(ann, "wins")
    await bob.press("Rematch", on=board_of(bob))
    await ann.slash("profile")
    await evening.bot.services.announcer.finish()
    assert [str(each) for each in evening.sandbox.traffic.exchanges if each.status >= 400] == []


def test_nothing_is_asked_for_that_is_not_looked_at() -> None:
    looked_at = {**NEEDED, **NEEDED_IN_THREADS, **FOR_THREADS}
    assert discord.Permissions(**dict.fromkeys(looked_at, True)) == INVITED_WITH
    assert [name for name in looked_at.values() if name not in HOSTING.replace("\n   ", " ")] == []


async def test_no_privileged_intent_is_asked_for(evening: Evening) -> None:
    assert evening.bot.intents == discord.Intents(guilds=True)
