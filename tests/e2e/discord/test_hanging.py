"""Requests that hang, fail or are stopped for minutes: nothing else waits for them."""

import pytest

from bot.duels.pace import PACES
from bot.ui.painting.threads import STAYS_OPEN
from sandbox.people.person import Person
from sandbox.world.permissions import Permission
from tests.support.evening import (
    Evening,
    begin_with_computer,
    eventually,
    is_live,
    open_panel,
    panel_of,
    play,
    wait_for_board,
)

MINUTE, *_ = PACES
EDITS = "PATCH /channels/{channel_id}/messages"
CHANNEL = "PATCH /channels/{channel_id}"
MEMBER = "GET /guilds/{guild_id}/members"
LONG = 4.0
"""Seconds that Discord takes for an answer; nobody else may wait for so long."""
SOON = 2.0


@pytest.fixture
async def boss(evening: Evening) -> Person:
    """Somebody who manages the server and wants threads."""
    world = evening.sandbox.world
    guild = world.guild("The Arena")
    world.add_member(guild, "Max", [world.add_role(guild, "Boss", Permission.MANAGE_GUILD)])
    boss = evening.person("Max")
    await boss.slash("settings")
    await boss.press("Threads: off")
    return boss


async def in_thread(evening: Evening, *people: Person) -> None:
    """Waits for the thread, goes there and opens the panels."""

    async def is_opened() -> bool:
        threads = [each for each in evening.sandbox.world.channels.values() if each.is_thread]
        return bool(threads) and any(map(is_live, people[0].go_to(threads[-1]).sees().messages))

    await eventually(is_opened)
    for person in people:
        person.go_to(people[0].channel)
        await open_panel(person)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """For connections that are made later: it has to come before the evening."""
    monkeypatch.setattr("bot.ui.wire.sender.LONGEST_SILENCE", 0.2)


@pytest.mark.usefixtures("impatient")
async def test_a_board_whose_request_hangs_is_tried_again_soon(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    """All boards of its channel wait while it is under way."""
    ann, bob = await evening.duel_with_panels()
    await evening.bot.services.announcer.finish()
    evening.sandbox.faults.delay(2 * LONG, EDITS)
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:", LONG)
    assert not [each for each in caplog.records if each.exc_info]


async def test_deadlines_do_not_wait_for_a_thread_that_is_being_archived(
    evening: Evening, boss: Person
) -> None:
    ann, bob = await evening.duel("ten")
    await in_thread(evening, ann, bob)
    await play(ann, bob)
    await wait_for_board(ann, "wins")
    await evening.bot.services.announcer.finish()
    evening.time.now += STAYS_OPEN - MINUTE.seconds + 1
    await begin_with_computer(boss, "highlow", level="sprout", pace=MINUTE.label)
    await in_thread(evening, boss)
    await evening.bot.services.announcer.finish()
    evening.sandbox.faults.delay(LONG, CHANNEL)
    evening.pass_time(MINUTE.seconds + 1)
    await boss.wait_for("Time ran out", SOON)  # in the panel: the board may be what is slow


@pytest.mark.usefixtures("boss")
async def test_a_card_that_discord_failed_to_change_is_tried_again(evening: Evening) -> None:
    ann, bob = await evening.duel("ten")
    await in_thread(evening, ann, bob)
    await evening.bot.services.announcer.finish()
    evening.sandbox.faults.delay(0.0, EDITS)
    evening.sandbox.faults.answer(500, EDITS)
    await evening.both_pick()
    await bob.slash("resign")
    await bob.press("Resign")
    await wait_for_board(ann, "by resignation")
    await ann.go_to("duels").wait_for("**@Ann** won against @Bob, who resigned")


@pytest.mark.usefixtures("boss")
async def test_a_thread_that_can_not_be_opened_for_minutes_is_left_alone(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await evening.duel("highlow")
    await in_thread(evening, ann, bob)
    await evening.bot.services.announcer.finish()
    (duel,) = await evening.bot.services.arenas.arena(ann.channel.guild_id or 0).open_of(ann.id)
    evening.sandbox.faults.archive_thread(ann.channel)
    before = len(evening.sandbox.traffic.matching("PATCH", f"/channels/{duel.channel}"))
    evening.sandbox.faults.delay(0.0, EDITS)
    evening.sandbox.faults.rate_limit(CHANNEL, retry_after=1_000.0, times=20)
    arena = evening.bot.services.arenas.arena(duel.guild)
    for person in (ann, bob):
        await arena.pick(duel.id, person.id, "3", 1)
    await evening.bot.services.announcer.finish()
    assert "its thread can't be opened for 1000 s" in caplog.text
    assert len(evening.sandbox.traffic.matching("PATCH", f"/channels/{duel.channel}")) <= before + 4
    assert not [each for each in caplog.records if each.exc_info]


async def test_a_question_that_discord_stops_for_minutes_is_answered_with_a_sentence(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.menu("Challenge to a duel", bob)
    evening.sandbox.faults.rate_limit(MEMBER, retry_after=1_000.0)
    await ann.press("High-Low Battle", on=panel_of(ann))
    await ann.wait_for("Please try again later")
    assert not [each for each in caplog.records if each.exc_info]
