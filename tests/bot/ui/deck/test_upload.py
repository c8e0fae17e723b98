"""Several processes and one application: nothing is uploaded twice, and nobody waits in vain."""

from collections.abc import AsyncIterator

import discord
import pytest

from bench.rig.conditions import put_deck
from bench.rig.manual_time import ManualTime
from bot.process.clock import Clock
from bot.ui.deck.deck import PICTURES, Deck, emoji_title
from bot.ui.deck.upload import LOOK_AGAIN, DeckUpload, EmojiRequests
from bot.ui.wire.buckets import Buckets
from bot.ui.wire.requests import Requests
from sandbox import Sandbox, World
from sandbox.rest.emoji import CREATE
from sandbox.server.ratelimit import Rate
from tests.support.evening import eventually

TITLES = {emoji_title(name) for name in PICTURES}
MISSING = 20
"""Pictures that both have to upload: few enough for a slow machine."""


@pytest.fixture
def world() -> World:
    return World.of({"The Arena": ["Ann"]})


@pytest.fixture
async def emoji(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[EmojiRequests]:
    """Requests of a client that has logged in."""
    monkeypatch.setattr("bot.ui.deck.upload.SPACING", 0.0)
    sandbox.limits.rates[CREATE], sandbox.limits.per_second = Rate(1000, 1.0), 1000
    buckets = Buckets()
    async with discord.Client(intents=discord.Intents.none(), http_trace=buckets.trace) as client:
        await client.login(sandbox.token)
        requests = Requests(client, sandbox.token, buckets)
        yield EmojiRequests(requests)
        await requests.close()


class Process:
    """What one process knows of the deck, and its clock."""

    def __init__(self, emoji: EmojiRequests, *, uploads: bool) -> None:
        self.time, self.deck = ManualTime(), Deck()
        self.clock = Clock(self.time)
        self.upload = DeckUpload(self.deck, emoji, self.clock, uploads=uploads)

    async def is_on(self) -> bool:
        return self.deck.is_on

    async def pass_time(self, seconds: float) -> None:
        self.time.now += seconds
        await self.clock.ring()


async def test_two_that_upload_at_once_do_no_harm(sandbox: Sandbox, emoji: EmojiRequests) -> None:
    for title in sorted(TITLES)[MISSING:]:
        sandbox.emoji.add(title, b"")
    both = [Process(emoji, uploads=True) for _ in range(2)]
    for process in both:
        process.upload.start()
    for process in both:
        await eventually(process.is_on)
    assert sorted(sandbox.emoji.names) == sorted(TITLES)
    assert both[0].deck.text(PICTURES[0]) == both[1].deck.text(PICTURES[0])


async def test_a_process_without_the_first_shard_waits_for_the_one_that_has_it(
    sandbox: Sandbox, emoji: EmojiRequests
) -> None:
    waiting = Process(emoji, uploads=False)
    waiting.upload.start()

    async def has_looked() -> bool:
        return len(waiting.clock) == 1

    await eventually(has_looked)
    assert len(sandbox.emoji) == 0
    put_deck(sandbox)
    sandbox.emoji.add(f"{PICTURES[0]}_000000", b"")
    await waiting.pass_time(LOOK_AGAIN)
    await eventually(waiting.is_on)
    assert len(sandbox.emoji) == len(TITLES) + 1


async def test_a_closed_upload_begins_nothing(sandbox: Sandbox, emoji: EmojiRequests) -> None:
    process = Process(emoji, uploads=True)
    process.upload.close()
    process.upload.start()
    assert process.upload._task is None
    assert len(sandbox.emoji) == 0


async def test_a_ban_of_the_address_is_waited_for(sandbox: Sandbox, emoji: EmojiRequests) -> None:
    sandbox.faults.ban(40.0)
    process = Process(emoji, uploads=True)
    process.upload.start()

    async def has_tried() -> bool:
        return len(process.clock) == 1

    await eventually(has_tried)
    sandbox.faults.clear()
    await process.pass_time(38.0)
    assert len(sandbox.emoji) == 0
    await process.pass_time(3.0)
    await eventually(process.is_on)
