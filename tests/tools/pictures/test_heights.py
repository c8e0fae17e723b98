"""Every challenge, board, panel and end fits a phone, in every game and in all kinds of states."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import expect

from bench.rig.conditions import put_deck
from bot.ui.deck.deck import PICTURES, Deck, Emoji, emoji_title
from bot.ui.wire.sheet import message_body
from games import GAMES
from games.room import AnyRoom
from sandbox import Sandbox, World
from tests.support.browser import PHONE, SandboxPage, chromium
from tests.support.pictures.cards import CALLED, Card, cards
from tests.support.pictures.states import States
from tools.pictures.measure import LIMITS

AT_ONCE = 90
FEWEST = 60
"""States that are looked at in each game."""
HEIGHTS = """(pane) => Object.fromEntries([...pane.querySelectorAll('.message:has(.container)')].map(
  (message) => [message.dataset.id, message.querySelector('.container').getBoundingClientRect().height]
))"""
"""Of the frames that the bot draws, by the ids of their messages. What is around them is Discord's."""


@asynccontextmanager
async def sandbox_page() -> AsyncIterator[SandboxPage]:
    world = World.of({"The Arena": CALLED}, channels=("duels",))
    async with Sandbox(world) as sandbox, chromium() as browser:
        put_deck(sandbox)
        (channel,) = world.channels.values()
        yield SandboxPage(browser, sandbox, channel)


def deck_of(sandbox: Sandbox) -> Deck:
    deck = Deck()
    by_title = {each.name: each.id for each in sandbox.emoji}
    titles = {name: emoji_title(name) for name in PICTURES}
    deck.turn_on({name: Emoji(by_title[title], title) for name, title in titles.items()})
    return deck


def drawn(room: AnyRoom, page: SandboxPage) -> list[Card]:
    by_name = {user.name: user.id for user in page.sandbox.world.users.values()}
    people = by_name[CALLED[0]], by_name[CALLED[1]]
    return [*cards(States(room, people, page.channel.id, time.time()), deck_of(page.sandbox))]


async def measured(shown: list[Card], page: SandboxPage) -> list[float]:
    """As many at once as a client loads, one below the other."""
    people = [user.id for user in page.sandbox.world.users.values() if not user.bot]
    found: list[float] = []
    for first in range(0, len(shown), AT_ONCE):
        batch = shown[first : first + AT_ONCE]
        posted = [page.post(message_body(card.sheet, pinged=people)) for card in batch]
        async with page.opened(PHONE) as window:
            last = window.ann.box.locator(f'[data-id="{posted[-1].id}"] .container')
            await expect(last).to_be_visible(timeout=30_000)
            heights = await window.ann.box.evaluate(HEIGHTS)
        found += [heights[str(message.id)] for message in posted]
    return found


@pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
async def test_what_the_bot_draws_of_a_duel_fits_a_phone(room: AnyRoom) -> None:
    async with sandbox_page() as page:
        shown = drawn(room, page)
        found = await measured(shown, page)
    assert len({id(card.sheet) for card in shown}) >= FEWEST
    too_high = [
        f"{card.kind} {card.name}: {height:.0f}"
        for card, height in zip(shown, found, strict=True)
        if height > LIMITS[card.kind]
    ]
    assert too_high == []
