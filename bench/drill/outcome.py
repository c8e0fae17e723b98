"""What a part of the drill tries and finds wrong, and the commands of a host that it runs for that."""

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

LIMIT = 40.0
"""Seconds after which a command counts as stuck."""


@dataclass
class Outcome:
    name: str
    tried: int = 0
    wrong: list[str] = field(default_factory=list)
    """A sentence for each thing that was wrong."""

    def expect(self, right: bool, otherwise: str) -> None:  # noqa: FBT001 - reads like an assertion
        self.tried += 1
        if not right:
            self.wrong.append(otherwise)


Part: TypeAlias = Callable[[int], Awaitable[list[Outcome]]]
"""Makes its own random choices from the seed it is given."""


@dataclass(frozen=True)
class Ended:
    """How a command ended; the code is None if it had to be killed."""

    code: int | None
    text: str
    seconds: float

    @property
    def lines(self) -> list[str]:
        return self.text.strip().splitlines()

    def __str__(self) -> str:
        last = self.lines[-1] if self.lines else "nothing"
        return f"it ended with code {self.code} after {self.seconds:.1f} s and said: {last}"


async def start(*arguments: str, env: Mapping[str, str], folder: Path) -> asyncio.subprocess.Process:
    known = {
        name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "DISCORD_TOKEN"}
    }
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *arguments),
        env={"PYTHONPATH": str(Path.cwd()), **known, **env},
        cwd=folder,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )


async def run(
    *arguments: str, env: Mapping[str, str], folder: Path, kill_after: float | None = None
) -> Ended:
    """Runs `gauntlet` with these arguments; it is killed at the latest after `kill_after` seconds."""
    began = time.monotonic()
    process = await start(*arguments, env=env, folder=folder)
    try:
        async with asyncio.timeout(LIMIT if kill_after is None else kill_after):
            text, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        text, _ = await process.communicate()
        return Ended(None, text.decode(), time.monotonic() - began)
    return Ended(process.returncode, text.decode(), time.monotonic() - began)


def expect_refusal(outcome: Outcome, ended: Ended, what: str) -> None:
    """A refusal is one line and exit code 1."""
    outcome.expect(ended.code == 1 and len(ended.lines) == 1, f"{what}: {ended}")
