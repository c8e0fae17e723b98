"""Twenty duels in one channel, under Discord's limit of edits: ends in time, nothing outdated, no 429."""

import asyncio
import re
import time
from collections.abc import Iterator
from random import Random

import pytest

from bot.duels.duel import Duel, Status
from bot.ui.deck.deck import Deck
from bot.ui.duels.messages import public
from bot.ui.pages.crowds import CROWDED
from sandbox import Sandbox, World
from sandbox.people.person import Person
from sandbox.people.screen import Screen, Seen
from sandbox.server.ratelimit import FIVE_IN_FIVE, FIVE_IN_ONE, Rate
from sandbox.world.entities import Guild
from sandbox.world.feed import Event, Listener
from sandbox.world.permissions import Permission
from tests.support.evening import Evening, begin_with_computer, labels, picks_on, wait_for_panel

DUELS = 20
SPEED = 5.0
LATEST_END = 10.0 / SPEED
NOISE = 0.4
"""Seconds for which a loaded machine may hold up what was sent already."""
THOUGHT = 5.0 / SPEED
OFFER = "duels are open in this channel"
NAMES = [f"Player {number}" for number in range(DUELS)]
PROFILES = pytest.mark.parametrize("profile", [FIVE_IN_FIVE, FIVE_IN_ONE], ids=["5 in 5 s", "5 in 1 s"])


@pytest.fixture
def world() -> World:
    return World.of({"The Arena": NAMES}, channels=("duels",))


@pytest.fixture
def sandbox(sandbox: Sandbox) -> Sandbox:
    sandbox.limits.speed = SPEED
    return sandbox


def texts(parts: object) -> Iterator[str]:
    """All texts of a message, without timestamps."""
    if isinstance(parts, dict):
        if isinstance(parts.get("content"), str):
            yield parts["content"]
        for part in parts.values():
            yield from texts(part)
    elif isinstance(parts, (list, tuple)):
        for part in parts:
            yield from texts(part)


class Watch(Listener):
    """Notes how each duel looks from when on, and when its board shows what."""

    def __init__(self, world: World, deck: Deck) -> None:
        self._deck = deck
        self._names = {str(user.id): user.name for user in world.users.values()}
        self.looks: dict[int, list[tuple[float, str]]] = {}
        self.ended: dict[int, float] = {}
        self.end_shown: dict[int, float] = {}
        self.oldest = 0.0
        self.boards = 0

    def changed(self, _before: Duel | None, duel: Duel, _cause: int | None) -> None:
        look = self._plain(public(duel, self._deck).parts)
        self.looks.setdefault(duel.id, []).append((time.monotonic(), look))
        if duel.status not in (Status.LIVE, Status.CHALLENGE):
            self.ended.setdefault(duel.id, time.monotonic())

    def dispatched(self, event: Event) -> None:
        if event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self._note(self._plain(event.data.get("components")), time.monotonic())

    def _plain(self, parts: object) -> str:
        """A new board calls people by name, an edited one mentions them."""
        return re.sub(r"<@(\d+)>", lambda found: self._names[found[1]], "\n".join(texts(parts)))

    def _note(self, shown: str, now: float) -> None:
        for duel, looks in self.looks.items():
            for number, (_, look) in enumerate(looks):
                if look != shown:
                    continue
                self.boards += 1
                if number + 1 < len(looks):
                    self.oldest = max(self.oldest, now - looks[number + 1][0])
                elif duel in self.ended:
                    self.end_shown.setdefault(duel, now)
                return

    @property
    def latest_end(self) -> float:
        return max(self.end_shown[duel] - ended for duel, ended in self.ended.items())


async def play(person: Person, random: Random) -> None:
    """Picks something, thinks, and picks again, until the duel is over."""

    def panel() -> Seen:
        """The newest private message, apart from the offer of threads."""
        private = [seen for seen in person.sees().messages if seen.private]
        return next(seen for seen in reversed(private) if OFFER not in seen.text)

    def can_go_on(_: Screen) -> bool:
        return bool(picks_on(panel())) or is_over()

    def is_over() -> bool:
        return panel().text.startswith(("### You won", "### You lost"))

    while True:
        await asyncio.sleep(random.uniform(0.3, 1.7) * THOUGHT)
        await person.wait_until(can_go_on)  # what was acknowledged first may have been answered meanwhile
        if is_over():
            return
        await person.press(random.choice(picks_on(panel())).custom_id, on=panel())


async def crowd(evening: Evening) -> list[Person]:
    """As many duels with the computer as this channel shall have, with open panels."""
    people = [evening.person(name) for name in NAMES]
    for person in people:
        await begin_with_computer(person, "highlow", level="sprout")
        await wait_for_panel(person)
    return people


async def all_shown(watch: Watch) -> None:
    async with asyncio.timeout(30):
        while len(watch.end_shown) < DUELS:
            await asyncio.sleep(0.02)


@PROFILES
async def test_ends_come_in_time_and_nothing_is_older_than_its_sending(
    profile: Rate, evening: Evening, sandbox: Sandbox
) -> None:
    sandbox.limits.profile = profile
    watch = Watch(sandbox.world, evening.bot.services.deck)
    people = await crowd(evening)
    evening.bot.services.arenas.listeners += (watch,)
    sandbox.world.feed.join(watch)
    random = Random(14)
    await asyncio.gather(*(play(person, random) for person in people))
    await all_shown(watch)
    assert watch.latest_end <= LATEST_END + NOISE
    assert watch.oldest <= NOISE
    assert sandbox.traffic.invalid == 0


async def test_all_ends_at_once_come_in_time_and_each_duel_keeps_one_board(
    evening: Evening, sandbox: Sandbox
) -> None:
    """Some are posted anew, because Discord counts posts apart from edits; their old boards are deleted."""
    watch = Watch(sandbox.world, evening.bot.services.deck)
    people = await crowd(evening)
    evening.bot.services.arenas.listeners += (watch,)
    sandbox.world.feed.join(watch)
    arena = evening.bot.services.arenas.arena(sandbox.world.guild("The Arena").id)
    open_duels = [(duel.id, person.id) for person in people for duel in await arena.open_of(person.id)]
    await asyncio.gather(*(arena.resign(duel, person) for duel, person in open_duels))
    await all_shown(watch)
    assert watch.latest_end <= LATEST_END + NOISE
    posted = {exchange.path for exchange in sandbox.traffic.matching("DELETE", "/messages/")}
    assert 0 < len(posted) < DUELS
    await people[0].wait_until(lambda screen: len(boards(screen)) == DUELS)
    assert all("Rematch" in labels(board) for board in boards(people[0].sees()))


def boards(screen: Screen) -> list[Seen]:
    return [seen for seen in screen.messages if not seen.private and seen.buttons]


def told_privately(person: Person) -> list[Seen]:
    return [seen for seen in person.sees().messages if OFFER in seen.text]


async def test_whoever_begins_one_more_duel_is_told_of_threads_once(evening: Evening) -> None:
    people = await crowd(evening)
    told = [person for person in people if told_privately(person)]
    assert told == [people[CROWDED]]
    (offer,) = told_privately(told[0])
    assert offer.private
    assert "somebody who manages the server" in offer.text
    assert offer.buttons == ()


async def test_somebody_who_manages_the_server_can_switch_threads_on_there(
    evening: Evening, guild: Guild, manager: Person
) -> None:
    await crowd(evening)
    await manager.slash("duel highlow", level="sprout")
    offer = await manager.wait_for("duels are open in this channel")
    await manager.press("Give each duel a thread", on=offer)
    assert (await evening.bot.services.settings.settings(guild.id)).threads


async def test_where_the_bot_may_not_open_threads_nobody_is_told(evening: Evening, sandbox: Sandbox) -> None:
    duels = next(iter(sandbox.world.guild("The Arena").channels.values()))
    sandbox.faults.take_permission(duels, Permission.CREATE_PUBLIC_THREADS)
    for person in await crowd(evening):
        assert told_privately(person) == []
