"""Runs the bot in the test's own process, connected to a sandbox. The test sets the bot's time."""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from bench.rig.manual_time import ManualTime
from bot.__main__ import assemble
from bot.arena.limits import PAUSE
from bot.config import Config
from bot.database import open_database
from bot.duels.duel import Status
from bot.process.clock import Clock
from games.room import AnyRoom
from sandbox import Sandbox
from sandbox.people.person import Person, Reply
from sandbox.people.screen import Control, Screen, Seen
from sandbox.world.feed import Event, Listener
from tests.support.games.boards import waited_for
from tests.support.late.person import LatePerson

PATIENCE, SLOWEST = 5.0, 15.0
"""Seconds to wait for what people see; and for what no screen shows, on a machine that others slow down."""
REACTION = 0.003
"""Seconds that people take to react in tests."""
PICKS = ("duel:pick:", "duel:confirm:")
OPENER = "duel:hand:"
MORE = "More"
LONGEST_MATCH = 200
"""Turns."""


@dataclass
class Evening:
    """The bot, the sandbox and its people in one test."""

    sandbox: Sandbox
    address: str
    time: ManualTime = field(default_factory=ManualTime)
    health: tuple[str, int] | None = None
    waits_for_deck: bool = True
    """Whether the bot shows pictures from its first message on."""
    is_late: bool = False
    """Whether every press is acknowledged before it is answered."""

    async def open(self) -> None:
        """Starts the bot, as `python -m bot` does, when Discord lets it identify again."""
        config = Config(self.sandbox.token, self.address, health=self.health)
        database = await open_database(self.address)
        self.bot = assemble(database, Clock(self.time), config, guild_ready_timeout=0.01)
        self.bot.services.overload.always_late = self.is_late
        await self.bot.login(self.sandbox.token)
        await asyncio.sleep(self.sandbox.gateway.starts.wait_for(0))
        self._connection = asyncio.create_task(self.bot.connect())
        async with asyncio.timeout(PATIENCE):
            await self.bot.wait_until_ready()
            while self.waits_for_deck and not self.bot.services.deck.is_on:
                await asyncio.sleep(0.001)

    async def close(self) -> None:
        await self.bot.close()
        await asyncio.wait([self._connection], timeout=PATIENCE)

    async def reopen(self, after: float = 0.0) -> None:
        """Stops the bot and starts it again `after` seconds later."""
        await self.close()
        self.time.now += after
        self.sandbox.clock.advance(after)
        await self.open()

    def pass_time(self, seconds: float) -> None:
        """Moves the clocks of the bot and of Discord forward."""
        self.time.now += seconds
        self.sandbox.clock.advance(seconds)
        self.bot.services.clock.wake()

    def person(self, name: str) -> Person:
        if not self.is_late:
            return self.sandbox.person(name, reaction=REACTION)
        user = self.sandbox.world.person(name)
        return LatePerson(self.sandbox.platform, user, REACTION, self._unanswered)

    def _unanswered(self) -> int:
        return self.bot.services.overload.unanswered

    async def duel(self, game: str = "highlow", **options: object) -> tuple[Person, Person]:
        """Begins a duel: Ann challenges Bob, he accepts after the pause between two challenges, and she is
        told of it."""
        ann, bob = self.person("Ann"), self.person("Bob")
        self.time.now += PAUSE
        await ann.slash(f"duel {game}", opponent=bob, **options)
        self.time.now += PAUSE
        await bob.press("Accept")
        await eventually(self.all_clocks_run)
        return ann, bob

    async def both_pick(self) -> None:
        """Makes the first picks in every live duel that lacks them, so that resigning loses it, and lets them
        be shown: a panel that is painted anew takes the place of a menu."""
        services = self.bot.services
        for due in await services.storage.open_duels():
            arena = services.arenas.arena(due.guild)
            duel = await arena.duel(due.duel)
            while duel.match is not None and duel.players is not None and not duel.is_under_way:
                seat = duel.match.waiting[0]
                token = str(duel.match.legal_moves(seat)[0])
                duel = await arena.pick(duel.id, duel.players[seat], token, duel.match.turn)
        with suppress(TimeoutError):  # Discord may be out of reach
            await eventually(self.all_is_painted, PATIENCE)

    async def all_is_painted(self) -> bool:
        return not self.bot.services.announcer._is_busy

    async def all_clocks_run(self) -> bool:
        """Whether the challengers of all live duels were told that theirs has begun."""
        dues = await self.bot.services.storage.open_duels()
        return all(due.turn_began for due in dues if due.status == Status.LIVE)

    async def duel_with_panels(self, game: str = "highlow", **options: object) -> tuple[Person, Person]:
        """Begins a duel, and both people have their panels: that of the one who accepts opens by itself."""
        ann, bob = await self.duel(game, **options)
        for person in (ann, bob):
            if not any(seen.private for seen in person.sees().messages):
                await open_panel(person)
        return ann, bob


async def begin_with_computer(person: Person, game: str, **options: object) -> Reply:
    """Asks for a duel against the computer, and begins it. Returns the answer to the second press."""
    asked = await person.slash(f"duel {game}", **options)
    return await person.press("Begin", on=asked.message)


async def open_panel(person: Person) -> Reply:
    """Presses the button that opens a panel, on the board or, in direct messages, on what called this person.
    A game that is played on its board has no such button there, so the command does it."""
    public = [seen for seen in person.sees().messages if not seen.private and seen.buttons]
    place = ([*filter(is_board, public)] or public)[-1]
    openers = [button for button in place.buttons if button.custom_id.startswith(OPENER)]
    return await person.press(openers[0].custom_id) if openers else await person.slash("hand")


async def press_more(person: Person, label: str, on: Seen) -> Reply:
    """Presses a button that is behind the *More* of a board or a panel."""
    menu = await person.press(MORE, on=on)
    return await person.press(label, on=menu.message)


async def resign(person: Person) -> Reply:
    """Resigns in the panel, and means it."""
    question = await press_more(person, "Resign", on=panel_of(person))
    return await person.press("Resign", on=question.message)


async def call_off(person: Person) -> Reply:
    """Leaves a duel in the panel before both have picked."""
    question = await press_more(person, "Call it off", on=panel_of(person))
    return await person.press("Call it off", on=question.message)


def panel_of(person: Person) -> Seen:
    """The newest message that only this person can see."""
    return next(seen for seen in reversed(person.sees().messages) if seen.private)


async def wait_for_panel(person: Person) -> Seen:
    """Waits until a panel with picks has opened, and returns it."""
    await person.wait_until(lambda _: place_to_pick(person).private, what="a panel")
    return place_to_pick(person)


def board_of(person: Person) -> Seen:
    """The newest public message with buttons, except those that only call players."""
    return next(seen for seen in reversed(person.sees().messages) if is_board(seen))


def call_on(person: Person) -> Seen | None:
    """The message that calls the players of a duel, if one stands in the channel that this person sees."""
    return next((seen for seen in person.sees().messages if is_call(seen)), None)


def is_call(seen: Seen) -> bool:
    """Boards have components only; what calls people is a plain text with a button."""
    return not seen.private and bool(seen.wire["content"]) and bool(seen.buttons)


def is_board(seen: Seen) -> bool:
    return not seen.private and bool(seen.buttons) and not is_call(seen)


def is_live(board: Seen) -> bool:
    """Whether its duel is being played: there is a way to a panel, or there are picks right on it."""
    return any(button.custom_id.startswith((OPENER, *PICKS)) for button in board.buttons)


def duel_key_on(board: Seen) -> str:
    """The key of a board's duel, from the custom id of a button."""
    return next(button.custom_id for button in board.buttons if button.custom_id.startswith("duel:")).split(
        ":"
    )[2]


def labels(seen: Seen) -> list[str]:
    """The labels of all buttons except the spectators' votes, which come and go."""
    return [button.label for button in seen.buttons if ":vote:" not in button.custom_id]


def buttons_after(room: AnyRoom) -> list[str]:
    """The labels of the buttons on the board of a finished duel between two people."""
    return ["More", "Rematch", *(["Review"] if room.judge else []), "Share"]


def picks_on(seen: Seen) -> list[Control]:
    """The buttons of a panel or a board that make or confirm a pick, and can be pressed."""
    return [button for button in seen.buttons if button.custom_id.startswith(PICKS) and not button.disabled]


def place_to_pick(person: Person) -> Seen:
    """The newest panel of this person in which something can be picked, or the board if there is none."""
    panels = [seen for seen in person.sees().messages if seen.private and picks_on(seen)]
    return panels[-1] if panels else board_of(person)


def picks_of(person: Person) -> list[Control]:
    """What this person can pick now, wherever that is."""
    place = place_to_pick(person)
    return picks_on(place) if place.private or person.name in waited_for(place) else []


def mentioned(seen: Seen) -> set[str]:
    """The names of the people whom a message pinged."""
    return {user["global_name"] for user in seen.wire["mentions"]}


def private_text(reply: Reply) -> str:
    """The text of a reply that only this person sees."""
    assert reply.message is not None
    assert reply.message.private
    return reply.message.text


def without_times(text: str) -> str:
    """A text with its timestamps replaced, whose length does not matter on a screen."""
    return re.sub(r"<t:\d+:R>", "in a while", text)


async def eventually(condition: Callable[[], Awaitable[bool]], patience: float = SLOWEST) -> None:
    """Waits until a condition is true that no screen shows."""
    async with asyncio.timeout(patience):
        while not await condition():
            await asyncio.sleep(0.01)


async def wait_for_board(person: Person, text: str, patience: float = PATIENCE) -> Seen:
    """Waits until the newest board contains this text, and returns it."""

    def is_there(screen: Screen) -> bool:
        boards = [*filter(is_board, screen.messages)]
        return bool(boards) and text in boards[-1].text

    await person.wait_until(is_there, patience, repr(text))
    return board_of(person)


async def wait_for_turn_of(person: Person, *names: str) -> Seen:
    """Waits until the newest board lacks the picks of exactly these players, and returns it."""

    def is_there(screen: Screen) -> bool:
        boards = [*filter(is_board, screen.messages)]
        return bool(boards) and waited_for(boards[-1]) == {*names}

    await person.wait_until(is_there, PATIENCE, f"that a pick of {names} is missing")
    return board_of(person)


async def play(*people: Person) -> None:
    """Plays to the end of the match. The first person makes the first possible pick, the second the last."""

    def can_go_on(_: Screen) -> bool:
        return any(map(picks_of, people)) or "Rematch" in labels(board_of(people[0]))

    for _ in range(LONGEST_MATCH):
        if "Rematch" in labels(board_of(people[0])):
            return
        for number, person in enumerate(people):
            if picks := picks_of(person):
                await person.press(picks[-number].custom_id, on=place_to_pick(person))
        await people[0].wait_until(can_go_on)
    raise AssertionError(f"The match goes on and on.\n{people[0].sees()}")


class Pings(Listener):
    """Counts pings by the names of those who get them."""

    def __init__(self) -> None:
        self.counted: Counter[str] = Counter()

    def dispatched(self, event: Event) -> None:
        """Only a new message pings; an edit does not."""
        if event.name == "MESSAGE_CREATE":
            self.counted.update(user["global_name"] for user in event.data["mentions"])


@contextmanager
def recorded_pings(sandbox: Sandbox) -> Iterator[Counter[str]]:
    """How often each person is pinged inside the block, by name."""
    pings = Pings()
    sandbox.world.feed.join(pings)
    try:
        yield pings.counted
    finally:
        sandbox.world.feed.leave(pings)
