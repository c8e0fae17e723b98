"""Interactions that arrive twice, or in another order."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from sandbox import Sandbox
from tests.sandbox.conftest import Bot, Launch


@pytest.fixture
async def heard(launch: Launch) -> list[str]:
    """Whose /go the bot has taken, in order; a second answer to one interaction fails."""
    bot, taken = Bot(), list[str]()

    @bot.tree.command(description="Go.")
    async def go(interaction: discord.Interaction) -> None:
        taken.append(interaction.user.name)
        await interaction.response.send_message("Gone.")

    @bot.tree.error
    async def ignore(_interaction: discord.Interaction, _error: Exception) -> None:
        taken.append("failed")

    await launch(bot)
    return taken


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not is_so():
            await asyncio.sleep(0.005)


def go(sandbox: Sandbox, name: str) -> Awaitable[Any]:
    return asyncio.ensure_future(sandbox.person(name).slash("go"))


async def test_a_repeated_press_reaches_the_bot_twice_and_is_answered_once(
    sandbox: Sandbox, heard: list[str]
) -> None:
    sandbox.faults.repeat_presses()
    await go(sandbox, "Ann")
    await until(lambda: "failed" in heard)
    await go(sandbox, "Bob")
    assert heard == ["ann", "ann", "failed", "bob"]
    assert len(sandbox.person("Ann").sees().messages) == 2


async def test_a_press_is_overtaken_by_the_next(sandbox: Sandbox, heard: list[str]) -> None:
    sandbox.faults.swap_presses()
    first = go(sandbox, "Ann")
    await asyncio.sleep(0)
    await go(sandbox, "Bob")
    await first
    assert heard == ["bob", "ann"]


async def test_a_press_that_nothing_overtakes_still_arrives(sandbox: Sandbox, heard: list[str]) -> None:
    sandbox.faults.swap_presses()
    await go(sandbox, "Ann")
    assert heard == ["ann"]
