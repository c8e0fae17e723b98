"""Starts the bot with every wrong setting."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.drill.commands import run
from bench.drill.outcome import Outcome
from bench.drill.wrong_settings import READ_AT_ONCE, SECRETS, SHARDS, TOKEN

AT_ONCE = 2
NAMED = "SHARD_IDS and SHARD_COUNT"


async def part(_seed: int) -> list[Outcome]:
    outcome, free = Outcome("starts with a wrong setting"), asyncio.Semaphore(AT_ONCE)
    settings = [{name: value} for name, value in READ_AT_ONCE]
    settings += [{"SHARD_IDS": ids, "SHARD_COUNT": count} for ids, count in SHARDS]
    with TemporaryDirectory(prefix="gauntlet-drill-") as folder:
        (Path(folder) / "a-file").touch()
        await asyncio.gather(*(_start(outcome, wrong, Path(folder), free) for wrong in settings))
    return [outcome]


async def _start(outcome: Outcome, wrong: dict[str, str], folder: Path, free: asyncio.Semaphore) -> None:
    async with free:
        ended = await run("run", env={"DISCORD_TOKEN": TOKEN} | wrong, folder=folder)
    names = ended.text.startswith((*wrong, NAMED))
    lines = 1 if all(value.strip() for value in wrong.values()) else 2
    told = any(secret in ended.text for secret in SECRETS)
    is_right = ended.code == 1 and names and len(ended.lines) == lines and not told
    outcome.expect(is_right, f"{wrong}: {ended}")
