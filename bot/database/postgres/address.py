"""Addresses of PostgreSQL servers, as hosts hand them out: read, checked and translated for the driver.

No error repeats a part of an address that could be a password.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

SCHEMES = ("postgresql", "postgres")
HINT = "can't be read. Signs such as / ? # @ & in a password are written as %2F %3F %23 %40 %26."
ENDPOINT = re.compile(r"(\[[0-9a-fA-F:.%a-z]*\]|[^:\[\]@]*)(?::([0-9]{0,5}))?")
"""A host, in brackets if it is an IPv6 address, and a port; both may be left out."""
PORT, LAST_PORT = 5432, 65535
SESSIONS = ("any", "read-write", "read-only", "primary", "standby", "prefer-standby")
SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
BINDINGS = ("disable", "prefer", "require")
CHOICES = {"sslmode": SSL_MODES, "target_session_attrs": SESSIONS, "channel_binding": BINDINGS}
YES, NO = {"true", "1", "yes", "on"}, {"false", "0", "no", "off"}
UNVERIFIED = {"no-verify", "noverify"}
SECRETS = {"password", "sslpassword"}
PLACE = {"host", "hostaddr", "port", "user", "password", "dbname", "database", "connect_timeout"}
FILES = ("sslrootcert", "sslcert", "sslkey", "sslcrl")
SETTINGS = {"application_name", "options", "search_path", "statement_timeout", "lock_timeout", "timezone"}
"""The driver passes them on to the server."""
KEPT = {
    *("sslmode", "sslpassword", "sslnegotiation", "ssl_min_protocol_version", "ssl_max_protocol_version"),
    *("target_session_attrs", "passfile", "service", "krbsrvname", "gsslib", *FILES, *SETTINGS),
}
"""The driver reads them itself."""
DROPPED = {
    *("channel_binding", "pgbouncer", "fallback_application_name", "client_encoding", "gssencmode"),
    *("keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout"),
    *("sslcompression", "sslsni", "sslcertmode", "requirepeer", "require_auth", "replication"),
    *("load_balance_hosts", "connection_limit", "pool_timeout", "socket_timeout", "statement_cache_size"),
    *("sslaccept", "uselibpqcompat", "workaround", "supa", "pool", "max_prepared_transactions"),
}
"""Keys that are meant for libpq or for other programs. Gauntlet has its own way, or needs none."""


class BadAddress(Exception):  # noqa: N818 - named after what is wrong
    """An address can't be used; the message is the rest of a sentence that begins with its name."""


@dataclass(frozen=True, slots=True)
class Address:
    hosts: tuple[str, ...] = ()
    """Names, IP addresses, or folders of sockets; none: where the driver looks for a server by itself."""
    ports: tuple[int, ...] = ()
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    database: str | None = None
    keys: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What else the driver is told."""
    connect_timeout: float | None = None

    @property
    def arguments(self) -> dict[str, Any]:
        """As asyncpg's `connect` takes them."""
        of_system = self.keys.get("sslrootcert") == "system"
        keys = {key: value for key, value in self.keys.items() if not (of_system and key.startswith("ssl"))}
        given = {
            "host": list(self.hosts),
            "port": list(self.ports),
            "user": self.user,
            "password": self.password,
            "database": self.database,
            "ssl": of_system,
            "dsn": f"postgresql://?{urlencode(keys)}",
        }
        return {key: value for key, value in given.items() if value or key == "password"}


def read(address: str) -> Address:
    scheme, _, rest = address.partition("://")
    authority = re.split(r"[/?#]", rest, maxsplit=1)[0]
    if scheme not in SCHEMES or "#" in rest or "@" in rest[len(authority) :]:
        raise BadAddress(HINT)
    try:
        parts = urlsplit(f"postgresql://{rest}")
        pairs = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=True) if parts.query else []
    except ValueError:
        raise BadAddress(HINT) from None
    account, _, places = authority.rpartition("@")
    name, has_password, password = account.partition(":")
    keys = _known({key: value for key, value in pairs if value}, named={key for key, _ in pairs})
    hosts, ports = _hosts(places, keys)
    return Address(
        hosts,
        ports,
        keys.get("user") or unquote(name) or None,
        keys.get("password") or (unquote(password) if has_password else None),
        keys.get("dbname") or keys.get("database") or unquote(parts.path.removeprefix("/")) or None,
        {key: value for key, value in keys.items() if key in KEPT},
        _seconds(keys.get("connect_timeout")),
    )


def _known(keys: dict[str, str], named: set[str]) -> dict[str, str]:
    """Checks and translates the keys behind the question mark. `named`: all of them, also those without a
    value."""
    for key in ("ssl", "requiressl"):
        if mode := _mode(key, keys.pop(key, "no").lower()):
            keys.setdefault("sslmode", mode)
    if keys.get("sslmode") in UNVERIFIED:
        keys["sslmode"] = "require"
    if "schema" in keys:
        keys.setdefault("search_path", keys.pop("schema"))
    if keys.get("sslrootcert") == "system" and keys.setdefault("sslmode", "verify-full") != "verify-full":
        raise BadAddress("has sslrootcert=system, which needs sslmode=verify-full.")
    for key, allowed in CHOICES.items():
        if keys.get(key, allowed[0]) not in allowed:
            raise BadAddress(f"has a value for {key} that nobody knows. Use {', '.join(allowed)}.")
    if unknown := sorted(keys.keys() - PLACE - KEPT - DROPPED):
        if named & SECRETS:
            raise BadAddress(HINT)  # what stands behind an unescaped & may be the rest of a password
        raise BadAddress(f"has a key that nobody knows: {', '.join(unknown)}. Remove what is not needed.")
    return keys


def _mode(key: str, value: str) -> str | None:
    """What other programs write instead of sslmode; None: TLS is not asked for."""
    if value in YES | UNVERIFIED:
        return "require"
    if value not in {*SSL_MODES, *NO}:
        raise BadAddress(f"has a value for {key} that nobody knows. Use sslmode, such as sslmode=require.")
    return None if value in NO else value


def _hosts(places: str, keys: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """A host behind the question mark replaces the one before it, as libpq has it."""
    hosts, ports = [], []
    for place in places.split(",") if places else []:
        if (found := ENDPOINT.fullmatch(place)) is None:
            raise BadAddress(HINT)
        hosts.append(unquote(found[1].strip("[]")))
        ports.append(_port(found[2]))
    other = keys.get("host") or keys.get("hostaddr")
    if other:
        hosts = [host.strip("[]") for host in other.split(",")]
        ports = ports if len(ports) == len(hosts) else [PORT] * len(hosts)
    if "port" in keys:
        ports = [_port(port) for port in keys["port"].split(",")]
    if len(ports) == 1 and len(hosts) > 1:
        ports *= len(hosts)
    if hosts and len(hosts) != len(ports):
        raise BadAddress("names more ports than hosts, or fewer. Name one port, or one for each host.")
    if not any(hosts):
        return (), tuple(port for port in ports[:1] if port != PORT)
    return tuple(host or "localhost" for host in hosts), tuple(ports)


def _port(text: str | None) -> int:
    if not text:
        return PORT
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= LAST_PORT:
        raise BadAddress(HINT)
    return int(text)


def _seconds(text: str | None) -> float | None:
    """libpq reads 0 and less as no limit."""
    if text is None:
        return None
    if not re.fullmatch(r"-?[0-9]{1,6}", text.strip()):
        raise BadAddress("has a connect_timeout that is no number of seconds.")
    return float(text) if float(text) > 0 else None
