"""The bot under attack, in a world with duels of every game and in every state, in two guilds."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bench.rig.conditions import put_deck
from bench.rig.manual_time import ManualTime
from bot.__main__ import assemble
from bot.client import Gauntlet
from bot.config import Config
from bot.database import open_database
from bot.duels.duel import Duel, Status
from bot.process.clock import Clock
from games import GAMES
from sandbox import Sandbox, World
from sandbox.interactions.components import walk
from sandbox.people.person import Person
from sandbox.people.screen import Seen
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
class Target:
    """The bot that is attacked. Its time stands still, so that no duel ends by itself."""

    sandbox: Sandbox
    bot: Gauntlet
    time: ManualTime
    messages: list[Message] = field(default_factory=list)
    """Every message with buttons or lists, whether everybody or one person can see it."""
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

    async def fill(self) -> None:
        """Begins duels and opens pages, and collects the messages that they post."""
        for room in GAMES:
            await self._live(room.game.key, "Ann", "Bob")
        await self._live(GAMES[0].game.key, "Cleo", "Dan", ELSEWHERE)
        await self._finished(GAMES[-1].game.key, "Cleo", "Dan")
        await self._challenge(GAMES[1].game.key, "Dan", "Cleo")
        await self._against_computer(GAMES[-1].game.key, "Dan")
        await self._open_pages("Cleo")
        await self.bot.services.announcer.finish()
        await self._collect()

    async def _challenge(self, game: str, one: str, two: str, guild: str = HERE) -> tuple[Person, Person]:
        self.time.now += 60
        challenger, challenged = self.person(one, guild), self.person(two, guild)
        await challenger.slash(f"duel {game}", opponent=challenged, pace=SLOW)
        return challenger, challenged

    async def _live(self, game: str, one: str, two: str, guild: str = HERE) -> None:
        """Begins a duel and opens both panels. If the challenger can pick, they do."""
        challenger, challenged = await self._challenge(game, one, two, guild)
        accepted = await challenged.press("Accept")
        for person in (challenged, challenger):
            await _open_panel(person, accepted.message)
        panel = next(seen for seen in reversed(challenger.sees().messages) if seen.private)
        if picks := _picks(panel):
            await challenger.press(picks[0], on=panel)

    async def _finished(self, game: str, one: str, two: str) -> None:
        """Both pick on the board first: a duel in which one has not picked has no winner."""
        loser, winner = await self._challenge(game, one, two)
        await winner.press("Accept")
        for person in (loser, winner, loser):
            board = next(seen for seen in reversed(person.sees().messages) if _picks(seen))
            await person.press(_picks(board)[0], on=board)
        asked = await loser.slash("resign")
        await loser.press(_first(asked.message, "duel:resignnow:"), on=asked.message)

    async def _against_computer(self, game: str, name: str) -> None:
        self.time.now += 60
        person = self.person(name)
        await person.slash(f"duel {game}", opponent=self.sandbox.world.bot, pace=SLOW)
        begun = await person.press("Begin")
        await _open_panel(person, begun.message)

    async def _open_pages(self, name: str) -> None:
        person = self.person(name)
        for line in ("leaderboard", "history", "profile", "duels", "puzzle", "help", "mydata delete"):
            await person.slash(line)
        await person.menu("Challenge to a duel", self.person("Ann"))
        await person.menu("Challenge to a duel", self.sandbox.world.bot)  # type: ignore[arg-type]
        await person.press(GAMES[-1].game.title)
        await self.person(MANAGER).slash("settings")

    async def _collect(self) -> None:
        found: dict[int, Message] = {}
        for name in (*PLAYERS, *OUTSIDERS, MANAGER):
            for guild in (HERE,) if name == MANAGER else (HERE, ELSEWHERE):
                person = self.person(name, guild)
                for message in self.sandbox.platform.messages.seen_by(person.user, person.channel):
                    if custom_ids_on(message):
                        found[message.id] = message
        self.messages = list(found.values())
        for key in sorted(set(_duels_on(self.messages))):
            duel = await self.bot.services.storage.duel(key)
            if duel is not None:
                self.duels.append(duel)


async def _open_panel(person: Person, board: Seen | None) -> None:
    """The board of a game that hides nothing has no button for it; there the command opens it."""
    opener = _first(board, "duel:hand:")
    if opener:
        await person.press(opener, on=board)
    else:
        await person.slash("hand")


def _picks(message: Seen) -> list[str]:
    """The picks that a message offers."""
    offered = [button.custom_id for button in message.buttons if not button.disabled]
    return [each for each in offered if each.startswith("duel:pick:")]


def _first(message: Seen | None, prefix: str) -> str:
    """The first button on a message that begins like this; empty if there is none."""
    ids = [button.custom_id for button in message.buttons] if message is not None else []
    return next((each for each in ids if each.startswith(prefix)), "")


def _duels_on(messages: list[Message]) -> Iterator[int]:
    for message in messages:
        for custom_id in custom_ids_on(message):
            fields = custom_id.split(":")
            if fields[0] == "duel":
                yield int(fields[2], 16)


def custom_ids_on(message: Message) -> list[str]:
    return [c["custom_id"] for c in walk(message.wire["components"]) if "custom_id" in c]


async def _ready(bot: Gauntlet) -> None:
    """Its messages show pictures from the first one on, as they do most of the time."""
    await bot.wait_until_ready()
    while not bot.services.deck.is_on:
        await asyncio.sleep(0.01)


@asynccontextmanager
async def running_target(address: str) -> AsyncIterator[Target]:
    """The real bot, running in this process and connected to a sandbox."""
    world = World.of({HERE: [*PLAYERS, *OUTSIDERS], ELSEWHERE: [*PLAYERS, *OUTSIDERS]})
    boss = world.add_role(world.guild(HERE), "Boss", Permission.MANAGE_GUILD)
    world.add_member(world.guild(HERE), MANAGER, [boss])
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    async with Sandbox(world) as sandbox:
        put_deck(sandbox)
        sandbox.limits.enforced = False  # a hundred thousand forged presses, and each answer is awaited
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = sandbox.api_url, yarl.URL(sandbox.gateway.url)
        time = ManualTime()
        config = Config(sandbox.token, address)
        bot = assemble(await open_database(address), Clock(time), config, guild_ready_timeout=0.01)
        await bot.login(sandbox.token)
        connection = asyncio.create_task(bot.connect())
        try:
            await asyncio.wait_for(_ready(bot), 10)
            target = Target(sandbox, bot, time)
            await target.fill()
            yield target
        finally:
            await bot.close()
            await asyncio.wait([connection], timeout=10)
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway
