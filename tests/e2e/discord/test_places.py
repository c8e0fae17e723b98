"""Every kind of place has its planned answer, and nothing ends in a traceback."""

import asyncio
import logging
from collections.abc import Iterator

import pytest

from bot.duels.settings import Mentions
from bot.ui.duels.allowed import OUTSIDE
from bot.ui.painting.boards import REFUSED_FOR
from bot.ui.painting.threads import STAYS_OPEN
from sandbox.people.person import Person
from sandbox.wire import ChannelType
from sandbox.world.channel import Channel
from sandbox.world.entities import Guild
from tests.support.evening import (
    Evening,
    board_of,
    eventually,
    is_live,
    open_panel,
    panel_of,
    picks_on,
    play,
    private_text,
    resign,
    wait_for_board,
)

pytestmark = pytest.mark.usefixtures("quiet_log")


@pytest.fixture
def quiet_log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fails a test that leaves a fault in the log."""
    yield
    records = [record for when in ("setup", "call") for record in caplog.get_records(when)]
    assert [record.getMessage() for record in records if record.exc_info] == []
    assert [record.getMessage() for record in records if record.levelno >= logging.ERROR] == []


@pytest.fixture
async def threads_on(evening: Evening, guild: Guild) -> None:
    await evening.bot.services.settings.change(guild.id, threads=True)


WITH_THREADS = pytest.mark.usefixtures("threads_on")


async def thread_of(evening: Evening) -> Channel:
    """The thread of the only duel, once its board is there."""
    await eventually(lambda: has_moved(evening))
    return threads(evening)[-1]


def threads(evening: Evening) -> list[Channel]:
    return [channel for channel in evening.sandbox.world.channels.values() if channel.is_thread]


async def has_moved(evening: Evening) -> bool:
    arena = evening.bot.services.arenas.arena(evening.sandbox.world.guild("The Arena").id)
    found = [duel for person in ("Ann", "Bob") for duel in await arena.open_of(evening.person(person).id)]
    return any(duel.notes.card is not None for duel in found)


async def in_thread(evening: Evening, game: str, **options: object) -> tuple[Person, Person, Channel]:
    """Begins a duel in a thread, where both open their panels."""
    ann, bob = await evening.duel(game, **options)
    thread = await thread_of(evening)
    for person in (ann, bob):
        person.go_to(thread)
        await open_panel(person)
    return ann, bob, thread


async def turn(ann: Person, bob: Person) -> None:
    """Both pick, wherever they are."""
    for person in (ann, bob):
        await person.press(picks_on(panel_of(person))[0].custom_id, on=panel_of(person))


@WITH_THREADS
@pytest.mark.parametrize(
    ("pace", "minutes"),
    [("a minute per pick", 60), ("ten minutes per pick", 1440), ("a day per pick", 10080)],
)
async def test_a_thread_is_named_after_its_players_and_lasts_by_its_pace(
    pace: str, minutes: int, evening: Evening
) -> None:
    await evening.duel("highlow", pace=pace)
    thread = await thread_of(evening)
    assert thread.name in {"Ann vs Bob · High-Low Battle", "Bob vs Ann · High-Low Battle"}
    assert thread.thread is not None
    assert thread.thread.archive_minutes == minutes


@WITH_THREADS
async def test_the_answer_to_an_acceptance_is_the_card_and_it_is_not_edited_again(evening: Evening) -> None:
    ann, _ = await evening.duel("highlow")
    thread = await thread_of(evening)
    card = ann.sees().find("This duel is played in")
    assert card is not None
    assert card.id == thread.id
    both = {"@Ann against :orange: @Bob.", "@Bob against :orange: @Ann."}
    assert any(f":blue: {players}" in card.text for players in both)
    assert card.buttons == ()
    assert evening.sandbox.traffic.matching("PATCH", f"/channels/{ann.channel.id}/messages/") == []


@WITH_THREADS
async def test_the_card_says_who_won(evening: Evening) -> None:
    ann, bob, _ = await in_thread(evening, "highlow")
    await evening.both_pick()
    await bob.slash("resign")
    await bob.press("Resign")
    card = await ann.go_to("duels").wait_for("won against")
    assert ":trophy: **@Ann** won against @Bob, who resigned." in card.text


@WITH_THREADS
async def test_a_thread_is_archived_some_time_after_the_end(evening: Evening) -> None:
    ann, bob, thread = await in_thread(evening, "ten")
    await play(ann, bob)
    await ann.go_to("duels").wait_for("won against")
    await evening.bot.services.announcer.finish()
    assert not thread.is_archived
    evening.pass_time(STAYS_OPEN)
    await eventually(lambda: is_archived(thread))


async def is_archived(thread: Channel) -> bool:
    return thread.is_archived


@WITH_THREADS
async def test_a_thread_with_a_rematch_is_archived_after_the_rematch(evening: Evening) -> None:
    ann, bob, thread = await in_thread(evening, "highlow", pace="a day per pick")
    await evening.both_pick()
    await bob.slash("resign")
    await bob.press("Resign")
    await ann.press("Rematch", on=await wait_for_board(ann, "by resignation"))
    await bob.press("Accept")
    await wait_for_board(ann, "Round 1")
    evening.pass_time(2 * STAYS_OPEN)
    await ann.slash("hand")
    assert not thread.is_archived
    await evening.both_pick()
    await evening.bot.services.announcer.finish()
    await resign(ann)
    await wait_for_board(bob, "by resignation")
    await bob.go_to("duels").wait_for(":trophy: **@Bob** won against @Ann")
    await evening.bot.services.announcer.finish()
    evening.pass_time(STAYS_OPEN)
    await eventually(lambda: is_archived(thread))


@WITH_THREADS
async def test_a_restart_does_not_keep_a_thread_from_being_archived(evening: Evening) -> None:
    ann, bob, thread = await in_thread(evening, "highlow")
    await evening.both_pick()
    await bob.slash("resign")
    await bob.press("Resign")
    await ann.go_to("duels").wait_for("won against")
    await evening.reopen(after=60)
    evening.pass_time(STAYS_OPEN)
    await eventually(lambda: is_archived(thread))


@WITH_THREADS
async def test_a_thread_that_was_archived_in_the_middle_is_opened_and_keeps_its_board(
    evening: Evening,
) -> None:
    ann, bob, thread = await in_thread(evening, "highlow", pace="a day per pick")
    board = board_of(ann)
    evening.sandbox.faults.archive_thread(thread)
    for person in (ann, bob):
        await person.go_to("lounge").slash("hand")
    await turn(ann, bob)
    ann.go_to(thread)
    assert (await wait_for_board(ann, "Round 1:")).id == board.id
    assert not thread.is_archived


@WITH_THREADS
async def test_with_a_locked_thread_play_goes_on_elsewhere_and_the_card_says_so(evening: Evening) -> None:
    ann, bob, thread = await in_thread(evening, "highlow", pace="a day per pick")
    board = board_of(ann)
    evening.sandbox.faults.archive_thread(thread, locked=True)
    for person in (ann, bob):
        await person.go_to("lounge").slash("hand")
    await turn(ann, bob)
    await ann.wait_until(lambda _: len(picks_on(panel_of(ann))) == 8)
    await ann.go_to("duels").wait_for("Its thread is locked")
    ann.go_to("lounge")
    assert "locked" in private_text(await ann.slash("hand"))
    evening.sandbox.faults.lock_thread(thread, locked=False)
    evening.pass_time(REFUSED_FOR)
    await ann.press(picks_on(panel_of(ann))[0].custom_id, on=panel_of(ann))
    assert (await wait_for_board(ann.go_to(thread), "Round 1:")).id == board.id
    await ann.go_to("duels").wait_until(lambda screen: screen.find("Its thread is locked") is None)


@WITH_THREADS
async def test_a_locked_thread_that_is_still_active_is_no_fault_either(evening: Evening) -> None:
    ann, bob, thread = await in_thread(evening, "ten")
    evening.sandbox.faults.lock_thread(thread)
    for person in (ann, bob):
        person.go_to("lounge")
    await (ann if "to pick" in board_line(ann, thread) else bob).slash("hand")
    await evening.both_pick()
    for person in (ann, bob):
        await person.slash("resign")
    await bob.press("Resign")
    await ann.go_to("duels").wait_for("won against")
    await evening.bot.services.announcer.finish()
    evening.pass_time(STAYS_OPEN)
    await evening.bot.services.clock.ring()


def board_line(person: Person, thread: Channel) -> str:
    here = person.channel
    text = board_of(person.go_to(thread)).text
    person.go_to(here)
    return next(line for line in text.splitlines() if f"@{person.name}" in line)


async def test_a_private_thread_without_the_bot_gets_a_sentence_and_no_duel(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    thread = ann.start_thread("Secret", private=True)
    assert private_text(await ann.slash("duel highlow", opponent=bob)) == OUTSIDE
    assert private_text(await ann.slash("duels")).startswith("You are in no duel here.")
    threads_of = evening.sandbox.platform.threads
    threads_of.set_member(thread, evening.sandbox.world.bot.id, joined=True, by=ann.user)
    threads_of.set_member(thread, bob.id, joined=True, by=ann.user)
    await ann.slash("duel highlow", opponent=bob)
    await bob.go_to(thread).press("Accept")
    for person in (ann, bob):
        await open_panel(person)
    await turn(ann, bob)
    await wait_for_board(ann, "Round 1:")


@WITH_THREADS
@pytest.mark.parametrize("kind", [ChannelType.VOICE, ChannelType.STAGE])
async def test_in_the_chat_of_a_voice_channel_the_duel_stays_there_without_a_word(
    kind: ChannelType, evening: Evening, guild: Guild, caplog: pytest.LogCaptureFixture
) -> None:
    place = evening.sandbox.world.add_channel(guild, "stage", kind)
    ann, bob = evening.person("Ann").go_to(place), evening.person("Bob").go_to(place)
    await ann.slash("duel highlow", opponent=bob)
    await bob.press("Accept")
    for person in (ann, bob):
        await open_panel(person)
    await play(ann, bob)
    assert threads(evening) == []
    assert evening.sandbox.traffic.matching("POST", "/threads") == []
    assert [record for record in caplog.records if "thread" in record.getMessage()] == []


@WITH_THREADS
async def test_in_a_post_of_a_forum_the_duel_stays_there_and_the_post_stays_open(
    evening: Evening, guild: Guild
) -> None:
    forum = evening.sandbox.world.add_channel(guild, "forum", ChannelType.FORUM)
    ann, bob = evening.person("Ann").go_to(forum), evening.person("Bob")
    post = ann.start_thread("Who plays?")
    await ann.slash("duel ten", opponent=bob)
    await bob.go_to(post).press("Accept")
    for person in (ann, bob):
        await open_panel(person)
    await play(ann, bob)
    evening.pass_time(STAYS_OPEN)
    await evening.bot.services.clock.ring()
    assert threads(evening) == [post]
    assert not post.is_archived


async def test_in_somebodys_archived_thread_a_new_board_opens_it(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    thread = ann.start_thread("Chat")
    await ann.slash("duel highlow", opponent=bob, pace="a day per pick")
    await bob.go_to(thread).press("Accept")
    await wait_for_board(ann, "Round 1")
    evening.sandbox.platform.threads.set_member(thread, evening.sandbox.world.bot.id, joined=False)
    evening.sandbox.faults.archive_thread(thread)
    for person in (ann, bob):
        await person.go_to("lounge").slash("hand")
    await turn(ann, bob)
    await wait_for_board(ann.go_to(thread), "Round 1:")
    assert not thread.is_archived


@WITH_THREADS
async def test_where_there_are_too_many_threads_the_card_becomes_the_board(evening: Evening) -> None:
    evening.sandbox.platform.threads.most_active = 0
    ann, bob = await evening.duel("highlow")
    board = await wait_for_board(ann, "Round 1")
    assert is_live(board)
    for person in (ann, bob):
        await open_panel(person)
    await play(ann, bob)


@WITH_THREADS
async def test_where_nobody_is_pinged_nobody_is_added_to_a_thread(evening: Evening, guild: Guild) -> None:
    await evening.bot.services.settings.change(guild.id, mentions=Mentions.NOBODY)
    ann, _ = await evening.duel("highlow")
    thread = await thread_of(evening)
    await evening.bot.services.announcer.finish()
    assert evening.sandbox.traffic.matching("PUT", "/thread-members/") == []
    assert "to the thread" not in ann.go_to(thread).sees().text


@WITH_THREADS
async def test_whoever_accepts_twice_still_sees_the_card(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash("duel highlow", opponent=bob)
    evening.sandbox.faults.delay(0.3, "/threads")
    await asyncio.gather(bob.press("Accept"), bob.press("Accept"))
    await thread_of(evening)
    await evening.bot.services.announcer.finish()
    card = bob.sees().find("This duel is played in")
    assert card is not None
    assert card.buttons == ()
