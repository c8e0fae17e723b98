"""One of several processes, as its supervisor sees it: it is started, asked and stopped through pipes."""

import asyncio
import itertools
import json
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from typing import Any

from bot.process.shards import Shards

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-P", "-m", "bot", "run")
LONGEST_FAREWELL = 10.0
"""Seconds after which a process that was told to stop is killed. Before that it ends itself."""
PATIENCE = 4.0
"""Seconds for an answer; the database may take most of that."""
LONGEST_LINE = 2**24
NOT_STARTED = 71
"""What stands for an exit code when the system starts no process."""


class Child:
    def __init__(self, number: int, shards: Shards, command: Sequence[str] = COMMAND) -> None:
        self.number = number
        self.shards = shards
        self.starts = 0
        self.is_ready = False
        self.was_ready = False
        """Whether it has been connected to Discord, now or in an earlier run."""
        self.ready = asyncio.Event()
        """Set when it is connected for the first time."""
        self.ended = "waits for process 0 to be ready"
        """Why it is not running, when it is not."""
        self._stopped = False
        self._command = (*command, "--process", str(number), "--shards", str(shards))
        self._process: Process | None = None
        self._numbers = itertools.count()
        self._asked: dict[int, asyncio.Future[Any]] = {}

    @property
    def trouble(self) -> str:
        """What is to be said of it when it does not answer."""
        if self._process is None:
            return self.ended
        return "does not answer" if self.is_ready else "is starting"

    async def run(self) -> int:
        """Starts the process, and returns its exit code when it has ended."""
        self.starts += 1
        try:
            process = self._process = await self._start()
        except OSError as problem:
            log.error("process %d can't be started: %s", self.number, problem)  # noqa: TRY400 - it is no fault
            return NOT_STARTED
        listening = asyncio.create_task(self._listen(process))
        if self._stopped and process.stdin is not None:
            process.stdin.close()
        code = await process.wait()
        self._process, self.is_ready = None, False
        listening.cancel()
        for answer in self._asked.values():
            answer.cancel()
        return code

    async def _start(self) -> Process:
        """It gets a session of its own, so that Ctrl-C reaches only the supervisor."""
        return await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE, start_new_session=True
        )

    async def ask(self, what: str) -> Any:
        """Its answer; None if it gives none in time."""
        if self._process is None or self._process.stdin is None:
            return None
        number, answer = next(self._numbers), asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        try:
            self._process.stdin.write(json.dumps({"number": number, "asked": what}).encode() + b"\n")
            await asyncio.wait([answer], timeout=PATIENCE)
            return answer.result() if answer.done() and not answer.cancelled() else None
        finally:
            del self._asked[number]

    async def stop(self) -> None:
        """Closes its input, upon which it ends by itself; kills it if it does not."""
        self._stopped, process = True, self._process
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), LONGEST_FAREWELL)
        except TimeoutError:
            process.kill()

    async def _listen(self, process: Process) -> None:
        if process.stdout is not None:
            async for line in process.stdout:
                if line.startswith(b"{"):  # whatever else a library may print
                    self._hear(json.loads(line))

    def _hear(self, message: dict[str, Any]) -> None:
        if message.get("told") == "ready":
            self.is_ready = self.was_ready = True
            self.ready.set()
        elif (answer := self._asked.get(message.get("number", -1))) is not None and not answer.done():
            answer.set_result(message["answer"])
