"""Boards that Discord does not let the bot change: left alone, not tried again and again."""

import logging

import pytest

from bot.ui.painting.boards import REFUSED_FOR
from bot.ui.wire.sender import Code
from sandbox import Sandbox
from sandbox.people.person import Person
from sandbox.server.errors import ApiError
from sandbox.server.faults import Fault
from sandbox.server.ratelimit import rate_limited
from sandbox.world.entities import Guild
from sandbox.world.permissions import Permission
from tests.support.evening import Evening, board_of, labels, open_panel, panel_of, wait_for_board

EDITS = "PATCH /channels/{channel_id}/messages"


async def play_turn(evening: Evening, ann: Person, bob: Person, number: int) -> None:
    """One more turn, told to everybody."""
    arena = evening.bot.services.arenas.arena(evening.sandbox.world.guild("The Arena").id)
    (duel,) = await arena.open_of(ann.id)
    assert duel.match is not None
    for person in (ann, bob):
        await arena.pick(duel.id, person.id, str(number), duel.match.turn)
    await evening.bot.services.announcer.finish()


def edits(sandbox: Sandbox) -> list[int]:
    """The statuses of all edits of boards."""
    return [each.status for each in sandbox.traffic.matching("PATCH", "/channels/")]


@pytest.fixture
async def players(evening: Evening) -> tuple[Person, Person]:
    return await evening.duel_with_panels("highlow")


async def test_a_channel_that_was_closed_is_asked_once_and_not_at_every_turn(
    evening: Evening, sandbox: Sandbox, guild: Guild, players: tuple[Person, Person]
) -> None:
    duels = next(each for each in guild.channels.values() if each.name == "duels")
    sandbox.faults.take_permission(duels, Permission.VIEW_CHANNEL)
    for number in (3, 4, 5):
        await play_turn(evening, *players, number)
    assert edits(sandbox).count(403) == 1
    sandbox.faults.give_permission(duels, Permission.VIEW_CHANNEL)
    await wait_for_board(players[0], "Round 3:")


async def test_a_while_later_a_press_is_reason_to_try_again(
    evening: Evening, sandbox: Sandbox, guild: Guild, players: tuple[Person, Person]
) -> None:
    duels = next(each for each in guild.channels.values() if each.name == "duels")
    sandbox.faults.take_permission(duels, Permission.VIEW_CHANNEL)
    await play_turn(evening, *players, 3)
    await open_panel(players[0])
    evening.pass_time(REFUSED_FOR)
    await play_turn(evening, *players, 4)
    assert edits(sandbox).count(403) == 1
    await open_panel(players[0])
    await play_turn(evening, *players, 5)
    assert edits(sandbox).count(403) == 2


def stop_edits(sandbox: Sandbox, error: ApiError, times: int) -> None:
    sandbox.faults._waiting.append(Fault(EDITS, times, error))


async def test_a_board_that_discord_stops_for_minutes_is_left_until_the_next_turn(
    evening: Evening, sandbox: Sandbox, players: tuple[Person, Person], caplog: pytest.LogCaptureFixture
) -> None:
    stop_edits(sandbox, rate_limited(1163.0, "shared", 20028), 100)
    with caplog.at_level(logging.WARNING):
        await play_turn(evening, *players, 3)
    assert "Discord takes no edit of its board for 1163 s" in caplog.text
    assert {*edits(sandbox)} == {429}
    assert len(edits(sandbox)) <= 2  # the mark, and the turn
    sandbox.faults.clear()
    await play_turn(evening, *players, 4)
    await wait_for_board(players[0], "Round 2:")
    assert not [each for each in caplog.records if each.exc_info]


async def test_its_end_is_posted_anew(
    evening: Evening, sandbox: Sandbox, players: tuple[Person, Person]
) -> None:
    await evening.both_pick()
    ann, _ = players
    await wait_for_board(ann, "Round 2")
    stop_edits(sandbox, rate_limited(1163.0, "shared", 20028), 100)
    arena = evening.bot.services.arenas.arena(sandbox.world.guild("The Arena").id)
    (duel,) = await arena.open_of(ann.id)
    await arena.resign(duel.id, ann.id)
    await wait_for_board(ann, "by resignation")
    assert "Rematch" in labels(board_of(ann))
    assert board_of(ann).id != duel.board
    await evening.bot.services.announcer.finish()
    assert edits(sandbox).count(429) <= 3


async def test_a_board_that_takes_no_more_edits_is_posted_anew(
    evening: Evening, sandbox: Sandbox, players: tuple[Person, Person]
) -> None:
    """Discord takes only few edits of a message that is older than an hour."""
    ann, _ = players
    old = board_of(ann).id
    stop_edits(sandbox, rate_limited(6.0, "user", Code.TOO_MANY_EDITS), 1)
    await play_turn(evening, *players, 3)
    await wait_for_board(ann, "Round 1:")
    assert board_of(ann).id != old


async def test_a_short_limit_delays_a_board_and_it_shows_what_is_true_then(
    sandbox: Sandbox, players: tuple[Person, Person]
) -> None:
    sandbox.faults.rate_limit(EDITS, retry_after=0.3)
    ann, bob = players
    await ann.press("3", on=panel_of(ann))
    await bob.press("4", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    assert edits(sandbox).count(429) == 1
    assert edits(sandbox).count(200) == 1  # the mark was never sent
