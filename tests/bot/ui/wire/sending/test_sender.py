"""Requests that go out over aiohttp's connections without its request objects."""

import aiohttp
import pytest

from bot.ui.wire.sending.connection import Answer
from bot.ui.wire.sending.sender import Sender
from tests.bot.ui.wire.sending.discord_script import answer, scripted

FINE = answer("200 OK", b'{"id": "1"}', "X-RateLimit-Remaining: 4")


async def test_a_request_arrives_as_it_was_sent() -> None:
    async with scripted(FINE) as (client, script):
        said = await Sender(client).send("PATCH", "/channels/1/messages/2", b'{"a": 1}', authorized=True)
    head, _, body = script.requests[0].decode().partition("\r\n\r\n")
    first, *headers = head.split("\r\n")
    assert first == "PATCH /api/v10/channels/1/messages/2 HTTP/1.1"
    assert {"Authorization: Bot secret", "Content-Type: application/json", "Content-Length: 8"} <= {*headers}
    assert any(each.startswith("Host: 127.0.0.1:") for each in headers)
    assert any(each.startswith("User-Agent: DiscordBot") for each in headers)
    assert body == '{"a": 1}'
    assert (said.status, said.reason, said.said) == (200, "OK", {"id": "1"})
    assert said.headers["x-ratelimit-remaining"] == "4"


async def test_what_needs_no_token_carries_none_and_what_has_no_body_says_so() -> None:
    async with scripted(answer("204 No Content")) as (client, script):
        said = await Sender(client).send("DELETE", "/webhooks/1/2/messages/3", authorized=False)
    assert b"Authorization" not in script.requests[0]
    assert b"Content-Type" not in script.requests[0]
    assert (said.status, said.body) == (204, b"")


async def test_the_next_request_takes_the_same_connection() -> None:
    async with scripted(FINE, FINE, FINE) as (client, script):
        sender = Sender(client)
        for _ in range(3):
            await sender.send("POST", "/one", b"{}", authorized=False)
    assert script.connections == 1


async def test_a_connection_that_discord_closes_is_not_taken_again() -> None:
    async with scripted(answer("200 OK", b"{}", "Connection: close"), FINE) as (client, script):
        sender = Sender(client)
        await sender.send("POST", "/one", b"{}", authorized=False)
        await sender.send("POST", "/one", b"{}", authorized=False)
    assert script.connections == 2


async def test_a_broken_connection_raises_what_aiohttp_raises_and_the_next_request_goes_through() -> None:
    async with scripted(b"", FINE) as (client, script):
        sender = Sender(client)
        with pytest.raises(aiohttp.ClientError):
            await sender.send("POST", "/one", b"{}", authorized=False)
        assert (await sender.send("POST", "/one", b"{}", authorized=False)).status == 200
    assert len(script.requests) == 2


async def test_news_before_an_answer_are_not_taken_for_it() -> None:
    early = b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
    async with scripted(early + FINE) as (client, _):
        assert (await Sender(client).send("POST", "/one", b"{}", authorized=False)).status == 200


async def test_listeners_are_told_of_every_answer() -> None:
    told: list[tuple[str, str, int]] = []

    def hear(method: str, path: str, said: Answer) -> None:
        told.append((method, path, said.status))

    async with scripted(FINE, answer("404 Not Found", b"{}")) as (client, _):
        sender = Sender(client)
        sender.on_answer.append(hear)
        await sender.send("POST", "/one", b"{}", authorized=False)
        await sender.send("PATCH", "/two", b"{}", authorized=False)
    assert told == [("POST", "/one", 200), ("PATCH", "/two", 404)]


async def test_a_proxy_gets_the_request_as_proxies_expect_it() -> None:
    async with scripted(FINE) as (client, script):
        sender, base = Sender(client), "http://discord.invalid/api/v10"
        from discord.http import Route  # noqa: PLC0415 - its address is changed after the proxy's is known

        client.http.proxy = Route.BASE.removesuffix("/api/v10")
        Route.BASE = base
        assert (await sender.send("POST", "/one", b"{}", authorized=True)).said == {"id": "1"}
    assert script.requests[0].startswith(f"POST {base}/one HTTP/1.1".encode())
    assert b"Authorization: Bot secret" in script.requests[0]
