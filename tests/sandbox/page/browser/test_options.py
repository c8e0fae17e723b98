"""Options of every kind, and what of them goes over the wire."""

from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio
from playwright.async_api import Browser, expect

from sandbox.server.server import Sandbox
from sandbox.world.feed import Event, Listener
from sandbox.world.world import World
from tests.support.browser import SandboxPage, Window


def option(kind: int, name: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "description": f"The {name}.", **more}


DUEL = {
    "name": "duel",
    "description": "Challenge someone.",
    "options": [
        option(
            1,
            "highlow",
            options=[
                option(6, "opponent", required=True),
                option(
                    3, "pace", choices=[{"name": "Live", "value": "live"}, {"name": "Slow", "value": "slow"}]
                ),
                option(4, "rounds", min_value=1, max_value=9),
                option(10, "odds"),
                option(5, "rated"),
                option(7, "where"),
                option(8, "crowd"),
            ],
        ),
        option(2, "season", options=[option(1, "open"), option(1, "close")]),
    ],
}
INSPECT = {"name": "Inspect", "type": 3}


class Sent(Listener):
    def __init__(self) -> None:
        self.interactions: list[dict[str, Any]] = []

    def dispatched(self, event: Event) -> None:
        if event.name == "INTERACTION_CREATE":
            self.interactions.append(event.data["data"])


@pytest_asyncio.fixture(loop_scope="session")
async def quiet(browser: Browser) -> AsyncIterator[SandboxPage]:
    """A sandbox in which nobody answers."""
    world = World.of({"The Arena": ["Ann", "Bob"]})
    (guild,) = world.guilds.values()
    world.add_role(guild, "Champions")
    async with Sandbox(world) as sandbox:
        sandbox.platform.commands.replace_all(None, [DUEL, INSPECT])
        yield SandboxPage(browser, sandbox, next(iter(world.channels.values())))


def listen(sandbox_page: SandboxPage) -> list[dict[str, Any]]:
    sent = Sent()
    sandbox_page.sandbox.world.feed.join(sent)
    return sent.interactions


async def fill(window: Window, name: str, typed: str) -> None:
    """Adds an option that may be left out, types the start of a value and takes the suggestion."""
    await window.ann.button(f"Add the option {name}").click()
    await window.page.keyboard.type(typed)
    await window.press("Tab")


async def test_subcommands_are_offered_one_by_one(quiet: SandboxPage) -> None:
    async with quiet.opened() as window:
        await window.ann.bar.fill("/")
        names = window.ann.suggestions.locator(".label")
        await expect(names).to_have_text(["/duel highlow", "/duel season close", "/duel season open"])
        await window.ann.bar.fill("/high")
        await expect(names).to_have_text(["/duel highlow"])


async def test_a_subcommand_of_a_group_is_nested_on_the_wire(quiet: SandboxPage) -> None:
    sent = listen(quiet)
    async with quiet.opened() as window:
        await window.ann.use("duel season open")
        await expect(window.ann.box.get_by_text("Sending /duel season open…")).to_be_visible()
    subcommand = {"name": "open", "type": 1, "options": []}
    assert sent[0]["options"] == [{"name": "season", "type": 2, "options": [subcommand]}]


async def test_every_kind_of_option_is_completed_and_sent(quiet: SandboxPage) -> None:
    sent = listen(quiet)
    world = quiet.sandbox.world
    (guild,) = world.guilds.values()
    champions = next(role for role in guild.roles.values() if role.name == "Champions")
    async with quiet.opened() as window:
        await window.ann.bar.fill("/duel highlow ")
        await window.page.keyboard.type("bo")
        await window.press("Enter")
        for name, typed in [("pace", "sl"), ("rounds", "3"), ("odds", "0.5"), ("rated", "f")]:
            await fill(window, name, typed)
        await fill(window, "where", "du")
        await fill(window, "crowd", "champ")
        await window.ann.button("Send").click()
        await expect(window.ann.box.get_by_text("Sending /duel highlow…")).to_be_visible()
    values = {each["name"]: each["value"] for each in sent[0]["options"][0]["options"]}
    assert values == {
        "opponent": str(world.person("Bob").id),
        "pace": "slow",
        "rounds": 3,
        "odds": 0.5,
        "rated": False,
        "where": str(quiet.channel.id),
        "crowd": str(champions.id),
    }


async def test_a_number_out_of_range_is_named_before_anything_is_sent(quiet: SandboxPage) -> None:
    sent = listen(quiet)
    async with quiet.opened() as window:
        await window.ann.bar.fill("/duel highlow ")
        await window.page.keyboard.type("bob")
        await window.press("Enter")
        for typed, problem in [
            ("12", "“rounds” takes a number from 1 to 9."),
            ("1.5", "“rounds” takes a whole number."),
            ("many", "“rounds” takes a number."),
        ]:
            if typed == "12":
                await window.ann.button("Add the option rounds").click()
            await window.ann.box.get_by_label("rounds").fill(typed)
            await window.press("Enter")
            await expect(window.ann.problem).to_have_text(problem)
    assert sent == []


async def test_a_command_nobody_answers_says_so_below_the_messages(quiet: SandboxPage) -> None:
    async with quiet.opened() as window:
        await window.ann.use("duel season close")
        await expect(window.ann.box.get_by_text("Sending")).to_be_visible()
        quiet.sandbox.clock.advance(3.1)
        note = window.ann.box.get_by_role("status").filter(has_text="/duel season close")
        await expect(note).to_contain_text("This interaction failed")
        await note.get_by_role("button", name="Dismiss").click()
        await expect(note).to_have_count(0)


async def test_a_message_menu_runs_the_bots_own_command(quiet: SandboxPage) -> None:
    sent = listen(quiet)
    message = quiet.post({"content": "Look at me."})
    async with quiet.opened() as window:
        await window.ann.last.click(button="right")
        await window.page.get_by_role("menuitem", name="Inspect").click()
        await expect(window.ann.box.get_by_text("Sending Inspect…")).to_be_visible()
    assert sent[0]["target_id"] == str(message.id)
