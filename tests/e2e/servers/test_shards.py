"""Two processes share the guilds on one PostgreSQL: each keeps its own, and nothing happens twice."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from bot.duels.limits import MAX_CHALLENGES
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
    names = {f"Guild {number}": [f"Ann{number}", f"Bob{number}"] for number in range(GUILDS)}
    return World.of(names, channels=("duels",))


class Crew:
    """A process for each shard, with clocks that run fast."""

    def __init__(self, sandbox: Sandbox, address: str, **settings: str) -> None:
        env = sandbox.environment | {"DATABASE_URL": address, "FAST_SINCE": str(time.time())} | settings
        self.processes = [
            BotProcess(
                "tests.support.fast_bot", env | {"SHARD_IDS": str(shard), "SHARD_COUNT": "2"}, sandbox.status
            )
            for shard in (0, 1)
        ]
        self._sandbox = sandbox

    async def start(self) -> None:
        """Both connect, one after the other: the first brings the tables and the commands."""
        for number, process in enumerate(self.processes, 1):
            await process.start()
            async with asyncio.timeout(20):
                while len(self._sandbox.gateway.connected) < number:
                    await asyncio.sleep(0.02)

    async def stop(self) -> None:
        for process in self.processes:
            await process.stop()


@pytest.fixture
async def crew(sandbox: Sandbox, postgresql: str) -> AsyncIterator[Crew]:
    async with AsyncExitStack() as stack:
        crew = Crew(sandbox, postgresql)
        stack.push_async_callback(crew.stop)
        await crew.start()
        yield crew


def people_of(sandbox: Sandbox, shard: int) -> tuple[Person, Person]:
    guild = next(each for each in sandbox.world.guilds.values() if shard_of(each.id, 2) == shard)
    number = guild.name.split()[-1]
    return sandbox.person(f"Ann{number}"), sandbox.person(f"Bob{number}")


async def begin(ann: Person, bob: Person, game: str) -> None:
    await ann.slash(f"duel {game}", opponent=bob, pace="ten minutes per pick")
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
