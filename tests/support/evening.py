"""An evening in the sandbox: the bot in the test's own process, its time in the test's hands."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.client import Gauntlet
from bot.database import open_database
from bot.process.clock import Clock
from bot.storage.storage import Storage
from games.room import AnyRoom
from sandbox import Sandbox
from sandbox.people.person import Person, Reply
from sandbox.people.screen import Control, Screen, Seen
from tests.support.arenas import Hands

PATIENCE = 5.0
REACTION = 0.003
"""Seconds; people here are quick, for all our buttons are known by their custom ids."""
PICKS = ("duel:pick:", "duel:confirm:")


@dataclass
class Evening:
    sandbox: Sandbox
    address: str
    hands: Hands = field(default_factory=lambda: Hands(1_800_000_000.0))
    health: tuple[str, int] | None = None

    async def open(self) -> None:
        """Start the bot, as `python -m bot` would."""
        storage = Storage(await open_database(self.address))
        self.bot = Gauntlet(storage, Clock(self.hands), health=self.health, guild_ready_timeout=0.01)
        await self.bot.login(self.sandbox.token)
        self._connection = asyncio.create_task(self.bot.connect())
        async with asyncio.timeout(PATIENCE):
            await self.bot.wait_until_ready()

    async def close(self) -> None:
        await self.bot.close()
        await asyncio.wait([self._connection], timeout=PATIENCE)

    async def reopen(self, after: float = 0.0) -> None:
        """The bot was away for so many seconds."""
        await self.close()
        self.hands.time += after
        self.sandbox.clock.advance(after)
        await self.open()

    def pass_time(self, seconds: float) -> None:
        """For the bot and for Discord."""
        self.hands.time += seconds
        self.sandbox.clock.advance(seconds)
        self.bot.house.clock.wake()

    def person(self, name: str) -> Person:
        return self.sandbox.person(name, reaction=REACTION)

    async def duel(self, game: str = "highlow", **options: object) -> tuple[Person, Person]:
        """Ann has challenged Bob, who has accepted."""
        ann, bob = self.person("Ann"), self.person("Bob")
        self.hands.time += 10
        await ann.slash(f"duel {game}", opponent=bob, **options)
        await bob.press("Accept")
        return ann, bob

    async def hands_open(self, game: str = "highlow", **options: object) -> tuple[Person, Person]:
        """And both have opened their hands."""
        ann, bob = await self.duel(game, **options)
        for person in (ann, bob):
            await person.press("Your hand")
        return ann, bob


def hand_of(person: Person) -> Seen:
    """The newest message that only they can see."""
    return next(seen for seen in reversed(person.sees().messages) if seen.private)


def board_of(person: Person) -> Seen:
    """The newest message of the bot that everybody can see and press."""
    return next(seen for seen in reversed(person.sees().messages) if not seen.private and seen.buttons)


def duel_on(board: Seen) -> str:
    """The duel's key, as its buttons carry it."""
    return board.buttons[0].custom_id.split(":")[-1]


def labels(seen: Seen) -> list[str]:
    """All buttons but those of the watchers, which come and go beside the game."""
    return [button.label for button in seen.buttons if ":vote:" not in button.custom_id]


def afterwards(room: AnyRoom) -> list[str]:
    """The buttons of a duel between two people when it is over."""
    return ["Rematch", "Replay", *(["Review"] if room.judge else []), "Fair play"]


def on_offer(seen: Seen) -> list[Control]:
    """The picks on a panel."""
    return [button for button in seen.buttons if button.custom_id.startswith(PICKS)]


def mentioned(seen: Seen) -> set[str]:
    """Whom a message really pinged."""
    return {user["global_name"] for user in seen.wire["mentions"]}


def told(reply: Reply) -> str:
    """The one sentence that only this person sees."""
    assert reply.message is not None
    assert reply.message.private
    return reply.message.text


def plain(text: str) -> str:
    """A text as a phone shows it: the length of times does not matter here."""
    return re.sub(r"<t:\d+:R>", "in a while", text)


async def eventually(is_so: Callable[[], Awaitable[bool]]) -> None:
    """For what nobody's screen shows."""
    async with asyncio.timeout(PATIENCE):
        while not await is_so():
            await asyncio.sleep(0.01)


async def settled(person: Person, likes: str, patience: float = PATIENCE) -> Seen:
    """The newest board, as soon as it says this."""

    def says_so(screen: Screen) -> bool:
        boards = [seen for seen in screen.messages if not seen.private and seen.buttons]
        return bool(boards) and likes in boards[-1].text

    await person.wait_until(says_so, patience, repr(likes))
    return board_of(person)


async def play(*people: Person) -> None:
    """Until the match is over, the first person takes the first pick on offer and the second the last."""

    def can_go_on(_: Screen) -> bool:
        return any(on_offer(hand_of(each)) for each in people) or "Rematch" in labels(board_of(people[0]))

    while "Rematch" not in labels(board_of(people[0])):
        for number, person in enumerate(people):
            panel = hand_of(person)
            if picks := on_offer(panel):
                await person.press(picks[-number].custom_id, on=panel)
        await people[0].wait_until(can_go_on)
