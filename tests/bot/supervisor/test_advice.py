"""Discord is asked how many shards there should be; if it does not say, the host is told why."""

import asyncio

import pytest

from bot.config import BadConfig
from bot.supervisor.advice import advice_from
from bot.supervisor.plan import Advice
from sandbox import Sandbox, World


@pytest.fixture
def world() -> World:
    return World.of({"The Arena": ["Ann"]})


async def test_discord_says_how_many_shards_there_should_be(sandbox: Sandbox) -> None:
    sandbox.gateway.recommended_shards, sandbox.gateway.max_concurrency = 5, 2
    assert await asyncio.to_thread(advice_from, sandbox.token, sandbox.api_url) == Advice(5, 2)


async def test_a_token_that_discord_does_not_know_is_a_sentence(sandbox: Sandbox) -> None:
    with pytest.raises(BadConfig, match=r"^Discord does not accept DISCORD_TOKEN\."):
        await asyncio.to_thread(advice_from, "another", sandbox.api_url)


def test_nobody_who_answers_is_a_sentence() -> None:
    with pytest.raises(BadConfig, match=r"^Discord did not answer\. Check the network"):
        advice_from("token", "http://127.0.0.1:1/api/v10")
