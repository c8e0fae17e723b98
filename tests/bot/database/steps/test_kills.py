"""An upgrade that is killed at any statement leaves the database as it was, and the next try succeeds."""

import asyncio
import signal
import sys

import pytest

from bot.database import open_database
from tests.support.project import ROOT
from tests.support.steps.catalogue import contents
from tests.support.steps.kept import plant
from tests.support.steps.kills import COMMIT, Killed, dying_at, give_up

MIDDLE = 2
"""A statement in the middle of an upgrade of the kept database."""


async def stand_before(upgrade: str, address: str) -> None:
    if upgrade == "of the kept database":
        await plant(address)


async def try_to_open(address: str) -> None:
    await (await open_database(address)).close()


async def killed_at(number: int, address: str) -> str:
    """The statement at which the upgrade ended."""
    with dying_at(number, give_up), pytest.raises(Killed) as death:
        await try_to_open(address)
    return str(death.value)


@pytest.mark.parametrize("upgrade", ["of an empty database", "of the kept database"])
async def test_an_upgrade_that_fails_at_any_statement_has_changed_nothing(upgrade: str, bare: str) -> None:
    await stand_before(upgrade, bare)
    before = await contents(bare)
    number, statement = 0, ""
    while statement != COMMIT:
        number += 1
        statement = await killed_at(number, bare)
        assert await contents(bare) == before, statement
    assert number > MIDDLE
    await try_to_open(bare)
    assert await contents(bare) != before


@pytest.mark.outside
async def test_a_process_that_is_killed_in_the_middle_of_an_upgrade_has_changed_nothing(bare: str) -> None:
    await plant(bare)
    before = await contents(bare)
    assert await kill(bare, MIDDLE) == -signal.SIGKILL
    assert await contents(bare) == before
    await try_to_open(bare)


async def kill(address: str, number: int) -> int:
    command = (sys.executable, "-m", "tests.support.steps.kills", address, str(number))
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT)
    return await process.wait()
