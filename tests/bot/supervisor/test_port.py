"""The web server of /health and /metrics, where several processes share it."""

import asyncio
from collections.abc import AsyncIterator
from http import HTTPStatus

import pytest

from bot.supervisor import port as ports
from bot.supervisor.port import Page, Port, in_json


async def health() -> Page:
    return in_json({"well": True}, HTTPStatus.OK)


@pytest.fixture
async def port() -> AsyncIterator[Port]:
    port = Port({"/health": health})
    await port.open("127.0.0.1", 0)
    yield port
    await port.close()


async def sent(port: Port, question: bytes) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port.number)
    writer.write(question)
    async with asyncio.timeout(5):
        answer = await reader.read()
    writer.close()
    return answer.decode()


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ("GET /health HTTP/1.1\r\nHost: x", 200),
        ("GET /health?now HTTP/1.0", 200),
        ("HEAD /health HTTP/1.1", 200),
        ("POST /health HTTP/1.1", 405),
        ("GET / HTTP/1.1", 404),
        ("GET /../etc/passwd HTTP/1.1", 404),
        ("nonsense", 404),
        ("\xff\x00", 404),
    ],
)
async def test_every_question_is_answered_once(port: Port, question: str, status: int) -> None:
    answer = await sent(port, question.encode("latin-1") + b"\r\n\r\n")
    assert answer.startswith(f"HTTP/1.1 {status} ")
    heading, _, body = answer.partition("\r\n\r\n")
    length = next(line for line in heading.split("\r\n") if line.startswith("Content-Length: "))
    assert len(body) == (0 if question.startswith("HEAD") else int(length.split()[1]))


async def test_a_question_without_end_is_hung_up_on(port: Port) -> None:
    assert await sent(port, b"GET /health HTTP/1.1\r\n" + b"x" * 4 * ports.LONGEST_QUESTION) == ""


async def test_who_says_nothing_is_hung_up_on(port: Port, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "PATIENCE", 0.01)
    assert await sent(port, b"GET /health") == ""
