"""PROCESSES=2: one command starts two processes, keeps them running, speaks for both and stops both."""

import asyncio
import json
import os
import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bench.rig.postgres import free_port
from bot.health.check import ask
from sandbox import Sandbox, World
from sandbox.people.person import Person
from sandbox.server.process import BotProcess
from sandbox.world.snowflake import shard_of
from tests.support.databases import rows
from tests.support.evening import REACTION, open_panel, panel_of

PATIENCE = 40.0
COMMAND = re.compile(r"-m bot run --process (\d+) --shards (\S+)")


@pytest.fixture
def world() -> World:
    return World.of({f"Guild {n}": [f"Ann{n}", f"Bob{n}"] for n in range(4)}, channels=("duels",))


class Company:
    """The supervisor and its two processes, which may connect at the same time."""

    def __init__(self, sandbox: Sandbox, address: str, **settings: str) -> None:
        sandbox.gateway.max_concurrency = 2
        self.port = free_port()
        self.lines: list[str] = []
        env = {"DATABASE_URL": address, "PROCESSES": "2", "HEALTH_PORT": str(self.port)}
        self.supervisor = BotProcess(
            "bot", sandbox.environment | env | settings, sandbox.status, self.lines.append
        )

    async def ready(self) -> None:
        await until(self.is_well)

    async def is_well(self) -> bool:
        return (await self.health())[0] == 200

    async def health(self) -> tuple[int, dict[str, Any]]:
        """Status 0 while nobody listens."""
        try:
            status, text = await self.get("/health")
        except aiohttp.ClientError:
            return 0, {}
        return status, json.loads(text)

    async def get(self, path: str) -> tuple[int, str]:
        address = f"http://127.0.0.1:{self.port}{path}"
        async with aiohttp.ClientSession() as web, web.get(address) as answer:
            return answer.status, await answer.text()

    def children(self) -> dict[int, int]:
        """The ids of the processes by their numbers."""
        pid = self.supervisor.pid
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        return {int(shown[1]): int(each) for each in found if (shown := COMMAND.search(command_of(each)))}

    @property
    def code(self) -> int | None:
        assert self.supervisor._process is not None
        return self.supervisor._process.returncode


def command_of(pid: str) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").replace("\0", " ")


async def until(happened: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await happened():
            await asyncio.sleep(0.02)


async def gone(pids: dict[int, int]) -> bool:
    return not any(Path(f"/proc/{pid}/exe").exists() for pid in pids.values())


@pytest.fixture
async def company(sandbox: Sandbox, postgresql: str) -> AsyncIterator[Company]:
    company = Company(sandbox, postgresql)
    await company.supervisor.start()
    yield company
    await company.supervisor.stop()


def people_of(sandbox: Sandbox, shard: int) -> tuple[Person, Person]:
    guild = next(each for each in sandbox.world.guilds.values() if shard_of(each.id, 2) == shard)
    number = guild.name.split()[-1]
    ann, bob = (sandbox.person(f"{name}{number}", reaction=REACTION) for name in ("Ann", "Bob"))
    return ann, bob


async def begin(ann: Person, bob: Person) -> None:
    """A duel in which Ann has picked."""
    await ann.slash("duel highlow", opponent=bob, pace="a day per pick")
    await bob.press("Accept")
    await open_panel(ann)
    await ann.press("7", on=panel_of(ann))


async def test_both_processes_play_and_one_that_is_killed_comes_back(
    sandbox: Sandbox, company: Company, postgresql: str
) -> None:
    await company.ready()
    pairs = [people_of(sandbox, shard) for shard in (0, 1)]
    for pair in pairs:
        await begin(*pair)
    before = company.children()
    assert sorted(before) == [0, 1]
    os.kill(before[1], signal.SIGKILL)

    async def is_noticed() -> bool:
        return (await company.health())[0] == 503

    await until(is_noticed)
    _, said = await company.health()
    assert [sentence.partition(" ended")[0] for sentence in said["trouble"]] == ["Process 1 has"]
    await company.ready()
    after = company.children()
    assert (after[0], after[1] != before[1]) == (before[0], True)
    for _, bob in pairs:
        await open_panel(bob)
        await bob.press("3", on=panel_of(bob))
    assert await rows(postgresql, "SELECT count(*) FROM picks") == [(4,)]
    assert "process 1 has ended with code -9 and is started again after 1 seconds" in "\n".join(company.lines)


async def test_health_and_metrics_of_both_are_on_one_port_until_a_signal_ends_all(
    sandbox: Sandbox, company: Company
) -> None:
    await company.ready()
    _, said = await company.health()
    assert [(each["process"], each["shards"], each["well"]) for each in said["processes"]] == [
        (0, [0], True),
        (1, [1], True),
    ]
    await begin(*people_of(sandbox, 1))
    status, text = await company.get("/metrics")
    families = {family.name: family for family in text_string_to_metric_families(text)}
    assert status == 200
    assert text.count("# TYPE gauntlet_picks_total ") == 1
    picks = {sample.labels["process"]: sample.value for sample in families["gauntlet_picks"].samples}
    assert {process: picks[process] for process in ("0", "1")} == {"0": 0.0, "1": 1.0}
    assert {sample.value for sample in families["gauntlet_process_ready"].samples} == {1.0}
    assert (await company.get("/other"))[0] == 404
    assert await asyncio.to_thread(ask, str(company.port)) is None
    pids = company.children()
    os.kill(company.supervisor.pid, signal.SIGTERM)
    await company.supervisor.wait()
    assert company.code == 0
    assert await gone(pids)
    assert any(re.search(r" \[1\] bot\.client: ready", line) for line in company.lines)


async def test_no_process_outlives_its_supervisor(sandbox: Sandbox, company: Company) -> None:
    await company.ready()
    pids = company.children()
    company.supervisor.kill()
    await until(lambda: gone(pids))
    assert sandbox.gateway.connected == []


async def test_what_keeps_a_process_from_starting_is_said_once_and_ends_all(
    sandbox: Sandbox, postgresql: str
) -> None:
    company = Company(sandbox, f"{postgresql}_that_is_not_there")
    await company.supervisor.start()
    await company.supervisor.wait()
    assert company.code == 1
    said = [line for line in company.lines if not re.match(r"\d{4}-", line)]
    assert [sentence[-55:] for sentence in said] == [
        "Make that database, or correct its name in that address."[-55:]
    ]


async def test_a_small_bot_is_one_process_however_many_cores_there_are(
    sandbox: Sandbox, postgresql: str
) -> None:
    company = Company(sandbox, postgresql, PROCESSES="auto")
    await company.supervisor.start()
    await company.ready()
    assert company.children() == {}
    assert "processes" not in (await company.health())[1]
    await company.supervisor.stop()
