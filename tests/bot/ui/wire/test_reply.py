"""A first answer and an acknowledgement that cross each other."""

import asyncio

from bot.ui.wire.reply import Late, Reply
from tests.bot.ui.wire.discord_script import answer, requests_to


async def test_no_form_is_opened_while_its_press_is_being_acknowledged() -> None:
    async with requests_to(answer("204 No Content")) as (requests, script):
        reply = Reply(requests, 3, "token")
        acknowledging = asyncio.create_task(reply.acknowledge(Late.FORM))
        await asyncio.sleep(0)
        assert not reply.is_late, "Discord has not heard of it yet"
        assert await reply.open_form({"title": "Your bid"}) is False
        await acknowledging
    assert len(script.requests) == 1


async def test_a_form_is_opened_if_nothing_was_said_before() -> None:
    async with requests_to(answer("204 No Content")) as (requests, script):
        assert await Reply(requests, 3, "token").open_form({"title": "Your bid"}) is True
    assert b'{"type":9,"data":{"title":"Your bid"}}' in script.requests[0]
