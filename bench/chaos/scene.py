"""Everybody and everything in one run: the people and where they play, the bot, the disk, the clocks."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.chaos.observations import Notebook
from bench.chaos.player import Player
from bench.chaos.troubles.bot_process import MortalBot
from bench.chaos.troubles.disk import Disk
from bench.rig.postgres import Postgres
from games import GAMES
from sandbox import Sandbox, World
from sandbox.world.channel import Channel

PACES = ("a minute per pick", "ten minutes per pick")
HASTE = 0.15
TRIES = 5


@dataclass
class Pair:
    """Two people who play one game in a channel of their own."""

    guild: str
    room: str
    players: tuple[Player, Player]

    def move_to(self, channel: Channel) -> None:
        for player in self.players:
            player.person.channel = channel

    @property
    def channel(self) -> Channel:
        return self.players[0].person.channel

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.person.name for player in self.players)


@dataclass
class BotClock:
    """How far the bot's clock is ahead, in a file that it looks at."""

    file: Path
    ahead: float = 0.0

    def __post_init__(self) -> None:
        self.jump(0.0)

    def jump(self, seconds: float) -> None:
        self.ahead += seconds
        fresh = self.file.with_suffix(".new")
        fresh.write_text(str(self.ahead), encoding="ascii")
        fresh.replace(self.file)


@dataclass
class Scene:
    sandbox: Sandbox
    bot: MortalBot
    address: str
    disk: Disk
    server: Postgres | None
    clock: BotClock
    random: Random
    notes: Notebook
    pairs: list[Pair]
    faults: Counter[str] = field(default_factory=Counter)
    deleted: set[int] = field(default_factory=set)
    """Messages and channels that are gone, by their ids."""
    complaints: list[str] = field(default_factory=list)
    """What the bot should have said and did not."""

    def a_pair(self) -> Pair:
        return self.random.choice(self.pairs)

    async def bring_up(self) -> None:
        """Until the bot runs; a host would try as often."""
        for _ in range(TRIES):
            try:
                await self.bot.start()
            except (RuntimeError, TimeoutError):
                await self.bot.kill()
                await asyncio.sleep(0.2)
            else:
                return
        raise RuntimeError("The bot can't be started any more.")


def make_world(pairs: int, guilds: int) -> World:
    world = World()
    for guild in range(guilds):
        numbers = range(guild, pairs, guilds)
        people = [f"{name}{number}" for number in numbers for name in ("Ann", "Bob")]
        world.add_guild(f"Guild {guild}", [f"room-{number}" for number in numbers], people)
    return world


def make_pairs(sandbox: Sandbox, notes: Notebook, random: Random, pairs: int, guilds: int) -> list[Pair]:
    return [_pair(sandbox, notes, random, number, guilds) for number in range(pairs)]


def _pair(sandbox: Sandbox, notes: Notebook, random: Random, number: int, guilds: int) -> Pair:
    room = f"room-{number}"
    ann, bob = (sandbox.person(f"{name}{number}").go_to(room) for name in ("Ann", "Bob"))
    game = GAMES[number % len(GAMES)].game.key

    def player(one: int) -> Player:
        me, other = ((ann, bob), (bob, ann))[one]
        opening = None if one else game
        return Player(me, other, opening, random.getrandbits(32), notes, haste=HASTE, paces=PACES)

    return Pair(f"Guild {number % guilds}", room, (player(0), player(1)))
