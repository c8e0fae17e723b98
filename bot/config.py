"""What a host can set, read from the environment once at start; nothing else reads the environment."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

SQLITE = "sqlite:///"
POSTGRESQL = "postgresql://"


class BadConfig(Exception):  # noqa: N818 - it says what is bad, in one line
    """A variable that is missing or wrong, named in one line."""


@dataclass(frozen=True, slots=True)
class Config:
    token: str
    database: str = "sqlite:///gauntlet.db"
    """The address of the database: an SQLite file or a PostgreSQL server."""
    api: str | None = None
    """Another address for Discord's API: a REST proxy, or the sandbox."""
    log_level: int = logging.INFO

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
            database=database_in(env),
            api=_address(env.get("DISCORD_API", "").strip()),
            log_level=_level(env.get("LOG_LEVEL", "").strip() or "INFO"),
        )


def database_in(env: Mapping[str, str]) -> str:
    """All that a command needs to know which works on the database alone."""
    return database_at(env.get("DATABASE_URL", "").strip() or f"{SQLITE}gauntlet.db", "DATABASE_URL")


def database_at(url: str, name: str = "A database") -> str:
    url = url.replace("postgres://", POSTGRESQL, 1) if url.startswith("postgres://") else url
    for kind in (SQLITE, POSTGRESQL):
        if url.startswith(kind) and len(url) > len(kind):
            return url
    raise BadConfig(
        f"{name} has to look like {SQLITE}gauntlet.db (four slashes for a path from the root) "
        f"or {POSTGRESQL}user:password@host/database."
    )


def _address(text: str) -> str | None:
    if not text:
        return None
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise BadConfig(
            "DISCORD_API has to be an http or https address, such as http://127.0.0.1:8080/api/v10."
        )
    return text.rstrip("/")


def _level(name: str) -> int:
    levels = logging.getLevelNamesMapping()
    if name.upper() not in levels:
        raise BadConfig("LOG_LEVEL has to be DEBUG, INFO, WARNING or ERROR.")
    return levels[name.upper()]
