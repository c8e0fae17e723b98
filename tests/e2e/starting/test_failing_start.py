"""Wherever the start fails, everything that was opened is closed, and the process ends with a sentence."""

import asyncio
import re
import signal
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path

from sandbox import Sandbox, World
from sandbox.server.openapi import Contract
from tests.support.blanks import BlankFiles
from tests.support.starts.ends import Start, clean_environment, ends_of

GATEWAY = b'{"url": "ws://127.0.0.1:1"}'
LONGEST = 5.0
"""Seconds that a start may take to fail."""


def full_of_refusals(address: str) -> str:
    """Lets a database refuse its first ordinary write, which is made when the bot has logged in."""
    with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as connection:
        connection.execute(
            "CREATE TRIGGER refuse BEFORE INSERT ON notes BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
        connection.commit()
    return address


def unwritable(address: str) -> str:
    Path(address.removeprefix("sqlite:///")).chmod(0o444)
    return address


async def test_a_start_that_fails_at_any_step_ends_within_five_seconds_and_in_a_sentence(
    sandbox: Sandbox, contract: Contract, blank_files: BlankFiles, tmp_path: Path
) -> None:
    def blank(name: str) -> str:
        return blank_files.put(tmp_path / f"{name}.db")

    port = sandbox.url.rpartition(":")[2]
    async with Sandbox(World.of({"Elsewhere": ["Ann"]}), contract=contract) as unkind:
        unkind.faults.answer(403, "PUT /applications")
        steps = [
            Start("Discord away", {"DISCORD_API": "http://127.0.0.1:1/api"}, "DISCORD_API"),
            Start("no folder", {"DATABASE_URL": "sqlite:///none/g.db"}, "DATABASE_URL"),
            Start("unwritable", {"DATABASE_URL": unwritable(blank("read"))}, r"DATABASE_URL|read\.db"),
            Start("wrong token", {"DISCORD_TOKEN": "wrong", "DATABASE_URL": blank("token")}, "DISCORD_TOKEN"),
            Start(
                "commands refused", unkind.environment | {"DATABASE_URL": blank("put")}, "refused a request"
            ),
            Start("refused write", {"DATABASE_URL": full_of_refusals(blank("write"))}, "DATABASE_URL"),
            Start("port taken", {"HEALTH_PORT": port, "DATABASE_URL": blank("port")}, "HEALTH_PORT"),
        ]
        starts = [Start(step.name, sandbox.environment | dict(step.env), step.word) for step in steps]
        for end in await ends_of(starts, tmp_path):
            assert (end.code, len(end.said)) == (1, 1), end.text
            assert re.search(end.start.word, end.said[0]), end.text
            assert "Traceback" not in end.text
            assert end.seconds < LONGEST, end.start.name
    assert sandbox.gateway.identified == unkind.gateway.identified == 0


async def ended_by_signal(folder: Path, answered: bytes | None = None) -> tuple[int | None, bytes]:
    """How a start ends by SIGTERM when Discord is silent: its code, and what it says. One path, of which
    `answered` is a part, is answered with the address of a gateway."""
    asked = asyncio.Event()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer), suppress(asyncio.IncompleteReadError):  # a connection that nobody used
            request = await reader.readuntil(b"\r\n\r\n")
            if answered is not None and answered in request:
                head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(GATEWAY)}\r\nConnection: close\r\n\r\n"
                writer.write(head.encode() + GATEWAY)
            else:
                asked.set()
                await reader.read()

    async with await asyncio.start_server(listen, "127.0.0.1", 0) as silent, asyncio.timeout(30):
        port = silent.sockets[0].getsockname()[1]
        env = {"DISCORD_TOKEN": "x", "DISCORD_API": f"http://127.0.0.1:{port}/api", "LOG_LEVEL": "WARNING"}
        running = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot"),
            env={**clean_environment(), **env},
            cwd=folder,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            await asked.wait()
            running.send_signal(signal.SIGTERM)
            _, said = await running.communicate()
        finally:
            if running.returncode is None:
                running.kill()
                await running.wait()
    return running.returncode, said


async def test_a_signal_ends_a_start_that_waits(tmp_path: Path) -> None:
    assert await ended_by_signal(tmp_path) == (0, b"")


async def test_a_signal_ends_a_login_without_a_word(tmp_path: Path) -> None:
    assert await ended_by_signal(tmp_path, answered=b"GET /api/gateway ") == (0, b"")
