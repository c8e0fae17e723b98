"""The settings of an operator, read from the environment once at the start; nothing else reads it."""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from errno import ELOOP
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from stat import S_ISDIR
from urllib.parse import urlsplit

from dotenv import dotenv_values
from dotenv.parser import Original, parse_stream

from bot.database import POSTGRESQL, SQLITE
from bot.database.postgres.address import BadAddress, read
from bot.links import NO_LINKS, Links
from bot.process.shards import Shards

TOKEN = re.compile(r"[A-Za-z0-9._-]+")
PLACE = re.compile(r"(?:(?:\[(?P<six>[0-9a-fA-F:.%]+)\]|(?P<host>[A-Za-z0-9._-]*)):)?(?P<port>[0-9]{1,5})")
"""A port, or an address and a port; an IPv6 address stands in brackets."""
HIGHEST_PORT = 65535
LONGEST_LINK = 512
"""Characters of an address behind a button; Discord takes no more."""
MEMORY = ":memory:"
DRIVER = ("asyncpg", "greenlet")
"""What PostgreSQL needs beside the rest: the extra `postgres` in pyproject.toml."""
QUOTES = ("'", '"', "“", "”", "‘", "’", "„")


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
    links: Links = NO_LINKS
    """Pages about this bot, for /about, /help and /privacy."""
    requests_per_second: float = 50.0
    """How many requests a second Discord grants the bot, in all processes together."""
    database_variable: str = "DATABASE_URL"
    """The variable that has the address of the database."""

    @classmethod
    def from_env(cls, env: Mapping[str, str]) -> "Config":
        token, database = token_in(env), database_in(env)
        _refuse_processes(env)
        return cls(
            token=token,
            database=database,
            api=discord_in(env),
            log_level=_level(env.get("LOG_LEVEL", "").strip() or "INFO"),
            json_log=_format(env.get("LOG_FORMAT", "").strip() or "text"),
            health=_host_and_port(env.get("HEALTH_PORT", "").strip()),
            shards=_shards(env.get("SHARD_IDS", "").strip(), env.get("SHARD_COUNT", "").strip(), database),
            links=_links(env),
            requests_per_second=_rate(env.get("DISCORD_REQUESTS_PER_SECOND", "").strip() or "50"),
            database_variable=name_of_database(env),
        )


def missing_from(env: Mapping[str, str], file: Path) -> dict[str, str]:
    """Returns what a `.env` file adds: its variables that are not set, or empty, in the environment."""
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return {}
    except OSError as problem:
        raise BadConfig(f"{file} can't be read: {problem.strerror}. Let the bot's user read it.") from None
    except UnicodeDecodeError:
        raise BadConfig(f"{file} is not plain text. Save it again as UTF-8.") from None
    if "\0" in text:
        raise BadConfig(f"{file} is not plain text. Save it again as UTF-8.")
    for statement in parse_stream(StringIO(text)):
        if statement.error:
            line = _line_of(statement.original)
            raise BadConfig(
                f"{file} can't be read at line {line}. Write NAME=value, and close every quotation mark."
            )
    values = dotenv_values(stream=StringIO(text))
    return {name: value for name, value in values.items() if value and not env.get(name, "").strip()}


def _line_of(statement: Original) -> int:
    """Returns the line of a statement. Empty lines count as a part of the statement that follows them."""
    text = statement.string
    return statement.line + text[: len(text) - len(text.lstrip())].count("\n")


def token_in(env: Mapping[str, str]) -> str:
    return _token(env.get("DISCORD_TOKEN", "").strip())


def discord_in(env: Mapping[str, str]) -> str | None:
    """Returns the address of Discord's API, or None for Discord's own."""
    return _address("DISCORD_API", env, "http://127.0.0.1:8080/api/v10")


def database_in(env: Mapping[str, str]) -> str:
    """Returns the database's address. Commands such as `backup` need nothing else from the environment."""
    name = name_of_database(env)
    url = env.get(name, "").strip()
    return database_at(url, name) if url else f"{SQLITE}gauntlet.db"


def name_of_database(env: Mapping[str, str]) -> str:
    """Returns the variable whose address is used."""
    return "DATABASE_DIRECT_URL" if env.get("DATABASE_DIRECT_URL", "").strip() else "DATABASE_URL"


def database_at(url: str, name: str = "A database") -> str:
    if url[:1] in QUOTES or url[-1:] in QUOTES:
        raise BadConfig(f"{name} has quotation marks around it. Leave them out.")
    url = url.replace("postgres://", POSTGRESQL, 1) if url.startswith("postgres://") else url
    if url.startswith(SQLITE) and len(url) > len(SQLITE):
        return _file_at(url, name)
    if url.startswith(POSTGRESQL) and len(url) > len(POSTGRESQL):
        return _server_at(url, name)
    raise BadConfig(
        f"{name} has to look like {SQLITE}gauntlet.db (four slashes for a path from the root) "
        f"or {POSTGRESQL}user:password@host/database."
    )


def _file_at(url: str, name: str) -> str:
    path = url.removeprefix(SQLITE)
    if MEMORY in path:
        raise BadConfig(f"{name} has to name a file, because what is kept in memory is gone after a restart.")
    if "?" in path:
        raise BadConfig(f"{name} has to end with the name of the file. Leave out the ? and what follows it.")
    if "\0" in path or "\n" in path:
        raise BadConfig(f"{name} has to name a file in one line.")
    return url


def _server_at(url: str, name: str) -> str:
    try:
        read(url)
    except BadAddress as problem:
        raise BadConfig(f"{name} {problem}") from None
    if not all(map(find_spec, DRIVER)):
        raise BadConfig(
            f"{name} needs PostgreSQL's driver, which is not installed. Run `make postgres` in a checkout, "
            "or `pip install 'gauntlet[postgres]'` where Gauntlet was installed with pip."
        )
    return url


def place_of(address: str) -> Path | None:
    """Returns the file of an SQLite database, with its whole path, or None if it is on a server."""
    return Path(address.removeprefix(SQLITE)).absolute() if address.startswith(SQLITE) else None


def check_folder(address: str, name: str = "DATABASE_URL") -> None:
    """Raises if the file of this address could never be made, before anything is written beside it."""
    if not address.startswith(SQLITE):
        return
    path = Path(address.removeprefix(SQLITE))
    if address.endswith("/") or _is_folder(path, name):
        raise BadConfig(f"{name} names a folder. Add the name of a file: {SQLITE}{path}/gauntlet.db.")
    if path.parts[:1] == ("~",):
        raise BadConfig(f"{name} begins with ~, which is not understood here. Write the whole path.")
    if not _is_folder(path.parent, name):
        raise BadConfig(f"{name} names a file in {path.parent}, which is no folder. Make that folder first.")


def _is_folder(path: Path, name: str) -> bool:
    try:
        return S_ISDIR(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except PermissionError:
        raise BadConfig(
            f"{name} leads to {path}, which the bot may not look for. Let its user enter the folders above."
        ) from None
    except OSError as problem:
        if problem.errno == ELOOP:
            raise BadConfig(f"{name} leads to {path}, a link that leads to itself. Name a file.") from None
        raise BadConfig(f"{name} leads to {path}, which can't be used: {problem.strerror}.") from None


def _token(text: str) -> str:
    if not text:
        raise BadConfig(
            "DISCORD_TOKEN is not set. Put DISCORD_TOKEN= and your bot's token into .env in this folder.\n"
            "To try Gauntlet without any token or account, run: gauntlet sandbox, or make sandbox"
        )
    if text.lower().startswith("bot "):
        raise BadConfig('DISCORD_TOKEN begins with "Bot". Leave that word out: only the token is needed.')
    if text[0] in QUOTES or text[-1] in QUOTES:
        raise BadConfig("DISCORD_TOKEN has quotation marks around it. Leave them out.")
    if not TOKEN.fullmatch(text):
        raise BadConfig(
            "DISCORD_TOKEN contains signs that no token has, such as a blank or a line break. "
            "Copy it again from the developer portal, as one line."
        )
    return text


def _address(name: str, env: Mapping[str, str], example: str) -> str | None:
    text = env.get(name, "").strip()
    if text and not _is_page(text):
        raise BadConfig(f"{name} has to be an http or https address, such as {example}.")
    return text.rstrip("/") or None


def _links(env: Mapping[str, str]) -> Links:
    return Links(
        source=_page("SOURCE_URL", env, "https://example.org/gauntlet"),
        support=_page("SUPPORT_URL", env, "https://discord.gg/example"),
        privacy=_page("PRIVACY_URL", env, "https://example.org/privacy"),
        terms=_page("TERMS_URL", env, "https://example.org/terms"),
    )


def _page(name: str, env: Mapping[str, str], example: str) -> str | None:
    address = _address(name, env, example)
    if address is not None and len(address) > LONGEST_LINK:
        raise BadConfig(f"{name} is too long: Discord takes {LONGEST_LINK} characters, as in {example}.")
    return address


def _is_page(text: str) -> bool:
    try:
        parts = urlsplit(text)
        port_is_possible = parts.port is None or parts.port > 0
    except ValueError:
        return False
    is_one_word = len(text.split()) == 1 and text.isprintable()
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and port_is_possible and is_one_word


def _refuse_processes(env: Mapping[str, str]) -> None:
    """Refuses PROCESSES. PROCESSES=1, which stood in .env.example, never meant more than one process does."""
    if env.get("PROCESSES", "").strip() not in {"", "1"}:
        raise BadConfig(
            "PROCESSES is not read any more: start each process by itself, all with the same SHARD_COUNT and "
            'each with SHARD_IDS of its own, as docs/hosting.md says under "From one process to several".'
        )


def _shards(ids: str, count: str, database: str) -> Shards | None:
    if not ids and not count:
        return None
    try:
        shards = Shards(tuple(sorted({int(each) for each in ids.split(",")})), int(count))
    except ValueError:
        raise BadConfig(
            "SHARD_IDS and SHARD_COUNT go together: numbers with commas between them, and one number, "
            "such as SHARD_IDS=0,1 SHARD_COUNT=4."
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


def _rate(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,5}", text, re.ASCII) or int(text) == 0:
        raise BadConfig("DISCORD_REQUESTS_PER_SECOND has to be a number such as 50.")
    return float(text)


def _format(name: str) -> bool:
    if name.lower() not in {"text", "json"}:
        raise BadConfig("LOG_FORMAT has to be text or json.")
    return name.lower() == "json"


def _host_and_port(text: str) -> tuple[str, int] | None:
    """Reads a port, which is then open to this machine only, or an address and a port."""
    if not text:
        return None
    found = PLACE.fullmatch(text)
    if found is None or not 0 < int(found["port"]) <= HIGHEST_PORT:
        raise BadConfig(
            "HEALTH_PORT has to be a port such as 9000, or an address and a port: 0.0.0.0:9000 or [::1]:9000."
        )
    return found["six"] or found["host"] or "127.0.0.1", int(found["port"])
