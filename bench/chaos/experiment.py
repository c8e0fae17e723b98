"""Everything that takes part in a chaos run: people, the bot, its database, the disk and the clocks."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.chaos.observations import ChaosObservations
from bench.chaos.player import Player
from bench.rig.bot_process import KillableBot
from bench.rig.disk import Disk
from bench.rig.postgres import Postgres
from games import GAMES
from sandbox import Sandbox, World
from sandbox.world.channel import Channel

PACES = ("a minute per pick", "ten minutes per pick")
DOUBLE_TAPS = 0.15
"""The share of presses that are made twice."""
TRIES = 5
"""How often a start of the bot is tried."""


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
    """Sets the bot's clock, through a file that says how many seconds it is ahead."""

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
class Experiment:
    """One chaos run. `server` is None on SQLite."""

    sandbox: Sandbox
    bot: KillableBot
    address: str
    disk: Disk
    server: Postgres | None
    clock: BotClock
    random: Random
    observed: ChaosObservations
    pairs: list[Pair]
    faults: Counter[str] = field(default_factory=Counter)
    deleted: set[int] = field(default_factory=set)
    """The ids of messages and channels that were deleted."""
    wrong_refusals: list[str] = field(default_factory=list)
    """Starts that the bot should have refused in one clear line, and did not."""

    def random_pair(self) -> Pair:
        return self.random.choice(self.pairs)

    def meet_again(self, guild: str) -> None:
        """The people of a server that is gone meet in a new one of the same name."""
        members = [pair for pair in self.pairs if pair.guild == guild]
        people = [person for pair in members for person in pair.names]
        fresh = self.sandbox.world.add_guild(guild, [pair.room for pair in members], people)
        for pair in members:
            pair.move_to(next(each for each in fresh.channels.values() if each.name == pair.room))

    def move_to_threads(self, guild: str) -> None:
        """The people of a server play in threads from now on, one for each pair."""
        threads = self.sandbox.platform.threads
        for pair in self.pairs:
            if pair.guild == guild:
                users = [player.person.user for player in pair.players]
                thread = threads.start(pair.channel, f"{pair.room}-thread", users[0])
                threads.set_member(thread, users[1].id, joined=True)
                pair.move_to(thread)

    async def start_bot(self) -> None:
        """Starts the bot, and tries again a few times if it fails, as a host would."""
        for _ in range(TRIES):
            try:
                await self.bot.start()
            except (RuntimeError, TimeoutError):
                await self.bot.kill()
                await asyncio.sleep(0.2)
            else:
                return
        raise RuntimeError("The bot could not be started.")


def make_world(pairs: int, guilds: int) -> World:
    world = World()
    for guild in range(guilds):
        numbers = range(guild, pairs, guilds)
        people = [f"{name}{number}" for number in numbers for name in ("Ann", "Bob")]
        world.add_guild(f"Guild {guild}", [f"room-{number}" for number in numbers], people)
    return world


def make_pairs(
    sandbox: Sandbox, observed: ChaosObservations, random: Random, pairs: int, guilds: int
) -> list[Pair]:
    return [_pair(sandbox, observed, random, number, guilds) for number in range(pairs)]


def _pair(sandbox: Sandbox, observed: ChaosObservations, random: Random, number: int, guilds: int) -> Pair:
    room = f"room-{number}"
    ann, bob = (sandbox.person(f"{name}{number}").go_to(room) for name in ("Ann", "Bob"))
    observed.people |= {ann.name: ann.id, bob.name: bob.id}
    game = GAMES[number % len(GAMES)].game.key

    def player(one: int) -> Player:
        me, other = ((ann, bob), (bob, ann))[one]
        opening = None if one else game
        return Player(
            me, other, opening, random.getrandbits(32), observed, double_taps=DOUBLE_TAPS, paces=PACES
        )

    return Pair(f"Guild {number % guilds}", room, (player(0), player(1)))
