"""An upgrade that is killed at any statement leaves the database as it was, and the next try succeeds."""

import asyncio
import signal
import sys
from functools import partial

import pytest
from sqlalchemy import Connection, text

from bot.database import open_database
from bot.database.upgrade import upgrade
from tests.support.project import ROOT
from tests.support.steps.catalogue import contents, run
from tests.support.steps.earlier import plant
from tests.support.steps.kills import COMMIT, Killed, dying_at, give_up

STEPS = sorted(path.name[:4] for path in (ROOT / "migrations" / "versions").glob("*.py"))
AT_ONCE = (STEPS[0], STEPS[-1])
"""Steps with which everything is done: a database that lacks the first one is new, and made at once."""
REPAIR, LACKING = "0008", "832036f"
"""The step that repairs, and a commit whose databases stand before it and lack nearly all that it adds."""
MIDDLE = 12
"""About half of what the repair writes."""
COLUMN = "ALTER TABLE people ADD COLUMN blocks_all BOOLEAN NOT NULL DEFAULT FALSE"
DUEL = """
INSERT INTO duels (id, guild, channel, game, edition, challenger, pace, rated, secret, created, status)
VALUES (1, 10, 1, 'ten', 1, 1, 60, true, '', 0, 'expired')
"""


async def stand_before(step: str, address: str) -> None:
    """Makes a database with rows that has run all steps before this one."""
    if step == REPAIR:
        await plant(address, LACKING)
        await run(address, lambda connection: connection.execute(text(COLUMN)))
    elif step != STEPS[0]:
        await run(address, partial(_build, STEPS[STEPS.index(step) - 1]))


def _build(last: str, connection: Connection) -> None:
    upgrade(connection, last)
    connection.execute(text(DUEL))


async def try_to_open(address: str) -> None:
    await (await open_database(address)).close()


async def killed_at(number: int, address: str) -> str:
    """The statement at which the upgrade ended."""
    with dying_at(number, give_up), pytest.raises(Killed) as death:
        await try_to_open(address)
    return str(death.value)


@pytest.mark.parametrize("step", STEPS)
async def test_a_step_that_fails_at_any_statement_has_changed_nothing(step: str, bare: str) -> None:
    await stand_before(step, bare)
    before = await contents(bare)
    last = COMMIT if step in AT_ONCE else f"'{step}'"
    number, statement = 0, ""
    while last not in statement:
        number += 1
        statement = await killed_at(number, bare)
        assert await contents(bare) == before, statement
    assert number > 1
    await try_to_open(bare)
    assert await contents(bare) != before


@pytest.mark.outside
async def test_a_process_that_is_killed_in_the_middle_of_a_step_has_changed_nothing(bare: str) -> None:
    await stand_before(REPAIR, bare)
    before = await contents(bare)
    assert await kill(bare, MIDDLE) == -signal.SIGKILL
    assert await contents(bare) == before
    await try_to_open(bare)


async def kill(address: str, number: int) -> int:
    command = (sys.executable, "-m", "tests.support.steps.kills", address, str(number))
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT)
    return await process.wait()
