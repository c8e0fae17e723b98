"""Starts the bot with every setting that can't be right: it has to refuse each in one sentence."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.drill.outcome import Outcome, run

TOKEN = "MTIz.secret-token.XYZ"  # noqa: S105 - of nobody
PASSWORD = "hunter2-pass"  # noqa: S105
SECRETS = ("secret-token", "hunter2", "XYZ")
"""Parts of secrets; none of them may be repeated."""
POSTGRES = f"postgresql://ann:{PASSWORD}@127.0.0.1"

READ_AT_ONCE = [
    ("DISCORD_TOKEN", ""),
    ("DISCORD_TOKEN", "   "),
    ("DISCORD_TOKEN", "\n"),
    ("DISCORD_TOKEN", f"{TOKEN}\n{TOKEN}"),
    ("DISCORD_TOKEN", f"{TOKEN} # mine"),
    ("DISCORD_TOKEN", f'"{TOKEN}"'),
    ("DISCORD_TOKEN", f"'{TOKEN}'"),
    ("DISCORD_TOKEN", f"Bot {TOKEN}"),
    ("DISCORD_TOKEN", f"{TOKEN}ö"),
    ("DISCORD_TOKEN", f"{TOKEN}\u200b"),
    ("DISCORD_TOKEN", "<your token>"),
    ("DATABASE_URL", "gauntlet.db"),
    ("DATABASE_URL", "/data/gauntlet.db"),
    ("DATABASE_URL", "mysql://ann:hunter2@localhost/gauntlet"),
    ("DATABASE_URL", "mongodb://ann:hunter2@localhost"),
    ("DATABASE_URL", "sqlite"),
    ("DATABASE_URL", "sqlite:x.db"),
    ("DATABASE_URL", "sqlite://x.db"),
    ("DATABASE_URL", "sqlite:///"),
    ("DATABASE_URL", "sqlite:///:memory:"),
    ("DATABASE_URL", "sqlite:///file::memory:"),
    ("DATABASE_URL", "sqlite:///x.db?timeout=5"),
    ("DATABASE_URL", "sqlite:///x.db?mode=ro&cache=shared"),
    ("DATABASE_URL", "sqlite:///."),
    ("DATABASE_URL", "sqlite:////"),
    ("DATABASE_URL", "sqlite:////proc/"),
    ("DATABASE_URL", "sqlite:///missing/gauntlet.db"),
    ("DATABASE_URL", "sqlite:///a-file/gauntlet.db"),
    ("DATABASE_URL", "postgresql://"),
    ("DATABASE_URL", "postgresql+asyncpg://ann:hunter2@localhost/gauntlet"),
    ("DATABASE_URL", "postgres//ann:hunter2@localhost/gauntlet"),
    ("DATABASE_URL", f"{POSTGRES}:65999/gauntlet"),
    ("DATABASE_URL", f"{POSTGRES}:99999/gauntlet"),
    ("DATABASE_URL", f"{POSTGRES}:port/gauntlet"),
    ("DATABASE_URL", "postgresql://ann:hunter2/x@localhost/gauntlet"),
    ("DATABASE_URL", "postgresql://ann:hunter2#x@localhost/gauntlet"),
    ("DATABASE_URL", "postgresql://ann:hunter2?x@localhost/gauntlet"),
    ("DATABASE_URL", "postgresql://ann:hunter2@[::1/gauntlet"),
    ("DISCORD_API", "127.0.0.1:8080"),
    ("DISCORD_API", "ftp://127.0.0.1/api"),
    ("DISCORD_API", "http://"),
    ("DISCORD_API", "http://:8080"),
    ("DISCORD_API", "http://127.0.0.1:99999/api/v10"),
    ("DISCORD_API", "http://127.0.0.1:port/api/v10"),
    ("DISCORD_API", "http://[::1/api/v10"),
    ("DISCORD_API", "http://127.0.0.1/a b"),
    ("HEALTH_PORT", "0"),
    ("HEALTH_PORT", "70000"),
    ("HEALTH_PORT", "-1"),
    ("HEALTH_PORT", "ninety"),
    ("HEALTH_PORT", "9000,9001"),
    ("HEALTH_PORT", "9000/tcp"),
    ("HEALTH_PORT", "::1:9000"),
    ("HEALTH_PORT", "[::1]"),
    ("HEALTH_PORT", "http://127.0.0.1:9000"),
    ("HEALTH_PORT", "127.0.0.1:"),
    ("LOG_LEVEL", "LOUD"),
    ("LOG_LEVEL", "10"),
    ("LOG_FORMAT", "xml"),
    ("SHARD_IDS", "0"),
    ("SHARD_COUNT", "2"),
    ("PROCESSES", "2"),
    ("PROCESSES", "auto"),
    ("SOURCE_URL", "my desk"),
    ("SOURCE_URL", "example.org/gauntlet"),
    ("SOURCE_URL", "https://example.org:99999"),
    ("SOURCE_URL", "javascript:alert(1)"),
    ("SUPPORT_URL", "discord.gg/example"),
    ("PRIVACY_URL", "docs/privacy.md"),
    ("TERMS_URL", "https://"),
]
"""A variable and a value that can be refused without trying it."""
SHARDS = [
    ("0,1", "many"),
    ("all", "2"),
    ("0-1", "2"),
    ("0 1", "2"),
    ("2", "2"),
    ("-1", "2"),
    ("1,0,1,2", "2"),
    ("0", "0"),
    ("0", "-1"),
    ("0", "2"),
]
"""SHARD_IDS and SHARD_COUNT beside an SQLite file; the last one only lacks a server."""
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
