"""Databases without any tables, and what tables a new one has."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bench.rig.postgres import Postgres
from bot.database import open_database
from tests.support.steps.catalogue import definitions


class Bare:
    """One database on a server, whose tables are all dropped for each test."""

    def __init__(self, address: str) -> None:
        self._address = address

    def address(self) -> str:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, self._drop()).result()
        return self._address

    async def _drop(self) -> None:
        link = await asyncpg.connect(self._address)
        try:
            await link.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        finally:
            await link.close()


KINDS = ("sqlite", pytest.param("postgresql", marks=pytest.mark.outside))


@pytest.fixture(scope="session")
def bare_server(server: Postgres) -> Bare:
    return Bare(server.make("bare"))


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def bare(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without tables."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path}/bare.db"
    emptied: Bare = request.getfixturevalue("bare_server")
    return emptied.address()


@pytest.fixture
async def address(bare: str) -> str:
    """The address of a database that is up to date, and whose tables a test may change."""
    await (await open_database(bare)).close()
    return bare


@pytest.fixture
def untouched(kind: str, request: pytest.FixtureRequest) -> str:
    """The address of another one, whose tables no test changes."""
    found: str = request.getfixturevalue(kind)
    return found


@pytest.fixture(scope="session")
def known() -> dict[str, Any]:
    """What a new database of each kind looks like; to look takes as long as a whole test."""
    return {}


@pytest.fixture
async def fresh(kind: str, untouched: str, known: dict[str, Any]) -> dict[str, Any]:
    """The tables of a new database, and how each is defined."""
    if kind not in known:
        await (await open_database(untouched)).close()
        known[kind] = await definitions(untouched)
    return dict(known[kind])
