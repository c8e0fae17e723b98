"""A world in which something is going on: duels of every game and in every state, in two guilds."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client import Gauntlet
from bot.database import open_database
from bot.duels.duel import Duel, Status
from bot.process.clock import Clock
from bot.storage.storage import Storage
from games import GAMES
from sandbox import Sandbox, World
from sandbox.interactions.components import walk
from sandbox.people.person import Person
from sandbox.world.channel import Channel
from sandbox.world.entities import Message
from sandbox.world.permissions import Permission
from sandbox.world.user import User

PLAYERS, OUTSIDERS = ("Ann", "Bob", "Cleo", "Dan"), ("Mallory", "Trudy")
MANAGER = "Max"
HERE, ELSEWHERE = "The Arena", "Elsewhere"
QUICK = 0.003
SLOW = "a day per pick"


@dataclass
class Hands:
    """The bot's time stands still, so that nothing ends by itself."""

    time: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time


@dataclass
class Scene:
    sandbox: Sandbox
    bot: Gauntlet
    hands: Hands
    messages: list[Message] = field(default_factory=list)
    """Everything with buttons on it, for everybody or for one person."""
    duels: list[Duel] = field(default_factory=list)

    @property
    def live(self) -> list[Duel]:
        return [duel for duel in self.duels if duel.status is Status.LIVE]

    @property
    def outsiders(self) -> list[User]:
        return [self.sandbox.world.person(name) for name in OUTSIDERS]

    @property
    def channels(self) -> list[Channel]:
        return [
            channel for guild in self.sandbox.world.guilds.values() for channel in guild.channels.values()
        ]

    def person(self, name: str, guild: str = HERE) -> Person:
        place = next(iter(self.sandbox.world.guild(guild).channels.values()))
        return self.sandbox.person(name, reaction=QUICK).go_to(place)

    async def set(self) -> None:
        for room in GAMES:
            await self._live(room.game.key, "Ann", "Bob")
        await self._live(GAMES[0].game.key, "Cleo", "Dan", ELSEWHERE)
        await self._finished(GAMES[-1].game.key, "Cleo", "Dan")
        await self._challenge(GAMES[1].game.key, "Dan", "Cleo")
        await self._against_computer(GAMES[-1].game.key, "Dan")
        await self._look_around("Cleo")
        await self.bot.stage.finish()
        await self._remember()

    async def _challenge(self, game: str, one: str, two: str, guild: str = HERE) -> tuple[Person, Person]:
        self.hands.time += 60
        challenger, challenged = self.person(one, guild), self.person(two, guild)
        await challenger.slash(f"duel {game}", opponent=challenged, pace=SLOW)
        return challenger, challenged

    async def _live(self, game: str, one: str, two: str, guild: str = HERE) -> None:
        """Both hands open, and where both have to pick, one pick is sealed."""
        challenger, challenged = await self._challenge(game, one, two, guild)
        await challenged.press("Accept")
        for person in (challenged, challenger):
            await person.press("Your hand")
        panel = next(seen for seen in reversed(challenger.sees().messages) if seen.private)
        picks = [button for button in panel.buttons if button.custom_id.startswith("duel:pick:")]
        if picks:
            await challenger.press(picks[0].custom_id, on=panel)

    async def _finished(self, game: str, one: str, two: str) -> None:
        loser, winner = await self._challenge(game, one, two)
        await winner.press("Accept")
        await loser.slash("resign")
        await loser.press("Resign")

    async def _against_computer(self, game: str, name: str) -> None:
        self.hands.time += 60
        person = self.person(name)
        await person.slash(f"duel {game}", opponent=self.sandbox.world.bot, pace=SLOW)
        await person.press("Your hand")

    async def _look_around(self, name: str) -> None:
        person = self.person(name)
        for line in ("leaderboard", "history", "profile", "duels", "puzzle", "mydata delete"):
            await person.slash(line)
        await person.menu("Challenge to a duel", self.person("Ann"))
        await person.menu("Challenge to a duel", self.sandbox.world.bot)  # type: ignore[arg-type]
        await person.press(GAMES[-1].game.title)
        await self.person(MANAGER).slash("settings")

    async def _remember(self) -> None:
        found: dict[int, Message] = {}
        for name in (*PLAYERS, *OUTSIDERS, MANAGER):
            for guild in (HERE,) if name == MANAGER else (HERE, ELSEWHERE):
                for seen in self.person(name, guild).sees().messages:
                    message = self.sandbox.platform.messages.get(seen.id)
                    if message is not None and seen.buttons:
                        found[seen.id] = message
        self.messages = list(found.values())
        for key in sorted(set(_duels_on(self.messages))):
            duel = await self.bot.house.storage.duel(key)
            if duel is not None:
                self.duels.append(duel)


def _duels_on(messages: list[Message]) -> Iterator[int]:
    for message in messages:
        for custom_id in ids_on(message):
            fields = custom_id.split(":")
            if fields[0] == "duel":
                yield int(fields[2], 16)


def ids_on(message: Message) -> list[str]:
    return [c["custom_id"] for c in walk(message.wire["components"]) if "custom_id" in c]


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Scene]:
    """The real bot in this process, through the sandbox's sockets."""
    world = World.of({HERE: [*PLAYERS, *OUTSIDERS], ELSEWHERE: [*PLAYERS, *OUTSIDERS]})
    boss = world.add_role(world.guild(HERE), "Boss", Permission.MANAGE_GUILD)
    world.add_member(world.guild(HERE), MANAGER, [boss])
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    async with Sandbox(world) as sandbox:
        sandbox.limits.enforced = False
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = sandbox.api_url, yarl.URL(sandbox.gateway.url)
        hands = Hands()
        bot = Gauntlet(Storage(await open_database(address)), Clock(hands), guild_ready_timeout=0.01)
        await bot.login(sandbox.token)
        connection = asyncio.create_task(bot.connect())
        try:
            await asyncio.wait_for(bot.wait_until_ready(), 10)
            scene = Scene(sandbox, bot, hands)
            await scene.set()
            yield scene
        finally:
            await bot.close()
            await asyncio.wait([connection], timeout=10)
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway
