"""Both players press at the same instant, over and over."""

import asyncio

from sandbox import Person
from tests.support.databases import rows
from tests.support.evening import Evening, board_of, is_live, panel_of, picks_on
from tests.support.project import SOAK

TURNS = 1000 if SOAK else 100


async def test_both_press_at_the_same_instant_many_times(evening: Evening) -> None:
    turns = 0
    while turns < TURNS:
        ann, bob = await evening.duel_with_panels()
        number = 0
        while is_live(board_of(ann)):
            number, turns = number + 1, turns + 1
            await asyncio.gather(press_any(ann, number), press_any(bob, number + 1))
            for person in (ann, bob):
                await goes_on(person, number + 1)
    assert await rows(evening.address, "SELECT count(*) FROM picks") == [(2 * turns,)]


async def press_any(person: Person, number: int) -> None:
    hand = panel_of(person)
    cards = picks_on(hand)
    await person.press(cards[number % len(cards)].label, on=hand)


async def goes_on(person: Person, number: int) -> None:
    """Their own panel has turned to the next round, or to the end, by itself."""
    ends = ("### You won", "### You lost")
    await person.wait_until(
        lambda _: any(word in panel_of(person).text for word in (f"Your card, round {number}", *ends)),
        what=f"round {number}",
    )
    if any(word in panel_of(person).text for word in ends):
        await person.wait_until(lambda _: not is_live(board_of(person)), what="the end")
