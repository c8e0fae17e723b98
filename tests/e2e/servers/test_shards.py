"""Two processes share the guilds on one PostgreSQL: each keeps its own, and nothing happens twice.

That also holds when one of them is killed and started again."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bench.rig.postgres import free_port
from bot.arena.limits import MAX_CHALLENGES
from sandbox import Sandbox, World
from sandbox.people.person import Person
from sandbox.server.process import BotProcess
from sandbox.world.snowflake import shard_of
from tests.support.databases import rows
from tests.support.evening import (
    board_of,
    call_on,
    open_panel,
    panel_of,
    picks_on,
    private_text,
    recorded_pings,
)
from tests.support.games.boards import waited_for

GUILDS = 4


@pytest.fixture
def world() -> World:
    people = ("Ann", "Bob", "Cid", "Dot")
    names = {f"Guild {number}": [f"{name}{number}" for name in people] for number in range(GUILDS)}
    return World.of(names, channels=("duels",))


class Crew:
    """A process for each shard, with a port of its own. The clocks of `fast_bot` run fast."""

    def __init__(
        self, sandbox: Sandbox, address: str, module: str = "tests.support.fast_bot", **settings: str
    ) -> None:
        self.ports = [free_port(), free_port()]
        env = sandbox.environment | {"DATABASE_URL": address, "FAST_SINCE": str(time.time())} | settings
        self.processes = [
            BotProcess(
                module,
                env | {"SHARD_IDS": str(shard), "SHARD_COUNT": "2", "HEALTH_PORT": str(port)},
                sandbox.status,
            )
            for shard, port in enumerate(self.ports)
        ]

    async def start(self) -> None:
        """Starts both at the same moment, as hosts do."""
        for process in self.processes:
            await process.start()
        for number in (0, 1):
            await self.until_well(number)

    async def kill(self, number: int) -> None:
        self.processes[number].kill()
        await self.processes[number].wait()

    async def until_well(self, number: int) -> None:
        async with asyncio.timeout(40):
            while not await self.is_well(number):
                await asyncio.sleep(0.02)

    async def is_well(self, number: int) -> bool:
        try:
            return (await self.get(number, "/health"))[0] == 200
        except aiohttp.ClientError:
            return False

    async def get(self, number: int, path: str) -> tuple[int, str]:
        address = f"http://127.0.0.1:{self.ports[number]}{path}"
        async with aiohttp.ClientSession() as web, web.get(address) as answer:
            return answer.status, await answer.text()

    async def stop(self) -> None:
        for process in self.processes:
            await process.stop()


@asynccontextmanager
async def started(crew: Crew) -> AsyncIterator[Crew]:
    try:
        await crew.start()
        yield crew
    finally:
        await crew.stop()


@pytest.fixture
async def crew(sandbox: Sandbox, postgresql: str) -> AsyncIterator[Crew]:
    async with started(Crew(sandbox, postgresql)) as crew:
        yield crew


def people_of(sandbox: Sandbox, shard: int, one: str = "Ann", two: str = "Bob") -> tuple[Person, Person]:
    guild = next(each for each in sandbox.world.guilds.values() if shard_of(each.id, 2) == shard)
    number = guild.name.split()[-1]
    return sandbox.person(f"{one}{number}"), sandbox.person(f"{two}{number}")


async def begin(ann: Person, bob: Person, game: str, pace: str = "ten minutes per pick") -> None:
    await ann.slash(f"duel {game}", opponent=bob, pace=pace)
    await bob.press("Accept")


async def no_call(person: Person) -> None:
    """Waits until no message calls anybody in the channel that this person sees."""
    await person.wait_until(lambda _: call_on(person) is None, what="no call")


async def called_away(ann: Person, bob: Person) -> tuple[Person, Person]:
    """Who moves first does so late; the other, long gone, is told by a direct message, and opens it."""
    for person in (ann, bob):
        await person.slash("notify", on=True)
    await begin(ann, bob, "ten")
    await ann.wait_for("your pick is missing", patience=20)
    first = ann if ann.name in waited_for(board_of(ann)) else bob
    await open_panel(first)
    await first.press("1", on=panel_of(first))
    other = bob if first is ann else ann
    await other.go_to_dms().wait_for("Your turn in [Battle to Ten]", patience=20)
    return first, other


async def test_deadlines_and_reminders_of_both_processes_come_exactly_once(
    sandbox: Sandbox, crew: Crew, postgresql: str
) -> None:
    pairs = [people_of(sandbox, shard) for shard in (0, 1)]
    for ann, bob in pairs:
        await begin(ann, bob, "highlow")
        await open_panel(ann)
        await ann.press("7", on=panel_of(ann))
    for ann, bob in pairs:
        await ann.wait_for("time ran out before both had picked", patience=20)
        assert [ping.text.count("your pick is missing") for ping in bob.notified()].count(1) == 1
        await no_call(bob)
    ended = await rows(postgresql, "SELECT status, reason FROM duels")
    assert ended == [("void", "time")] * 2
    assert crew.processes[0].pid != crew.processes[1].pid


@pytest.mark.usefixtures("crew")
async def test_the_process_that_keeps_the_duel_tells_the_challenger_of_the_acceptance_once(
    sandbox: Sandbox, postgresql: str
) -> None:
    pairs = [people_of(sandbox, shard) for shard in (0, 1)]
    for ann, bob in pairs:
        await ann.slash("duel highlow", opponent=bob, pace="a day per pick")
        await bob.press("Accept")
    for ann, bob in pairs:
        await ann.wait_for(f"@{ann.name}, {bob.name} accepted")
        await ann.press("Play", on=call_on(ann))
        await ann.press("7", on=panel_of(ann))
        await no_call(ann)
    assert [len(ann.notified()) for ann, _ in pairs] == [1, 1]
    kept = await rows(postgresql, "SELECT called, call, started IS NOT NULL FROM duels")
    assert kept == [(1, None, True)] * 2


@pytest.mark.usefixtures("crew")
async def test_a_pick_in_a_direct_message_reaches_a_duel_of_the_other_process(
    sandbox: Sandbox, postgresql: str
) -> None:
    first, other = await called_away(*people_of(sandbox, 1))
    await open_panel(other)
    await other.press("2", on=panel_of(other))
    assert await rows(postgresql, "SELECT token FROM picks ORDER BY turn") == [("1",), ("2",)]
    await first.wait_until(lambda _: bool(picks_on(panel_of(first))))


async def test_a_press_for_a_process_that_is_away_is_answered_with_a_sentence(
    sandbox: Sandbox, crew: Crew, postgresql: str
) -> None:
    _, other = await called_away(*people_of(sandbox, 1))
    await crew.processes[1].stop()
    pressing = asyncio.create_task(open_panel(other))
    letter = await letter_in(postgresql)
    assert "can't be reached at the moment" in private_text(await pressing)
    assert await rows(postgresql, "SELECT count(*) FROM letters") == [(0,)]
    assert other.name not in letter
    assert json.loads(letter)["user"].keys() <= {"id", "bot"}
    assert json.loads(letter)["message"].keys() <= {"id", "flags", "interaction_metadata"}


async def letter_in(address: str) -> str:
    """The letter that waits for its process."""
    async with asyncio.timeout(10):
        while not (found := await rows(address, "SELECT body FROM letters")):
            await asyncio.sleep(0.01)
    return str(found[0][0])


@pytest.mark.usefixtures("crew")
async def test_sixty_challenges_in_the_servers_of_both_processes_are_no_more_than_allowed(
    sandbox: Sandbox, postgresql: str
) -> None:
    """The clocks run so fast that the pause between two challenges is over at once."""
    ann, bob = people_of(sandbox, 0)
    there = next(each for each in sandbox.world.guilds.values() if shard_of(each.id, 2) == 1)
    for person in (ann, bob):
        sandbox.world.add_member(there, person.name)
    away = sandbox.person(ann.name).go_to(next(iter(there.channels.values())))
    with recorded_pings(sandbox) as pings:
        await asyncio.gather(
            *(each.slash("duel highlow", opponent=bob) for _ in range(30) for each in (ann, away))
        )
    made = await rows(postgresql, "SELECT count(*) FROM duels WHERE status = 'challenge'")
    assert made == [(pings[bob.name],)]
    assert 1 <= pings[bob.name] <= MAX_CHALLENGES


def picks_in(page: str) -> float:
    """How many picks a process has saved, as its metrics say."""
    families = {each.name: each for each in text_string_to_metric_families(page)}
    return families["gauntlet_picks"].samples[0].value


async def test_a_process_that_is_killed_and_started_again_has_lost_no_duel(
    sandbox: Sandbox, postgresql: str
) -> None:
    sandbox.gateway.max_concurrency = 2
    async with started(Crew(sandbox, postgresql, "bot")) as crew:
        pairs = [people_of(sandbox, shard) for shard in (0, 1)]
        for ann, bob in pairs:
            await begin(ann, bob, "highlow")
            await open_panel(ann)
            await ann.press("7", on=panel_of(ann))
        assert [picks_in((await crew.get(number, "/metrics"))[1]) for number in (0, 1)] == [1, 1]
        await crew.kill(1)
        assert [await crew.is_well(number) for number in (0, 1)] == [True, False]
        await open_panel(pairs[0][1])
        await pairs[0][1].press("3", on=panel_of(pairs[0][1]))
        await crew.processes[1].start()
        await crew.until_well(1)
        await open_panel(pairs[1][1])
        await pairs[1][1].press("3", on=panel_of(pairs[1][1]))
        assert await rows(postgresql, "SELECT count(*) FROM picks") == [(4,)]
        assert [picks_in((await crew.get(number, "/metrics"))[1]) for number in (0, 1)] == [2, 1]


async def test_after_a_kill_no_deadline_comes_twice_and_direct_messages_reach_the_new_process(
    sandbox: Sandbox, crew: Crew, postgresql: str
) -> None:
    ann, bob = people_of(sandbox, 1)
    cid, dot = people_of(sandbox, 1, "Cid", "Dot")
    await begin(cid, dot, "highlow")
    await open_panel(cid)
    await cid.press("7", on=panel_of(cid))
    for person in (ann, bob):
        await person.slash("notify", on=True)
    await begin(ann, bob, "ten", "a day per pick")
    await crew.kill(1)
    await crew.processes[1].start()
    await crew.until_well(1)
    first, other = (ann, bob) if ann.name in waited_for(board_of(ann)) else (bob, ann)
    await open_panel(first)
    await first.press("1", on=panel_of(first))
    await other.go_to_dms().wait_for("Your turn in [Battle to Ten]", patience=20)
    await open_panel(other)
    await other.press("2", on=panel_of(other))
    await cid.wait_for("time ran out before both had picked", patience=20)
    picked = await rows(
        postgresql, "SELECT game, token FROM picks JOIN duels ON id = duel ORDER BY game, turn"
    )
    assert picked == [("highlow", "7"), ("ten", "1"), ("ten", "2")]
    ended = await rows(postgresql, "SELECT status, reason FROM duels ORDER BY game")
    assert ended == [("void", "time"), ("live", None)]
    assert sum("your pick is missing" in ping.text for ping in dot.notified()) <= 1
    assert sum("time ran out" in seen.text for seen in cid.sees().messages) == 1
