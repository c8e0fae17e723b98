"""Whoever looks away finds everything since their own last pick; results stand until the end."""

import re

import pytest

from sandbox import Sandbox
from sandbox.people.looking import look
from sandbox.people.person import Person
from sandbox.people.screen import Control
from sandbox.world.entities import Message
from sandbox.world.feed import Listener
from tests.support.evening import (
    Evening,
    begin_with_computer,
    board_of,
    open_panel,
    panel_of,
    picks_on,
    play,
    wait_for_board,
    wait_for_panel,
    wait_for_turn_of,
)
from tests.support.games.boards import colour_of, waited_for


async def choose(person: Person, word: str) -> str:
    """Taps what begins with this word in the panel, and returns the digit that it was about."""

    def found() -> list[Control]:
        return [pick for pick in picks_on(panel_of(person)) if pick.label.startswith(word)]

    await person.wait_until(lambda _: found(), what=f"a button “{word}”")
    tapped = found()[0]
    await person.press(tapped.custom_id, on=panel_of(person))
    return tapped.label.split()[-1]


async def bid(person: Person, points: int) -> None:
    """Types a bid, and means it if all points are bid."""
    await person.wait_until(lambda _: picks_on(panel_of(person)), what="a bid to make")
    await person.press("Other bid…", on=panel_of(person))
    assert person.sees().form is not None
    (field,) = re.findall(r"A whole number from 1 to \d+", str(person.sees().form))[:1]
    reply = await person.fill({field: str(points)})
    if reply.message is not None and "Yes, I mean it" in [each.label for each in reply.message.buttons]:
        await person.press("Yes, I mean it", on=reply.message)


async def looked_away(evening: Evening) -> tuple[Person, Person, list[str]]:
    """In Digit Duel one player's hand is full after one pick of their own; the other goes on alone until the
    round is over. Returns both, and what the first has to find."""
    ann, bob = await evening.duel_with_panels("digitduel")
    busy, away = (ann, bob) if waited_for(board_of(ann)) == {"Ann"} else (bob, ann)
    await choose(busy, "Give")
    kept = await choose(away, "Keep")
    given = await choose(busy, "Give")
    first, second, third = [await choose(busy, "Keep") for _ in range(3)]
    article = "an" if given == "8" else "a"
    told = [
        f"You kept {kept}.",
        f"{busy.name} gave you {article} {given} and",
        f"kept {first}, {second} and {third}.",
        "Round 1:",
    ]
    return busy, away, told


def in_order(text: str, told: list[str]) -> bool:
    return re.search(".*".join(map(re.escape, told)), text, re.DOTALL) is not None


async def test_whoever_waits_for_several_turns_in_digit_duel_finds_them_all_on_the_panel(
    evening: Evening,
) -> None:
    _, away, told = await looked_away(evening)
    await away.wait_until(lambda _: in_order(panel_of(away).text, told), what=str(told))


async def test_a_panel_that_is_opened_only_afterwards_tells_the_same(evening: Evening) -> None:
    _, away, told = await looked_away(evening)
    away.dismiss(panel_of(away))
    await open_panel(away)
    assert in_order(panel_of(away).text, told)
    await evening.reopen()
    away.dismiss(panel_of(away))
    await open_panel(away)
    assert in_order(panel_of(away).text, told)


async def test_the_board_tells_it_too_while_that_player_is_to_pick(evening: Evening) -> None:
    busy, away, (_, _, kept, _) = await looked_away(evening)
    board = await wait_for_board(away, "Round 1:")
    if waited_for(board) == {busy.name}:
        await choose(busy, "Give")
        board = await wait_for_turn_of(away, away.name)
    colour = re.escape(colour_of(busy.name, board))
    assert re.search(rf"{colour} [^.]*{re.escape(kept)}", board.text)


async def test_whoever_has_no_points_left_in_bid_battle_finds_every_item_since_their_last_bid(
    evening: Evening,
) -> None:
    ann, bob = await evening.duel_with_panels("bidbattle")
    await bid(ann, 100)
    await bid(bob, 10)
    for item, points in (("B", 20), ("C", 30)):
        await wait_for_turn_of(bob, "Bob")
        await bid(bob, points)
        await wait_for_board(bob, f"Item {item}:")
    await ann.wait_until(lambda _: "Item C:" in panel_of(ann).text)
    assert "you aren't asked" in panel_of(ann).text
    for item in "ABC":
        (line,) = re.findall(rf"Item {item}: [^.]+\.[^.]+\.", panel_of(ann).text)
        assert ("You took it for 100." in line) == (item == "A")
    for points in (5, 5):
        await wait_for_turn_of(bob, "Bob")
        await bid(bob, points)
    await ann.wait_until(lambda _: panel_of(ann).text.startswith(("### You won", "### You lost")))
    assert re.findall(r"Item ([A-E]):", panel_of(ann).text) == [*"ABCDE"]


async def test_against_the_computer_the_effect_of_the_own_pick_comes_before_its_answer(
    evening: Evening,
) -> None:
    ann = evening.person("Ann")
    await begin_with_computer(ann, "numbermatch", level="fox")
    panel = await wait_for_panel(ann)
    attack = picks_on(panel)[0].label.split()[0]
    await ann.press(picks_on(panel)[0].custom_id, on=panel)
    text = panel_of(ann).text
    own = re.search(rf"You hit Fox for {attack}\.|Fox blocked your {attack}\.", text)
    answer = re.search(r"Fox hit you for \d\.|You blocked Fox's \d\.", text)
    assert own is not None
    assert answer is not None
    assert own.start() < answer.start()


class Boards(Listener):
    """Keeps what everybody could read in public, edit by edit."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._world = sandbox.world
        self.texts: list[str] = []

    def shown(self, message: Message) -> None:
        if message.only_for is None and not message.wire["content"]:
            self.texts.append(look(self._world, message).text)


RESULTS = {
    "highlow": r":(?:blue|orange) \d(?: won)?:",
    "bidbattle": r":lot [a-e] (?:blue|orange):\s\**\d+\**\u2060–\u2060\**\d+\**",
    "digitduel": r"Round \d: :\w+: \d+ beat :\w+: \d+",
}
"""What a finished round has brought, as a board says it."""


@pytest.mark.parametrize("game", RESULTS)
async def test_a_spectator_finds_the_results_of_all_rounds_on_the_board_until_the_end(
    evening: Evening, game: str
) -> None:
    ann, bob = await evening.duel_with_panels(game)
    boards = Boards(evening.sandbox)
    evening.sandbox.world.feed.join(boards)
    await play(ann, bob)
    await wait_for_board(ann, "wins")
    evening.sandbox.world.feed.leave(boards)
    before: set[str] = set()
    for text in boards.texts:
        results = {*re.findall(RESULTS[game], text)}
        assert before <= results, text
        before = results
    assert len(before) >= 2
    assert {*re.findall(RESULTS[game], board_of(evening.person("Cleo")).text)} == before
