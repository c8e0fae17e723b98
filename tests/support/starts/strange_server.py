"""Answers everybody who wants to log in to PostgreSQL with one error, as a server in a bad state does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


@asynccontextmanager
async def server_that_says(code: str, message: str) -> AsyncIterator[int]:
    """Yields its port on loopback."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        size = int.from_bytes(await reader.readexactly(4), "big")
        asked = await reader.readexactly(size - 4)
        if asked == (80877103).to_bytes(4, "big"):  # the client asks for TLS
            writer.write(b"N")
            size = int.from_bytes(await reader.readexactly(4), "big")
            await reader.readexactly(size - 4)
        fields = b"".join(
            key + value.encode() + b"\0"
            for key, value in ((b"S", "FATAL"), (b"V", "FATAL"), (b"C", code), (b"M", message))
        )
        body = fields + b"\0"
        writer.write(b"E" + (len(body) + 4).to_bytes(4, "big") + body)
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await answer(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with listening:
        yield listening.sockets[0].getsockname()[1]
