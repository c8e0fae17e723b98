"""The settings of an operator, read from the environment once at the start; nothing else reads it."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.database import POSTGRESQL, SQLITE
from bot.database.postgres import address
from bot.database.postgres.address import BadAddress
from bot.process.shards import Shards


class BadConfig(Exception):  # noqa: N818 - named after what is wrong
    """A variable is missing or wrong; the message names it."""


@dataclass(frozen=True, slots=True)
class Config:
    token: str
    database: str = "sqlite:///gauntlet.db"
    """The address of the database: an SQLite file or a PostgreSQL server."""
    api: str | None = None
    """Another address for Discord's API: a REST proxy, or the sandbox."""
    log_level: int = logging.INFO
    json_log: bool = False
    health: tuple[str, int] | None = None
    """The host and port of /health and /metrics; None: they are not served."""
    shards: Shards | None = None
    """Which shards this process runs; None: all of them, as many as Discord advises."""
    source: str | None = None
    """The address of this bot's source code; /about links to it."""

    @classmethod
    def from_env(cls, env: Mapping[str, str]) -> "Config":
        token = env.get("DISCORD_TOKEN", "").strip()
        if not token:
            raise BadConfig(
                "DISCORD_TOKEN is not set. Put your bot's token into .env (see .env.example).\n"
                "To try Gauntlet without any token or account, run: make sandbox"
            )
        return cls(
            token=token,
            database=(database := database_in(env)),
            api=_address("DISCORD_API", env, "http://127.0.0.1:8080/api/v10"),
            log_level=_level(env.get("LOG_LEVEL", "").strip() or "INFO"),
            json_log=_format(env.get("LOG_FORMAT", "").strip() or "text"),
            health=_host_and_port(env.get("HEALTH_PORT", "").strip()),
            shards=_shards(env.get("SHARD_IDS", "").strip(), env.get("SHARD_COUNT", "").strip(), database),
            source=_address("SOURCE_URL", env, "https://example.org/gauntlet"),
        )


def database_in(env: Mapping[str, str]) -> str:
    """The database's address; commands such as `backup` need nothing else from the environment."""
    for name in ("DATABASE_DIRECT_URL", "DATABASE_URL"):
        if url := env.get(name, "").strip():
            return database_at(url, name)
    return f"{SQLITE}gauntlet.db"


def database_at(url: str, name: str = "A database") -> str:
    url = url.replace("postgres://", POSTGRESQL, 1) if url.startswith("postgres://") else url
    if url.startswith(POSTGRESQL):
        try:
            address.read(url)
        except BadAddress as problem:
            raise BadConfig(f"{name} {problem}") from None
    for kind in (SQLITE, POSTGRESQL):
        if url.startswith(kind) and len(url) > len(kind):
            return url
    raise BadConfig(
        f"{name} has to look like {SQLITE}gauntlet.db (four slashes for a path from the root) "
        f"or {POSTGRESQL}user:password@host/database."
    )


def _address(name: str, env: Mapping[str, str], example: str) -> str | None:
    text = env.get(name, "").strip()
    if not text:
        return None
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise BadConfig(f"{name} has to be an http or https address, such as {example}.")
    return text.rstrip("/")


def _shards(ids: str, count: str, database: str) -> Shards | None:
    if not ids and not count:
        return None
    try:
        shards = Shards(tuple(sorted({int(each) for each in ids.split(",")})), int(count))
    except ValueError:
        raise BadConfig(
            "SHARD_IDS and SHARD_COUNT go together, such as SHARD_IDS=0,1 SHARD_COUNT=4."
        ) from None
    if not 0 <= shards.ids[0] <= shards.ids[-1] < shards.count:
        raise BadConfig("SHARD_IDS has to name shards from 0 up to one less than SHARD_COUNT.")
    if not shards.keeps_all and not database.startswith(POSTGRESQL):
        raise BadConfig("SHARD_IDS needs PostgreSQL: an SQLite file belongs to one process.")
    return shards


def _level(name: str) -> int:
    levels = logging.getLevelNamesMapping()
    if name.upper() not in levels:
        raise BadConfig("LOG_LEVEL has to be DEBUG, INFO, WARNING or ERROR.")
    return levels[name.upper()]


def _format(name: str) -> bool:
    if name.lower() not in {"text", "json"}:
        raise BadConfig("LOG_FORMAT has to be text or json.")
    return name.lower() == "json"


def _host_and_port(text: str) -> tuple[str, int] | None:
    """Reads a port, which is then open to this machine only, or an address and a port."""
    if not text:
        return None
    host, _, port = text.rpartition(":")
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise BadConfig("HEALTH_PORT has to be a port such as 9000, or an address and a port: 0.0.0.0:9000.")
    return host or "127.0.0.1", int(port)
