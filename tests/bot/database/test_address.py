"""Addresses as hosts hand them out: what was put in comes out, and no error tells a password."""

import inspect
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from asyncpg import connect_utils
from hypothesis import given
from hypothesis import strategies as st

from bot.config import BadConfig, Config, database_at
from bot.database import Unusable, open_database
from bot.database.postgres.address import (
    DROPPED,
    SESSIONS,
    SETTINGS,
    SSL_MODES,
    Address,
    BadAddress,
    read,
)
from tests.support.databases import rows

PASSWORD = "hunter2s3cret"
TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)
HOSTS = st.one_of(
    st.from_regex(r"[a-z][a-z0-9.-]{0,12}", fullmatch=True),
    st.ip_addresses().map(str),
    st.just("/var/run/postgresql"),
)
PORTS = st.integers(1, 65535)


@st.composite
def addresses(draw: st.DrawFn) -> tuple[str, Address]:
    """An address, and what it says."""
    places = draw(st.lists(st.tuples(HOSTS, PORTS), min_size=1, max_size=3))
    user, password, database = draw(TEXT), draw(TEXT), draw(TEXT)
    settings = draw(st.dictionaries(st.sampled_from(sorted(SETTINGS)), TEXT))
    dropped = draw(st.dictionaries(st.sampled_from(sorted(DROPPED - {"channel_binding"})), TEXT))
    mode, session = draw(st.sampled_from((None, *SSL_MODES))), draw(st.sampled_from((None, *SESSIONS)))
    seconds = draw(st.one_of(st.none(), st.integers(1, 100)))
    chosen = {"sslmode": mode, "target_session_attrs": session}
    kept = {**settings, **{key: value for key, value in chosen.items() if value is not None}}
    keys = {**kept, **dropped, **({} if seconds is None else {"connect_timeout": seconds})}
    netloc = ",".join(f"{_written(host)}:{port}" for host, port in places)
    text = (
        f"postgresql://{quote(user, safe='')}:{quote(password, safe='')}@{netloc}/{quote(database, safe='')}"
    )
    address = Address(
        tuple(host for host, _ in places),
        tuple(port for _, port in places),
        user,
        password,
        database,
        kept,
        seconds,
    )
    return f"{text}?{urlencode(keys)}" if keys else text, address


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else quote(host, safe="")


def as_driver_reads(found: Address) -> Any:
    """What the driver makes of it: addresses and parameters."""
    names = inspect.signature(connect_utils._parse_connect_dsn_and_args).parameters
    wanted = dict.fromkeys(names) | found.arguments
    return connect_utils._parse_connect_dsn_and_args(**wanted)


@given(addresses())
def test_what_was_put_in_comes_out(case: tuple[str, Address]) -> None:
    text, address = case
    assert read(text) == address
    assert database_at(text) == text


@given(addresses().filter(lambda case: "verify" not in case[0]))
def test_the_driver_gets_what_was_put_in(case: tuple[str, Address]) -> None:
    places, parameters = as_driver_reads(read(case[0]))
    assert [place if isinstance(place, str) else place[0] for place in places] == [
        f"{host}/.s.PGSQL.{port}" if host.startswith("/") else host
        for host, port in zip(case[1].hosts, case[1].ports, strict=True)
    ]
    said = (parameters.user, parameters.password, parameters.database, parameters.server_settings or {})
    settings = {key: value for key, value in case[1].keys.items() if key in SETTINGS}
    assert said == (case[1].user, case[1].password, case[1].database, settings)


@given(addresses(), st.text("/?#@:[],%&= ab", max_size=8), st.integers(0, 40))
def test_no_error_tells_the_password(case: tuple[str, Address], noise: str, place: int) -> None:
    """However the address is damaged."""
    text = f"postgresql://ann:{PASSWORD}@" + case[0].partition("@")[2]
    text = text[: 13 + place] + noise + text[13 + place :]
    said = complaint_about(text)
    assert PASSWORD[:6] not in said
    assert PASSWORD[-6:] not in said


def complaint_about(address: str) -> str:
    try:
        database_at(address)
    except BadConfig as problem:
        return str(problem)
    return ""


FROM_HOSTS = {
    "neon": "ann:pw@ep-x.eu.aws.neon.tech/db?sslmode=require&channel_binding=require",
    "supabase": "ann.ref:pw@aws-0.pooler.supabase.com:5432/db?pgbouncer=true&connection_limit=1",
    "prisma": "ann:pw@db:5432/db?schema=public&connect_timeout=10&pool_timeout=5",
    "heroku": "ann:pw@ec2.compute.amazonaws.com:5432/db?sslmode=no-verify",
    "node": "ann:pw@db/db?ssl=true&uselibpqcompat=true",
    "named": "ann:pw@db/db?application_name=mine&options=-c%20search_path%3Dduels",
    "failover": "ann:pw@one:5432,two:5433/db?target_session_attrs=read-write",
    "system": "ann:pw@db/db?sslmode=verify-full&sslrootcert=system",
    "libpq": "ann:pw@db/db?keepalives=1&gssencmode=disable&sslsni=1",
}


@pytest.mark.parametrize("rest", FROM_HOSTS.values(), ids=FROM_HOSTS)
def test_every_address_that_hosts_hand_out_is_understood(rest: str) -> None:
    _, parameters = as_driver_reads(read(f"postgres://{rest}"))
    assert (parameters.password, parameters.database) == ("pw", "db")
    assert set(parameters.server_settings or ()) <= SETTINGS


@pytest.mark.parametrize(
    ("rest", "hosts", "ports"),
    [
        ("ann@/db?host=/run/pg", ("/run/pg",), (5432,)),
        ("ann@/db?host=/run/pg&port=6000", ("/run/pg",), (6000,)),
        ("ann@%2Frun%2Fpg/db", ("/run/pg",), (5432,)),
        ("ann@%2Frun%2Fpg:6000/db", ("/run/pg",), (6000,)),
        ("ann@localhost/db?host=/cloudsql/a:b:c", ("/cloudsql/a:b:c",), (5432,)),
        ("ann@[::1]/db", ("::1",), (5432,)),
        ("ann@[fe80::1]:6000/db", ("fe80::1",), (6000,)),
        ("ann@one,two:6000/db", ("one", "two"), (5432, 6000)),
        ("ann@/db?host=one,two&port=6000", ("one", "two"), (6000, 6000)),
        ("/db", (), ()),
        ("", (), ()),
    ],
)
def test_every_way_to_name_a_server_is_understood(
    rest: str, hosts: tuple[str, ...], ports: tuple[int, ...]
) -> None:
    found = read(f"postgresql://{rest}")
    assert (found.hosts, found.ports) == (hosts, ports)


@pytest.mark.parametrize("password", ["p@ss", "p@ss@w:rd", "@", "a:b"])
def test_an_unescaped_sign_in_a_password_is_understood_where_it_is_clear(password: str) -> None:
    found = read(f"postgresql://ann:{password}@db:6000/duels")
    assert (found.user, found.password, found.hosts, found.database) == ("ann", password, ("db",), "duels")


@pytest.mark.parametrize("password", ["p/a@ss", "p?a@ss", "p#ass", "p/@"])
def test_an_unescaped_sign_that_could_mean_two_things_is_refused_with_a_hint(password: str) -> None:
    with pytest.raises(BadAddress, match="%2F %3F %23 %40") as problem:
        read(f"postgresql://ann:{password}@db/duels")
    assert password not in str(problem.value)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("sslmode=sometimes", "has a value for sslmode that nobody knows. Use disable, allow, prefer, "),
        ("target_session_attrs=me", "has a value for target_session_attrs that nobody knows."),
        ("channel_binding=me", "has a value for channel_binding that nobody knows."),
        ("connect_timeout=soon", "has a connect_timeout that is no number of seconds."),
        ("sslmod=require", "has a key that nobody knows: sslmod. Remove what is not needed."),
        ("sslmode=require&sslrootcert=system", "has sslrootcert=system, which needs sslmode=verify-full."),
        ("ssl=bananas", "has a value for ssl that nobody knows. Use sslmode, such as sslmode=require."),
        ("requiressl=2", "has a value for requiressl that nobody knows. Use sslmode, such as sslmode="),
        ("host=a,b&port=1,2,3", "names more ports than hosts, or fewer."),
    ],
)
def test_what_nobody_knows_is_named_in_a_sentence(query: str, sentence: str) -> None:
    with pytest.raises(BadConfig) as problem:
        Config.from_env(
            {"DISCORD_TOKEN": "t", "DATABASE_DIRECT_URL": f"postgres://ann:{PASSWORD}@db/duels?{query}"}
        )
    assert str(problem.value).startswith(f"DATABASE_DIRECT_URL {sentence}")
    assert PASSWORD not in str(problem.value)


@pytest.mark.parametrize(
    ("query", "mode"),
    [
        *((f"ssl={mode}", mode) for mode in SSL_MODES),
        ("ssl=true", "require"),
        ("ssl=Yes", "require"),
        ("ssl=no-verify", "require"),
        ("requiressl=1", "require"),
        ("ssl=false", None),
        ("requiressl=0", None),
        ("ssl=true&sslmode=verify-full", "verify-full"),
    ],
)
def test_every_way_to_ask_for_tls_is_obeyed(query: str, mode: str | None) -> None:
    assert read(f"postgresql://ann@db/duels?{query}").keys == ({} if mode is None else {"sslmode": mode})


@pytest.mark.parametrize(
    "query",
    ["user=u&password=se&cr3t=1", "password=&cr3t=1", "password=se&cr3t", "sslpassword=se&cr3t=1"],
)
def test_what_could_be_the_rest_of_a_password_is_not_named(query: str) -> None:
    with pytest.raises(BadAddress, match="%26") as problem:
        read(f"postgresql://db/duels?{query}")
    assert "cr3t" not in str(problem.value)


async def test_a_certificate_that_is_not_there_is_named() -> None:
    with pytest.raises(Unusable, match=r"names a file as sslrootcert that is not there: /no/ca\.pem\."):
        await open_database("postgresql://db/duels?sslmode=verify-ca&sslrootcert=/no/ca.pem")


def test_the_direct_address_is_used_instead_of_the_other() -> None:
    env = {"DISCORD_TOKEN": "t", "DATABASE_URL": "postgres://pooler/db"}
    assert Config.from_env(env).database == "postgresql://pooler/db"
    assert Config.from_env(env | {"DATABASE_DIRECT_URL": ""}).database == "postgresql://pooler/db"
    direct = env | {"DATABASE_DIRECT_URL": "postgres://db/db"}
    assert Config.from_env(direct).database == "postgresql://db/db"


KEYS = "sslmode=prefer&channel_binding=prefer&connect_timeout=10&pgbouncer=true&application_name=mine"
MORE = "options=-c%20work_mem%3D5MB&target_session_attrs=primary"


async def test_a_server_is_reached_with_the_keys_that_hosts_add(postgresql: str) -> None:
    database = await open_database(f"{postgresql}?{KEYS}&{MORE}")
    try:
        assert await database.probe() is None
        names = await rows(postgresql, "SELECT application_name FROM pg_stat_activity WHERE datname = 'test'")
        assert any(row[0].startswith("mine ") for row in names)
    finally:
        await database.close()
