"""The bot is killed without warning, again and again, while people play; nothing they were told is lost."""

import asyncio
from collections.abc import AsyncIterator
from random import Random

import pytest

from bench.chaos.observations import ChaosObservations
from bench.chaos.player import Player
from bench.rig.bot_process import KillableBot
from bench.rig.conditions import SPEED, put_deck
from bot.cli import recount
from bot.database import open_database
from bot.duels.duel import Duel, Status
from bot.storage.storage import Storage
from games import EDITIONS, GAMES
from games.records.codec import load
from sandbox import Sandbox, World
from tests.support.databases import rows
from tests.support.project import SOAK

KILLS = {"sqlite": 50, "postgresql": 20} if SOAK else {"sqlite": 8, "postgresql": 5}
"""A start takes a second, and the second database has fewer ways of its own to go wrong."""
SEED = 20
PATIENCE = 300


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A channel and two people for every game. The limits are those of Discord, but fifty times as fast."""
    people = [f"{name}{number}" for number in range(len(GAMES)) for name in ("Ann", "Bob")]
    world = World.of({"The Arena": people}, channels=[f"room-{n}" for n in range(len(GAMES))])
    async with Sandbox(world) as running:
        running.limits.speed = SPEED
        put_deck(running)
        yield running


def crowd(sandbox: Sandbox, observed: ChaosObservations) -> list[Player]:
    players = []
    for number, room in enumerate(GAMES):
        ann, bob = (sandbox.person(f"{name}{number}").go_to(f"room-{number}") for name in ("Ann", "Bob"))
        players += [
            Player(ann, bob, room.game.key, SEED + number, observed),
            Player(bob, ann, None, SEED - number, observed),
        ]
    return players


async def kill_now_and_then(bot: KillableBot, observed: ChaosObservations, kills: int, people: int) -> None:
    """After a few presses, at a moment of which no one knows what the bot is doing just then.

    The run is closing when everybody has picked at least once, so that every game was played.
    """
    random = Random(SEED)
    for _ in range(kills):
        enough = observed.presses + random.randint(4, 24)
        while observed.presses < enough:
            await asyncio.sleep(0.002)
        await asyncio.sleep(random.uniform(0, 0.03))
        await bot.kill()
        await bot.start()
    while len({pick.person for pick in observed.tried}) < people:
        await asyncio.sleep(0.002)
    observed.closing = True


LATE = "tests.support.late.bot"
"""Acknowledges every press before it answers, so that many kills come in between."""


@pytest.mark.parametrize("module", ["bot", LATE], ids=["in time", "late"])
async def test_many_kills_lose_nothing_and_count_nothing_twice(
    sandbox: Sandbox, address: str, module: str
) -> None:
    observed, kills = ChaosObservations(), KILLS[address.partition(":")[0]]
    bot = KillableBot(sandbox, address, module)
    players = crowd(sandbox, observed)
    await bot.start()
    try:
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
            group.create_task(kill_now_and_then(bot, observed, kills, len(players)))
            for player in players:
                group.create_task(player.play(bot))
    finally:
        await bot.stop()
    stored = await picks_in(address)
    missing = [
        pick
        for pick in observed.acknowledged
        if stored.get((pick.duel, pick.turn, pick.person)) != pick.token
    ]
    assert missing == []
    invented = [key for key, token in stored.items() if (*key, token) not in tried(observed)]
    assert invented == []
    duels = await played(address)
    assert {duel.room.game.key for duel in duels} == {room.game.key for room in GAMES}
    assert [duel.key for duel in duels if not await ended_as_replayed(duel, address)] == []
    assert [duel.key for duel in duels if not shown_as_ended(duel, sandbox)] == []
    assert await recount(address) == f"Counted {len(duels):,} duels of 1 server again: nothing differed."
    assert bot.starts == kills + 1


def tried(observed: ChaosObservations) -> set[tuple[int, int, int, str]]:
    return {(each.duel, each.turn, each.person, each.token) for each in observed.tried}


async def picks_in(address: str) -> dict[tuple[int, int, int], str]:
    """Every pick on disk, by duel, turn and person."""
    query = """SELECT duel, turn, CASE seat WHEN 0 THEN seat0 ELSE seat1 END, token
               FROM picks JOIN duels ON duels.id = picks.duel"""
    return {(duel, turn, person): token for duel, turn, person, token in await rows(address, query)}


async def played(address: str) -> list[Duel]:
    database = await open_database(address)
    storage = Storage(database)
    try:
        found = [await storage.duel(row[0]) for row in await rows(address, "SELECT id FROM duels")]
    finally:
        await storage.close()
        await database.close()
    return [duel for duel in found if duel is not None and duel.players is not None]


async def ended_as_replayed(duel: Duel, address: str) -> bool:
    """The log of the match, put together from nothing but the rows, leads to the stored result."""
    turns: dict[int, dict[str, str]] = {}
    query = f"SELECT turn, seat, token FROM picks WHERE duel = {duel.id} ORDER BY turn"  # noqa: S608
    for turn, seat, token in await rows(address, query):
        turns.setdefault(turn, {})[str(seat)] = token
    seed = {"secret": duel.secret.hex(), "duel": duel.key, "accepted": duel.accepted}
    game = duel.room.game
    log = {"game": game.key, "edition": game.edition, "seed": seed, "turns": [*turns.values()], "sealed": {}}
    outcome = load(log, EDITIONS).outcome
    assert outcome is not None
    return duel.status is Status.WON and duel.ending is not None and duel.ending.winner == outcome.winner


def shown_as_ended(duel: Duel, sandbox: Sandbox) -> bool:
    """The board in the channel says who won."""
    winner = sandbox.world.users[duel.winner or 0].name
    person = sandbox.person(winner)
    channel = sandbox.world.channels[duel.channel]
    boards = [seen for seen in person.go_to(channel).sees().messages if seen.id == duel.board]
    return any(f"@{winner} wins" in board.text for board in boards)
