"""A TCP proxy in front of a server, which can go silent in the ways in which networks and servers do."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit


@dataclass(eq=False)
class Wire:
    """One connection through the proxy; what is not open holds back what comes in that direction."""

    client: asyncio.StreamWriter
    server: asyncio.StreamWriter | None = None
    to_server: asyncio.Event = field(default_factory=asyncio.Event)
    to_client: asyncio.Event = field(default_factory=asyncio.Event)

    def open(self) -> None:
        self.to_server.set()
        self.to_client.set()

    def close(self) -> None:
        for writer in filter(None, (self.client, self.server)):
            writer.transport.abort()


class Proxy:
    def __init__(self, host: str, port: int) -> None:
        self._target = host, port
        self._wires: set[Wire] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._silent = False
        self._last_word: bytes | None = None
        self.made = 0
        """How many connections were made through it."""

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        self.cut()
        self._server.close()
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def silence_old(self) -> None:
        """Existing connections carry nothing more, in either direction; new ones work. For good."""
        for wire in self._wires:
            wire.to_server.clear()
            wire.to_client.clear()

    def silence_answers(self, *, new: bool = True) -> None:
        """What the server answers on existing connections is held back, but it hears what it is asked. `new`:
        new connections get no answer either."""
        self._silent = new
        for wire in self._wires:
            wire.to_client.clear()

    def silence_answers_to(self, command: bytes) -> None:
        """The server hears this command, but its answer is held back, and all after it."""
        self._last_word = command

    def silence_all(self) -> None:
        """Nothing is carried any more; new connections are accepted, and get no answer."""
        self._silent = True
        self.silence_old()

    def resume(self, *, old: bool = False) -> None:
        """New connections work again; `old`: existing ones go on where they stood, as after a freeze."""
        self._silent = False
        self._last_word = None
        if old:
            for wire in self._wires:
                wire.open()

    def cut(self) -> None:
        """Ends all connections."""
        for wire in [*self._wires]:
            wire.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.made += 1
        wire = Wire(writer)
        self._wires.add(wire)
        if not self._silent:
            wire.open()
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        try:
            with suppress(OSError, asyncio.CancelledError):
                await wire.to_server.wait()
                from_server, wire.server = await asyncio.open_connection(*self._target)
                await asyncio.gather(
                    _carry(reader, wire.server, wire.to_server, self._heard),
                    _carry(from_server, writer, wire.to_client),
                )
        finally:
            self._wires.discard(wire)
            wire.close()

    def _heard(self, data: bytes) -> None:
        if self._last_word is not None and self._last_word in data:
            self.silence_answers()


async def _carry(
    source: asyncio.StreamReader,
    target: asyncio.StreamWriter,
    way: asyncio.Event,
    heard: Callable[[bytes], None] = lambda _: None,
) -> None:
    """Carries bytes while the way is open. The end of one direction ends both, but is carried too."""
    try:
        while data := await source.read(65536):
            heard(data)
            await way.wait()
            target.write(data)
        await way.wait()
    finally:
        target.close()


@asynccontextmanager
async def in_front_of(address: str) -> AsyncIterator[tuple[Proxy, str]]:
    """A proxy, and the address of the database behind it."""
    parts = urlsplit(address)
    assert parts.hostname is not None
    assert parts.port is not None
    proxy = Proxy(parts.hostname, parts.port)
    await proxy.start()
    account = parts.netloc.rpartition("@")[0]
    through = urlunsplit(parts._replace(netloc=f"{account}@127.0.0.1:{proxy.port}"))
    try:
        yield proxy, through
    finally:
        await proxy.stop()
