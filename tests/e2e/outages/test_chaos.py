"""Everything that can fail does, while people play; nothing that they were told is untrue afterwards."""

import pytest

from bench.chaos.run import Plan, run_plan
from bench.rig import postgres
from sandbox.server.openapi import Contract

SEED = 20


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
async def test_after_a_bad_evening_everything_is_as_people_were_told(
    database: str, contract: Contract
) -> None:
    lack = postgres.missing()
    if database == "postgresql" and lack:
        pytest.skip(lack)
    plan = Plan(database, SEED, seconds=0, pairs=10, guilds=2, calm=(0.1, 0.5), last_round=8)
    experiment, found = await run_plan(plan, contract)
    assert {name: wrong for name, wrong in found.wrong.items() if wrong} == {}
    assert found.acknowledged > 20
    assert len(experiment.faults) >= 15
