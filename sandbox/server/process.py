"""Runs the bot as a separate process, reads its log, and notices when it ends."""

import asyncio
import os
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from sandbox.server.status import BotStatus

STOP_TIMEOUT = 5.0
LAUNCHER = Path(__file__).with_name("die_with_parent.py")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def _print(line: str) -> None:
    sys.stderr.write(line + "\n")


class BotProcess:
    """The bot's process. It calls `on_line` with every line that the bot writes."""

    def __init__(
        self,
        module: str,
        env: Mapping[str, str],
        status: BotStatus,
        on_line: Callable[[str], None] = _print,
        folder: str | None = None,
    ) -> None:
        """`folder` is where the bot is started; None: here."""
        self._on_line = on_line
        self._module = module
        self._folder = folder
        self._env = {**os.environ, **env, "PYTHONUNBUFFERED": "1"}
        if folder is not None:
            self._env["PYTHONPATH"] = os.pathsep.join(
                filter(None, (str(Path.cwd()), os.environ.get("PYTHONPATH")))
            )
        self._status = status
        self._process: asyncio.subprocess.Process | None = None
        self._watcher: asyncio.Task[None] | None = None
        self._asked_to_stop = False

    @property
    def pid(self) -> int:
        if self._process is None:
            raise RuntimeError("The bot has not been started.")
        return self._process.pid

    async def start(self) -> None:
        """Starts the bot in a session of its own, so that Ctrl-C does not reach it directly."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-IS",  # the launcher needs only the standard library
            LAUNCHER,
            str(os.getpid()),
            self._module,
            env=self._env,
            cwd=self._folder,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        self._asked_to_stop = False
        self._status.started()
        self._watcher = asyncio.create_task(self._watch(self._process))

    async def stop(self) -> None:
        if self._process is None or self._watcher is None:
            return
        self._asked_to_stop = True
        if self._process.returncode is None:
            self._process.terminate()
        try:
            await asyncio.wait_for(asyncio.shield(self._watcher), STOP_TIMEOUT)
        except TimeoutError:
            self._process.kill()
            await self._watcher

    def kill(self) -> None:
        """Kills the bot at once, as a power cut would."""
        if self._process is not None and self._process.returncode is None:
            self._asked_to_stop = True
            self._process.kill()

    async def wait(self) -> None:
        if self._watcher is not None:
            await self._watcher

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None  # noqa: S101 - `start` opens a pipe
        while line := await _next_line(process.stdout):
            text = line.decode(errors="replace").rstrip()
            self._status.logged(COLOUR.sub("", text))
            self._on_line(text)
        code = await process.wait()
        self._status.exited(code, expected=self._asked_to_stop)


async def _next_line(stream: asyncio.StreamReader) -> bytes:
    try:
        return await stream.readline()
    except ValueError:
        return b"(a line too long to show)\n"
