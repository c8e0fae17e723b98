"""The bot's own requests: what arrives at Discord, and what happens when nothing comes back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import discord
import pytest

from bot.ui.wire import sender as sending
from bot.ui.wire.sender import Answer, Sender
from tests.bot.ui.wire.discord_script import TOKEN, Script, answer, scripted

FINE = answer("200 OK", b'{"id": "1"}', "X-RateLimit-Remaining: 4")


@asynccontextmanager
async def sender_to(
    *answers: bytes,
) -> AsyncIterator[tuple[Sender, Script, list[tuple[str, str, int, bytes]]]]:
    """A sender, the other end, and what is heard of the answers."""
    heard: list[tuple[str, str, int, bytes]] = []

    def hear(method: str, path: str, answer: Answer) -> None:
        heard.append((method, path, answer.status, answer.body))

    async with scripted(*answers) as (_, script):
        sender = Sender(TOKEN, hear)
        try:
            yield sender, script, heard
        finally:
            await sender.close()


async def post(sender: Sender) -> object:
    return (await sender.send("POST", "/one", b"{}", authorized=False)).said


async def test_a_request_arrives_as_it_was_sent_and_its_answer_is_heard_of() -> None:
    async with sender_to(FINE) as (sender, script, heard):
        said = await sender.send("PATCH", "/channels/1/messages/2", b'{"a": 1}', authorized=True)
    head, _, body = script.requests[0].decode().partition("\r\n\r\n")
    first, *headers = head.split("\r\n")
    assert first == "PATCH /api/v10/channels/1/messages/2 HTTP/1.1"
    assert {"Authorization: Bot secret", "Content-Type: application/json", "Content-Length: 8"} <= {*headers}
    assert any(each.startswith("User-Agent: DiscordBot") for each in headers)
    assert body == '{"a": 1}'
    assert (said.status, said.said) == (200, {"id": "1"})
    assert said.response.headers["x-ratelimit-remaining"] == "4"
    assert heard == [("PATCH", "/channels/1/messages/2", 200, b'{"id": "1"}')]


async def test_what_needs_no_token_carries_none() -> None:
    async with sender_to(answer("204 No Content")) as (sender, script, _):
        said = await sender.send("DELETE", "/webhooks/1/a%2Fb/messages/3", authorized=False)
    assert script.requests[0].startswith(b"DELETE /api/v10/webhooks/1/a%2Fb/messages/3 ")
    assert b"Authorization" not in script.requests[0]
    assert (said.status, said.body) == (204, b"")


async def test_requests_one_after_the_other_share_a_connection() -> None:
    async with sender_to(FINE, FINE, FINE) as (sender, script, _):
        for _ in range(3):
            await post(sender)
    assert script.connections == 1


async def test_requests_at_one_instant_do_not_wait_for_each_other() -> None:
    async with sender_to(*8 * [FINE]) as (sender, script, _):
        for _ in range(2):
            await asyncio.gather(*(post(sender) for _ in range(4)))
    assert script.connections == 4


async def test_a_broken_connection_is_an_error_and_the_next_request_goes_through() -> None:
    async with sender_to(b"", FINE) as (sender, script, _):
        with pytest.raises(aiohttp.ClientError):
            await post(sender)
        assert await post(sender) == {"id": "1"}
    assert len(script.requests) == 2


async def test_an_answer_that_nobody_can_read_is_an_error_of_the_connection() -> None:
    async with sender_to(b"SMTP 220 hello\r\n\r\n", FINE) as (sender, _, _):
        with pytest.raises(aiohttp.ClientError):
            await post(sender)
        assert await post(sender) == {"id": "1"}


async def test_a_silence_that_is_too_long_ends_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "LONGEST_SILENCE", 0.02)
    async with sender_to(b"HTTP/1.1 200 OK\r\n", FINE) as (sender, script, _):
        with pytest.raises(aiohttp.ServerTimeoutError):
            await post(sender)
        assert await post(sender) == {"id": "1"}
    assert script.connections == 2


async def test_an_answer_to_a_request_that_was_given_up_is_not_taken_for_that_to_the_next() -> None:
    async with sender_to(b"HTTP/1.1 200 OK\r\n", FINE) as (sender, script, _):
        given_up = asyncio.create_task(post(sender))
        async with asyncio.timeout(5):
            while not script.requests:
                await asyncio.sleep(0)
        given_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await given_up
        assert await post(sender) == {"id": "1"}
    assert script.connections == 2


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        ("400 Bad Request", discord.HTTPException),
        ("403 Forbidden", discord.Forbidden),
        ("404 Not Found", discord.NotFound),
        ("502 Bad Gateway", discord.DiscordServerError),
    ],
)
@pytest.mark.parametrize(
    ("body", "code"), [(b'{"code": 10062, "message": "Unknown"}', 10062), (b"<html>\xff</html>", 0)]
)
async def test_a_refusal_is_the_error_of_discord_py(
    status: str, kind: type[discord.HTTPException], body: bytes, code: int
) -> None:
    async with sender_to(answer(status, body)) as (sender, _, _):
        error = (await sender.send("POST", "/one", b"{}", authorized=False)).error
    assert type(error) is kind
    assert (error.status, error.code) == (int(status[:3]), code)
