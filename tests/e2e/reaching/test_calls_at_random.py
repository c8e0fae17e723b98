"""Whatever happens: one call of a duel stands at most, none after its end; a turn calls each person once."""

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

from bot.duels.pace import PACES
from sandbox.people.person import Person
from sandbox.world.feed import Event, Listener
from tests.support.evening import (
    Evening,
    board_of,
    call_on,
    eventually,
    labels,
    open_panel,
    panel_of,
    picks_on,
)
from tests.support.project import SOAK

MINUTE, _, DAY = PACES
STEPS = 8
HAND = "duel:hand:"


@dataclass
class Watch(Listener):
    """Follows every message with a button that names a turn of a duel."""

    standing: dict[str, str] = field(default_factory=dict)
    """The duel of each call that stands."""
    pinged: Counter[tuple[str, str, bool]] = field(default_factory=Counter)
    """How often each person was pinged for each turn, by calls and by reminders."""
    most: int = 0

    def dispatched(self, event: Event) -> None:
        if event.name == "MESSAGE_DELETE":
            self.standing.pop(event.data["id"], None)
        elif event.name == "MESSAGE_CREATE" and event.data["content"] and event.data["components"]:
            self._note(event)

    def _note(self, event: Event) -> None:
        turn = event.data["components"][0]["components"][0]["custom_id"].removeprefix(HAND)
        self.standing[event.data["id"]] = turn.partition(":")[0]
        self.most = max(self.most, *Counter(self.standing.values()).values())
        for user in event.data["mentions"]:
            self.pinged[user["global_name"], turn, "your pick is missing" in event.data["content"]] += 1


async def act(evening: Evening, dice: random.Random, people: tuple[Person, Person]) -> None:
    """Somebody picks, time passes, or the bot is started again."""
    person, what = dice.choice(people), dice.random()
    if what < 0.6 and await is_on(evening):
        await open_panel(person)
        if picks := picks_on(panel_of(person)):
            await person.press(dice.choice(picks).custom_id, on=panel_of(person))
    elif what < 0.9:
        evening.pass_time(dice.choice([1, 45, 100, DAY.seconds - DAY.reminder + 1]))
        await eventually(lambda: rang(evening))
    else:
        await evening.reopen(after=dice.choice([0, 30]))


async def is_on(evening: Evening) -> bool:
    return await evening.bot.services.storage.count_live() > 0


async def rang(evening: Evening) -> bool:
    """Whether all alarms have rung that were due."""
    return evening.bot.services.clock.lag == 0


@pytest.mark.parametrize("seed", range(40 if SOAK else 4))
async def test_calls_at_random(evening: Evening, seed: int) -> None:
    dice, watch = random.Random(seed), Watch()
    evening.sandbox.world.feed.join(watch)
    ann, bob = await evening.duel(dice.choice(["ten", "highlow"]), pace=dice.choice([MINUTE, DAY]).label)
    for _ in range(STEPS):
        await act(evening, dice, (ann, bob))
    if await is_on(evening):
        await bob.slash("resign")
        await bob.press(panel_of(bob).buttons[0].custom_id)
    await ann.wait_until(lambda _: "Rematch" in labels(board_of(ann)))
    await ann.wait_until(lambda _: call_on(ann) is None)
    evening.sandbox.world.feed.leave(watch)
    assert watch.standing == {}
    assert watch.most == 1
    assert max(watch.pinged.values()) == 1
