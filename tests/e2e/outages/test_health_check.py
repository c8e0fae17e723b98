"""`python -m bot.health.check`, by which a container finds out whether the bot in it is well."""

import asyncio
import socket
from urllib.parse import urlsplit

import pytest

from bot.health.check import find_problem, main
from bot.health.server import HealthServer
from tests.support.evening import Evening

PLACES = [
    ("127.0.0.1", "{}"),
    ("127.0.0.1", "127.0.0.1:{}"),
    ("0.0.0.0", "0.0.0.0:{}"),  # noqa: S104 - as in a container
    ("::1", "[::1]:{}"),
    ("::", "[::]:{}"),
]
"""Where the bot listens, and the HEALTH_PORT that makes it."""


@pytest.fixture
async def served(evening: Evening, request: pytest.FixtureRequest) -> str:
    """HEALTH_PORT of a bot that serves its health at the given place."""
    host, written = request.param
    if ":" in host and not _has_ipv6():
        pytest.skip("This machine has no IPv6.")
    evening.health = (host, 0)
    await evening.reopen()
    assert evening.bot.health is not None
    text: str = written.format(evening.bot.health.address.rpartition(":")[2])
    return text


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as tried:
            tried.bind(("::1", 0))
    except OSError:
        return False
    return True


@pytest.mark.parametrize("served", PLACES, indirect=True, ids=lambda place: place[1])
async def test_a_bot_that_is_well_is_found_wherever_it_listens(served: str) -> None:
    assert await asyncio.to_thread(find_problem, served) is None


async def test_a_bot_that_is_not_well_is_quoted(evening: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    server = HealthServer(evening.bot.gateway, evening.bot.services, "127.0.0.1", 0)
    await server.open()
    await evening.bot.close()
    assert await asyncio.to_thread(main, [str(urlsplit(server.address).port)]) == 1
    await server.close()
    assert '"well": false' in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "  "])
def test_no_port_is_no_health(text: str) -> None:
    assert main([text]) == 1
    assert "HEALTH_PORT is empty" in str(find_problem(text.strip()))


@pytest.mark.parametrize("text", ["port", "127.0.0.1:", "9000/tcp", "٩"])
def test_what_is_no_port_is_explained(text: str) -> None:
    assert "has to be a port such as 9000" in str(find_problem(text))


@pytest.mark.parametrize("text", ["99999", "0"])
def test_where_nobody_can_listen_nobody_is_well(text: str) -> None:
    assert "Nothing that is well answers" in str(find_problem(text))


async def test_something_else_that_answers_is_not_taken_for_the_bot() -> None:
    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0\r\n")
        writer.close()

    async with await asyncio.start_server(greet, "127.0.0.1", 0) as other:
        port = other.sockets[0].getsockname()[1]
        assert "Nothing that is well answers" in str(await asyncio.to_thread(find_problem, str(port)))
