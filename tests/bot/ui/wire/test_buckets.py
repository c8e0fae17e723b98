"""What Discord's headers say about how much it takes."""

import asyncio

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.ui.wire.buckets import EDITS, POSTS, Buckets

CHANNEL = 7
PATH = f"/api/v10/channels/{CHANNEL}/messages"
LEFT = {"X-RateLimit-Limit": "5", "X-RateLimit-Reset-After": "5.0", "Via": "1.1 discord"}


async def asked(answer: web.Response, method: str = EDITS, path: str = f"{PATH}/9") -> Buckets:
    """What is known after this answer."""
    buckets = Buckets()
    application = web.Application()

    async def handle(_request: web.Request) -> web.Response:
        return answer

    application.router.add_route("*", "/{path:.*}", handle)
    async with (
        TestServer(application) as server,
        aiohttp.ClientSession(trace_configs=[buckets.trace]) as session,
        session.request(method, server.make_url(path)) as response,
    ):
        await response.read()
    return buckets


def answer(left: int) -> web.Response:
    return web.Response(headers=LEFT | {"X-RateLimit-Remaining": str(left)})


async def test_of_a_channel_that_was_never_asked_nothing_is_known() -> None:
    assert Buckets().opens_in(EDITS, CHANNEL, 2) == 0


async def test_a_channel_with_requests_left_is_open() -> None:
    assert (await asked(answer(4))).opens_in(EDITS, CHANNEL, 2) == 0


async def test_a_channel_without_any_opens_when_its_window_ends() -> None:
    buckets = await asked(answer(0))
    assert 4 < buckets.opens_in(EDITS, CHANNEL) <= 5
    assert buckets.opens_in(POSTS, CHANNEL) == 0
    assert buckets.opens_in(EDITS, CHANNEL + 1) == 0


async def test_what_is_kept_for_others_is_set_free_at_the_end_of_the_window() -> None:
    buckets = await asked(answer(1))
    assert buckets.opens_in(EDITS, CHANNEL, 0) == 0
    assert 3 < buckets.opens_in(EDITS, CHANNEL, 1) <= 4


async def test_posts_are_counted_apart_though_their_bucket_has_the_same_name() -> None:
    buckets = await asked(answer(0), POSTS, PATH)
    assert buckets.opens_in(POSTS, CHANNEL) > 4
    assert buckets.opens_in(EDITS, CHANNEL) == 0


@pytest.mark.parametrize("path", ["/api/v10/webhooks/1/token/messages/@original", "/api/v10/channels/7/pins"])
async def test_other_requests_say_nothing_of_a_channel(path: str) -> None:
    assert len(await asked(answer(0), EDITS, path)) == 0


async def test_a_429_closes_the_channel_for_as_long_as_it_says() -> None:
    body = {"retry_after": 2.5, "global": False, "code": 0}
    buckets = await asked(web.json_response(body, status=429, headers={"Via": "1.1 discord"}))
    assert 2 < buckets.opens_in(EDITS, CHANNEL) <= 2.5
    assert buckets.pause == 0


@pytest.mark.parametrize(("code", "wait"), [(30046, 3.0), (20028, 1163.0)])
async def test_a_429_about_one_message_leaves_the_others_alone(code: int, wait: float) -> None:
    body = {"retry_after": wait, "global": False, "code": code}
    buckets = await asked(web.json_response(body, status=429, headers={"Via": "1.1 discord"}))
    assert buckets.opens_in(EDITS, CHANNEL) == 0


async def test_a_global_429_stops_all_boards_and_is_no_ban() -> None:
    body = {"retry_after": 0.7, "global": True}
    buckets = await asked(web.json_response(body, status=429, headers={"Via": "1.1 discord"}))
    assert 0 < buckets.pause <= 0.7
    assert buckets.ban == 0


@pytest.mark.parametrize(("headers", "seconds"), [({"Retry-After": "300"}, 300), ({}, 60)])
async def test_a_429_without_via_is_a_ban(headers: dict[str, str], seconds: int) -> None:
    buckets = await asked(web.Response(status=429, text="<html>", headers=headers), "GET", "/api/v10/gateway")
    assert seconds - 1 < buckets.ban <= seconds
    assert buckets.pause == pytest.approx(buckets.ban, abs=0.1)


async def test_what_waits_for_the_end_of_a_ban_goes_on_then() -> None:
    buckets = Buckets()
    buckets._note_ban(0.05)
    async with asyncio.timeout(2):
        await buckets.until_unbanned()
    assert buckets.ban == 0
