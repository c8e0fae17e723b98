"""A process among several: its supervisor asks it through its input, and it ends when that input ends.

So no process outlives its supervisor, whatever becomes of that. Answers, and nothing else, go out through its
output.
"""

import asyncio
import json
import logging
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from bot.process.background import BackgroundTasks

log = logging.getLogger(__name__)

Answer: TypeAlias = Callable[[], Awaitable[Any]]


class Supervised:
    def __init__(self) -> None:
        self.answers: Mapping[str, Answer] = {}
        """What the supervisor may ask for, by name."""
        self._background = BackgroundTasks()
        self._output: asyncio.WriteTransport | None = None

    async def open(self) -> None:
        """Signals have to be handled by now: the end of the supervisor is treated as one."""
        loop, questions = asyncio.get_running_loop(), asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(questions), sys.stdin)
        self._output, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, sys.stdout)
        self._background.run(self._listen(questions))

    def tell_when(self, event: Callable[[], Awaitable[None]], what: str) -> None:
        """Tells the supervisor once that this has happened."""

        async def wait() -> None:
            await event()
            self._tell({"told": what})

        self._background.run(wait())

    async def _listen(self, questions: asyncio.StreamReader) -> None:
        async for line in questions:
            self._background.run(self._answer(**json.loads(line)))
        signal.raise_signal(signal.SIGTERM)

    async def _answer(self, number: int, asked: str) -> None:
        answer = self.answers.get(asked)
        self._tell({"number": number, "answer": None if answer is None else await answer()})

    def _tell(self, message: Mapping[str, Any]) -> None:
        if self._output is not None and not self._output.is_closing():
            self._output.write(json.dumps(message).encode() + b"\n")
