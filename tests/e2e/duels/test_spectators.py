"""Those who watch say who will win, until the first reveal, and see at the end who foresaw it."""

import asyncio

import pytest

from bench.rig.bot_process import KillableBot
from sandbox import Sandbox
from sandbox.people.person import Person, Reply
from sandbox.people.screen import Seen
from tests.e2e.attacks.test_forgery import forge
from tests.support.evening import (
    Evening,
    begin_with_computer,
    board_of,
    duel_key_on,
    is_live,
    panel_of,
    play,
    private_text,
    resign,
    wait_for_board,
)
from tests.support.games.boards import colour_of

CROWD = 200


def votes(seen: Seen) -> list[str]:
    """The labels of the two buttons, which say how the votes stand."""
    return [button.label for button in seen.buttons if ":vote:" in button.custom_id]


def tally(blue: int, orange: int) -> list[str]:
    return [str(blue), str(orange)]


async def vote(person: Person, seat: int) -> Reply:
    return await person.press(_id(person, seat), on=board_of(person))


def _id(person: Person, seat: int) -> str:
    return next(b.custom_id for b in board_of(person).buttons if b.custom_id.endswith(f"1:{seat}"))


async def shows(person: Person, blue: int, orange: int) -> None:
    expected = tally(blue, orange)
    await person.wait_until(lambda _: votes(board_of(person)) == expected, what=f"the tally {expected}")


def seat_of(name: str, board: Seen) -> int:
    """Blue sits first."""
    return 0 if colour_of(name, board) == ":blue:" else 1


async def test_a_vote_is_silent_and_counted_on_the_board(evening: Evening) -> None:
    ann, _ = await evening.duel()
    cleo = evening.person("Cleo")
    seen = len(cleo.sees().messages)
    spoken = [button.spoken for button in board_of(ann).buttons if ":vote:" in button.custom_id]
    assert spoken == ["blue 0", "orange 0"]
    reply = await vote(cleo, 0)
    assert reply.message is None or not reply.message.private
    await shows(ann, 1, 0)
    await vote(cleo, 1)
    await shows(ann, 0, 1)
    assert len(cleo.sees().messages) == seen
    assert "Cleo" not in board_of(ann).text


async def test_the_first_reveal_closes_the_vote_and_the_end_tells_who_was_right(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    cleo = evening.person("Cleo")
    seat = seat_of("Ann", board_of(ann))
    await ann.press("9", on=panel_of(ann))
    await vote(cleo, seat)
    old = _id(cleo, 1 - seat)
    await bob.press("5", on=panel_of(bob))
    board = await wait_for_board(cleo, "Votes of those who watch:")
    assert "1 for @Ann" in board.text
    assert votes(board) == []
    late = private_text(await forge(evening.sandbox, cleo, board, old))
    assert late == "The voting is over: it ends with the first reveal. Watch how it turns out."
    await resign(bob)
    await wait_for_board(cleo, "The one who voted foresaw it.")


async def test_the_two_players_have_no_vote(evening: Evening) -> None:
    for person in await evening.duel():
        assert "you have no vote" in private_text(await vote(person, 0))
    assert votes(board_of(person)) == tally(0, 0)


async def test_bots_have_no_vote(evening: Evening) -> None:
    ann, _ = await evening.duel()
    cleo = evening.person("Cleo")
    cleo.user.bot = True
    assert private_text(await vote(cleo, 0)) == "Bots have no vote."
    assert votes(board_of(ann)) == tally(0, 0)


async def test_the_computers_duel_can_be_voted_on_too(evening: Evening) -> None:
    ann, cleo = evening.person("Ann"), evening.person("Cleo")
    await begin_with_computer(ann, "highlow", opponent=evening.sandbox.world.bot)
    await vote(cleo, 1)
    await shows(ann, 0, 1)
    await play(ann)
    await wait_for_board(ann, "The one who voted")


async def test_a_vote_works_after_a_restart(evening: Evening) -> None:
    ann, _ = await evening.duel()
    cleo = evening.person("Cleo")
    await vote(cleo, 0)
    await shows(ann, 1, 0)
    await evening.reopen()
    await vote(cleo, 1)
    await shows(ann, 0, 1)


@pytest.mark.parametrize("rest", ["{duel}:1:2", "{duel}:1:x", "{duel}", "{duel}:1", "fffffffffffff:1:0"])
async def test_a_forged_vote_counts_nowhere(rest: str, evening: Evening) -> None:
    ann, _ = await evening.duel()
    duel = duel_key_on(board_of(ann))
    cleo = evening.person("Cleo")
    reply = await forge(evening.sandbox, cleo, board_of(cleo), "duel:vote:" + rest.format(duel=duel))
    assert private_text(reply).endswith(".")
    assert "went wrong" not in private_text(reply)
    await evening.bot.services.announcer.finish()
    assert votes(board_of(ann)) == tally(0, 0)


async def test_a_vote_from_another_channel_is_sent_to_the_board(evening: Evening) -> None:
    ann, bob = await evening.duel()
    cleo = evening.person("Cleo").go_to("lounge")
    wanted = _id(ann, 0)
    evening.pass_time(10)
    await ann.go_to("lounge").slash("duel ten", opponent=bob)
    answer = private_text(await forge(evening.sandbox, cleo, board_of(cleo), wanted))
    assert answer.startswith("Vote where the duel is played: on [its board](https://")
    assert votes(board_of(ann.go_to("duels"))) == tally(0, 0)


async def test_a_duel_in_a_thread_is_voted_on_there(evening: Evening) -> None:
    world = evening.sandbox.world
    await evening.bot.services.settings.change(next(iter(world.guilds)), threads=True)
    ann, _ = await evening.duel()
    await ann.wait_for("This duel is played in")
    (thread,) = [channel for channel in world.channels.values() if channel.is_thread]
    await vote(evening.person("Cleo").go_to(thread), 0)
    await shows(ann.go_to(thread), 1, 0)


async def test_the_players_do_not_wait_for_a_vote_that_is_slow(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    evening.sandbox.faults.delay(1.0, "/callback")
    slow = asyncio.create_task(vote(evening.person("Cleo"), 0))
    await shows(ann, 1, 0)
    await ann.press("9", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    assert not slow.done()
    await slow


async def test_a_crowd_votes_at_once_with_a_few_strokes_of_the_painter(evening: Evening) -> None:
    ann, _ = await evening.duel()
    guild = next(iter(evening.sandbox.world.guilds.values()))
    crowd = [f"Fan {number}" for number in range(CROWD)]
    for name in crowd:
        evening.sandbox.world.add_member(guild, name)
    people = [evening.person(name) for name in crowd]
    edits = len(evening.sandbox.traffic.matching("PATCH", "/messages/"))
    await asyncio.gather(*(vote(person, number % 2) for number, person in enumerate(people)))
    await shows(ann, CROWD // 2, CROWD // 2)
    strokes = len(evening.sandbox.traffic.matching("PATCH", "/messages/")) - edits
    assert strokes < CROWD / 4
    assert is_live(board_of(ann))


async def test_a_confirmed_vote_survives_a_kill(sandbox: Sandbox, address: str) -> None:
    bot = KillableBot(sandbox, address)
    await bot.start()
    try:
        ann, bob, cleo = (sandbox.person(name) for name in ("Ann", "Bob", "Cleo"))
        await ann.slash("duel highlow", opponent=bob)
        await bob.press("Accept")
        sandbox.faults.answer(500, "/messages/", times=100)
        await vote(cleo, 1)
        await bot.kill()
        sandbox.faults.clear()
        assert votes(board_of(ann)) == tally(0, 0)
        await bot.start()
        await shows(ann, 0, 1)
    finally:
        await bot.stop()
