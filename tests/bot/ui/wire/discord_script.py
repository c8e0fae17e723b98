"""A server on loopback that answers requests one after the other as it was told, and keeps what came."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import discord
from discord.http import Route

from bot.ui.wire.requests import Requests

TOKEN = "secret"
LENGTH = re.compile(rb"content-length: ([0-9]+)", re.IGNORECASE)


def answer(status: str, body: bytes = b"", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", "Content-Type: application/json", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


FINE = answer("200 OK", b'{"id": "5"}', "X-RateLimit-Remaining: 4")
LAST = answer("200 OK", b'{"id": "5"}', "X-RateLimit-Remaining: 0", "X-RateLimit-Reset-After: 0.05")
EARLY = answer("429 Too Many Requests", b'{"retry_after": 0.05, "global": false}', "Via: 1.1 google")


@dataclass
class Script:
    answers: list[bytes]
    """What is left to answer; an empty one closes the connection."""
    requests: list[bytes] = field(default_factory=list)
    connections: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while self.answers:
                head = await reader.readuntil(b"\r\n\r\n")
                length = LENGTH.search(head)
                body = await reader.readexactly(int(length[1])) if length else b""
                self.requests.append(head + body)
                said = self.answers.pop(0)
                writer.write(said)
                if not said or b"Connection: close" in said:
                    return
        except asyncio.IncompleteReadError:
            pass
        finally:
            writer.close()


@asynccontextmanager
async def scripted(*answers: bytes) -> AsyncIterator[tuple[discord.Client, Script]]:
    """A client whose Discord is this script."""
    script = Script([*answers])
    server = await asyncio.start_server(script.serve, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    client = discord.Client(intents=discord.Intents(guilds=True), application_id=7)
    base, Route.BASE = Route.BASE, f"{address}/api/v10"
    try:
        yield client, script
    finally:
        Route.BASE = base
        server.close()


@asynccontextmanager
async def requests_to(*answers: bytes) -> AsyncIterator[tuple[Requests, Script]]:
    """Requests to this script."""
    async with scripted(*answers) as (client, script):
        requests = Requests(client, TOKEN)
        try:
            yield requests, script
        finally:
            await requests.close()
