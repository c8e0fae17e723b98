"""What all tests share: Hypothesis without deadlines, databases of both kinds, a sandbox for a `world`."""

import gc
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from hypothesis import settings

from bench.rig import postgres
from bench.rig.postgres import Postgres
from bot.database import base
from sandbox import Sandbox, World
from sandbox.server.openapi import Contract
from tests.support.blanks import BlankFiles, BlankServer
from tests.support.compared import differences_once
from tests.support.missing import leave
from tests.support.project import SOAK

settings.register_profile("noisy", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("brief", deadline=None, max_examples=10)
settings.register_profile("soak", deadline=None, max_examples=1000)
settings.load_profile("soak" if SOAK else "ci" if os.environ.get("CI") else "noisy")


def pytest_xdist_auto_num_workers() -> int:
    """Two for each core: many tests wait for a process, a socket or a disk."""
    return 2 * (os.cpu_count() or 1)


def pytest_report_header() -> str:
    at_hand = Contract.load().is_loaded
    return f"discord's openapi description: {'at hand' if at_hand else 'NOT at hand, bodies go unchecked'}"


def pytest_sessionfinish() -> None:
    """A test that fails may leave a database open. The threads of its connections would never end."""
    for each in gc.get_objects():
        if type(each) is aiosqlite.Connection:
            each.stop()


OUTSIDE = {"server", "sandbox", "browser"}
"""Fixtures that start something; so do all stories of tests/e2e."""


STORIES = tuple(
    f"tests/e2e/{name}/"
    for name in (
        "afterwards",
        "attacks",
        "blind",
        "discord",
        "duels",
        "joining",
        "overload",
        "pages",
        "reaching",
    )
)
"""They look at screens. Storage, and what happens when a database fails, is tested elsewhere on both."""
LONG = (
    "tests/e2e/outages/test_chaos.py",
    "tests/e2e/outages/test_killing.py::test_many_kills_lose_nothing_and_count_nothing_twice[sqlite-late]",
    "tests/shipping/test_image.py",
    "tests/shipping/test_wheel.py",
    "tests/tools/pictures/test_heights.py",
    "tests/e2e/servers/test_poolers.py",
    "tests/e2e/starting/test_settings.py::test_every_bad_state_of_a_server_is_told_in_a_sentence",
    "tests/bot/database/steps/test_kills.py",
)
"""They start many processes, or kill as many, for what seldom changes."""
FIRST = ("tests/e2e/outages/test_killing.py", "tests/e2e/outages/test_chaos.py", "tests/e2e/servers/")
MIXTURES = 16
"""The longest tests begin, so that the others run beside them. Then files follow in an order in which those
that wait stand among those that compute."""
IN_CI = bool(os.environ.get("CI"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks tests by the fixtures that they use, and leaves out what can wait, unless it was asked for by the
    name of a file."""
    named = any(argument.partition("::")[0].endswith(".py") for argument in config.args)
    left_out = [] if SOAK or named else [item for item in items if _can_wait(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not _can_wait(item)]
    mixed = {path: place % MIXTURES for place, path in enumerate(dict.fromkeys(item.path for item in items))}
    items.sort(key=lambda item: (not item.nodeid.startswith(FIRST), mixed[item.path]))
    for item in items:
        asked = {*getattr(item, "fixturenames", ()), _database_of(item)}
        if asked & (OUTSIDE | {"postgresql"}) or "tests/e2e/" in item.path.as_posix():
            item.add_marker("outside")


def _can_wait(item: pytest.Item) -> bool:
    """`make test` plays stories on SQLite alone and in time, and leaves out long tests; CI plays stories on
    SQLite late too, and on PostgreSQL in time; `make soak` leaves out nothing."""
    on_server = _database_of(item) == "postgresql"
    if IN_CI:
        return on_server and item.nodeid.startswith(STORIES) and _is_late(item)
    return item.nodeid.startswith(LONG) or _is_late(item) or (on_server and "tests/e2e/" in item.nodeid)


def _is_late(item: pytest.Item) -> bool:
    return bool(_parameters_of(item).get("is_late"))


def _database_of(item: pytest.Item) -> str | None:
    parameters = _parameters_of(item)
    found: str | None = parameters.get("address", parameters.get("database"))
    return found


def _parameters_of(item: pytest.Item) -> dict[str, Any]:
    call = getattr(item, "callspec", None)
    return {} if call is None else call.params


@pytest.fixture(scope="session", autouse=True)
def compared_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(base, "differences", differences_once)
        yield


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    """One PostgreSQL server for all tests."""
    if lack := postgres.missing():
        leave(lack)
    with postgres.running() as started:
        yield started


@pytest.fixture(scope="session")
def blank_server(server: Postgres) -> BlankServer:
    return BlankServer(server)


@pytest.fixture(scope="session")
def blank_files(tmp_path_factory: pytest.TempPathFactory) -> BlankFiles:
    return BlankFiles(tmp_path_factory.mktemp("blank"))


@pytest.fixture
def postgresql(blank_server: BlankServer) -> str:
    """The address of an empty database on a server."""
    return blank_server.address()


@pytest.fixture
def sqlite(blank_files: BlankFiles, tmp_path: Path) -> str:
    """The address of an empty database in a file."""
    return blank_files.put(tmp_path / "gauntlet.db")


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest) -> str:
    """An empty database of either kind: what is kept there is tested on both."""
    found: str = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="session")
def contract() -> Contract:
    """Read and compiled once for all tests."""
    return Contract.load()


@pytest.fixture
async def sandbox(
    world: World, contract: Contract, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Sandbox]:
    """In this process discord.py is pointed at it too."""
    async with Sandbox(world, contract=contract) as running:
        monkeypatch.setattr(Route, "BASE", running.api_url)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(running.gateway.url))
        yield running
