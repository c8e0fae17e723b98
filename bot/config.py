"""What a host can set, read from the environment once at start; nothing else reads the environment."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

SQLITE = "sqlite:///"


class BadConfig(Exception):  # noqa: N818 - it says what is bad, in one line
    """A variable that is missing or wrong, named in one line."""


@dataclass(frozen=True, slots=True)
class Config:
    token: str
    database: str = "gauntlet.db"
    """The path of the SQLite file."""
    api: str | None = None
    """Another address for Discord's API: a REST proxy, or the sandbox."""
    log_level: int = logging.INFO
    source: str | None = None
    """Where the source of this very bot can be found; /about links to it."""

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
            database=_database(env.get("DATABASE_URL", "").strip() or f"{SQLITE}gauntlet.db"),
            api=_address("DISCORD_API", env, "http://127.0.0.1:8080/api/v10"),
            log_level=_level(env.get("LOG_LEVEL", "").strip() or "INFO"),
            source=_address("SOURCE_URL", env, "https://example.org/gauntlet"),
        )


def _database(url: str) -> str:
    if not url.startswith(SQLITE) or len(url) == len(SQLITE):
        raise BadConfig(
            f"DATABASE_URL has to look like {SQLITE}gauntlet.db (four slashes for a path from the root)."
        )
    return url.removeprefix(SQLITE)


def _address(name: str, env: Mapping[str, str], example: str) -> str | None:
    text = env.get(name, "").strip()
    if not text:
        return None
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise BadConfig(f"{name} has to be an http or https address, such as {example}.")
    return text.rstrip("/")


def _level(name: str) -> int:
    levels = logging.getLevelNamesMapping()
    if name.upper() not in levels:
        raise BadConfig("LOG_LEVEL has to be DEBUG, INFO, WARNING or ERROR.")
    return levels[name.upper()]
