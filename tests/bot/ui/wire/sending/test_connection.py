"""Connections to Discord: how answers are read from them, and when they are closed."""

import asyncio

import aiohttp
import pytest

from bot.ui.wire.sending import connection
from bot.ui.wire.sending.sender import Sender
from tests.bot.ui.wire.sending.discord_script import Script, answer, scripted

FINE = answer("200 OK", b'{"id": "1"}')
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n[1,2\r\n2\r\n,3\r\n1\r\n]\r\n0\r\n\r\n"
CUT_OFF = b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n[1,2"
WITHOUT_LENGTH = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[1,2,3]"


class InPieces(Script):
    """Sends every answer byte by byte."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        for byte in self.answers.pop(0):
            writer.write(bytes([byte]))
            await writer.drain()
        writer.close()


async def post(sender: Sender) -> object:
    return (await sender.send("POST", "/one", b"{}", authorized=False)).said


@pytest.mark.parametrize("said", [CHUNKED, WITHOUT_LENGTH], ids=["in chunks", "without a length"])
async def test_an_answer_may_come_in_any_form(said: bytes) -> None:
    async with scripted(said, FINE) as (client, _):
        sender = Sender(client)
        assert await post(sender) == [1, 2, 3]
        assert await post(sender) == {"id": "1"}


@pytest.mark.parametrize(
    "said", [FINE, CHUNKED, WITHOUT_LENGTH], ids=["whole", "in chunks", "without a length"]
)
async def test_an_answer_may_come_byte_by_byte(said: bytes) -> None:
    async with scripted(script=InPieces([said])) as (client, _):
        assert await post(Sender(client)) in ({"id": "1"}, [1, 2, 3])


@pytest.mark.parametrize("said", [CUT_OFF, CHUNKED[:-12]], ids=["with a length", "in chunks"])
async def test_an_answer_that_is_cut_off_is_an_error(said: bytes) -> None:
    async with scripted(script=InPieces([said])) as (client, _):
        async with asyncio.timeout(5):
            with pytest.raises(aiohttp.ClientError):
                await post(Sender(client))


async def test_an_answer_that_nobody_can_read_is_an_error_of_the_connection() -> None:
    async with scripted(b"SMTP 220 hello\r\n\r\n", FINE) as (client, script):
        sender = Sender(client)
        with pytest.raises(aiohttp.ClientError):
            await post(sender)
        assert await post(sender) == {"id": "1"}
    assert script.connections == 2


async def test_a_silence_that_is_too_long_ends_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "LONGEST_SILENCE", 0.02)
    async with scripted(b"HTTP/1.1 200 OK\r\n", FINE) as (client, script):
        sender = Sender(client)
        with pytest.raises(aiohttp.ServerTimeoutError):
            await post(sender)
        assert await post(sender) == {"id": "1"}
    assert script.connections == 2


async def test_a_connection_that_nobody_uses_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "LONGEST_SILENCE", 0.02)
    async with scripted(FINE, FINE) as (client, _):
        sender = Sender(client)
        await post(sender)
        assert sender._free
        async with asyncio.timeout(5):
            while sender._free:
                await asyncio.sleep(0.01)


async def test_a_request_that_is_given_up_does_not_leave_its_answer_to_the_next_one() -> None:
    async with scripted(b"HTTP/1.1 200 OK\r\n", FINE) as (client, script):
        sender = Sender(client)
        given_up = asyncio.create_task(post(sender))
        async with asyncio.timeout(5):
            while not script.requests:
                await asyncio.sleep(0)
        given_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await given_up
        assert await post(sender) == {"id": "1"}
    assert script.connections == 2


async def test_requests_at_one_instant_take_a_connection_each_and_keep_it() -> None:
    async with scripted(*8 * [FINE]) as (client, script):
        sender = Sender(client)
        for _ in range(2):
            await asyncio.gather(*(post(sender) for _ in range(4)))
    assert script.connections == 4
