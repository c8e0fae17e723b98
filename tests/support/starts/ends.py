"""Starts the bot as processes of an ordinary user, and reads how they end."""

import asyncio
import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.project import ROOT

SETTINGS = re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE)
LOGGED = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ")
PATIENCE = 150.0


@dataclass(frozen=True)
class Start:
    """A start that fails: what is set, and a word that the sentence has to contain."""

    name: str
    env: Mapping[str, str]
    word: str


@dataclass(frozen=True)
class End:
    start: Start
    code: int
    text: str
    seconds: float

    @property
    def said(self) -> list[str]:
        """The lines that are not the log's."""
        return [line for line in self.text.splitlines() if not LOGGED.match(line)]


def clean_environment() -> dict[str, str]:
    """What this process has, without any setting of the bot."""
    kept = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    return {**kept, "PYTHONPATH": str(ROOT)}


async def ends_of(starts: Sequence[Start], folder: Path, at_once: int = 2) -> list[End]:
    """Starts the bot in a folder of its own for each, and waits until all have ended by themselves."""
    asked = []
    for number, start in enumerate(starts):
        own = folder / f"start-{number}"
        own.mkdir()
        env = {**clean_environment(), **start.env}
        asked.append(
            {"name": start.name, "env": env, "folder": str(own), "arguments": []}
            | {"output": str(folder / f"start-{number}.txt")}
        )
    told = await _run(json.dumps(asked).encode(), at_once)
    by_name = {each["name"]: each for each in map(json.loads, told.decode().splitlines())}
    return [
        End(
            start,
            by_name[start.name]["code"],
            (folder / f"start-{number}.txt").read_text(encoding="utf-8"),
            by_name[start.name]["seconds"],
        )
        for number, start in enumerate(starts)
    ]


async def _run(asked: bytes, at_once: int) -> bytes:
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.support.starts.many", str(at_once)),
        env=clean_environment(),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            told, _ = await running.communicate(asked)
    finally:
        if running.returncode is None:
            running.kill()
            await running.communicate()
    return told
