"""Duels in threads of their own, where the server wants that and the bot may."""

import pytest

from sandbox.people.person import Person
from sandbox.world.channel import Channel
from sandbox.world.permissions import Permission
from tests.support.evening import (
    Evening,
    begin_with_computer,
    board_of,
    eventually,
    is_call,
    is_live,
    labels,
    open_panel,
    panel_of,
    picks_on,
    play,
    private_text,
    wait_for_board,
)


@pytest.fixture
async def boss(evening: Evening) -> Person:
    """Somebody who manages the server and wants threads."""
    world = evening.sandbox.world
    guild = world.guild("The Arena")
    role = world.add_role(guild, "Boss", Permission.MANAGE_GUILD)
    world.add_member(guild, "Max", [role])
    boss = evening.person("Max")
    await boss.slash("settings")
    await boss.press("Threads: off")
    assert "Threads: on" in labels(panel_of(boss))
    return boss


def threads(evening: Evening) -> list[Channel]:
    return [channel for channel in evening.sandbox.world.channels.values() if channel.is_thread]


async def opened(evening: Evening, person: Person) -> Channel:
    """The only thread, once its board is there. The card comes first."""
    await person.wait_for("This duel is played in")
    await eventually(lambda: has_board(evening, person))
    (thread,) = threads(evening)
    return thread


async def has_board(evening: Evening, person: Person) -> bool:
    here = person.channel
    shown = [seen for thread in threads(evening) for seen in person.go_to(thread).sees().messages]
    person.go_to(here)
    return any(is_live(seen) for seen in shown)


async def invited(thread: Channel, *people: Person) -> bool:
    return thread.thread is not None and {person.id for person in people} <= thread.thread.members


@pytest.mark.usefixtures("boss")
async def test_a_duel_runs_in_its_own_thread_from_accept_to_rematch(evening: Evening) -> None:
    ann, bob = await evening.duel("highlow")
    thread = await opened(evening, ann)
    sign = await ann.wait_for("This duel is played in")
    assert sign.buttons == ()
    await eventually(lambda: invited(thread, ann, bob))
    for person in (ann, bob):
        person.go_to(thread)
        await open_panel(person)
    await play(ann, bob)
    await wait_for_board(ann, "wins")
    await ann.press("Rematch", on=board_of(ann))
    await bob.press("Accept")
    await wait_for_board(ann, "Round 1 of 5")
    assert threads(evening) == [thread]
    assert ann.go_to("duels").sees().buttons == []


@pytest.mark.usefixtures("boss")
@pytest.mark.parametrize("late", ["before Discord did it", "after"])
@pytest.mark.parametrize(
    "broken", ["POST /channels/{channel_id}/messages", "PATCH /channels/", "PUT /channels/"]
)
async def test_a_connection_that_breaks_on_the_way_to_a_thread_leaves_nothing_half_done(
    broken: str, late: str, evening: Evening
) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash("duel ten", opponent=bob)
    evening.sandbox.faults.delay(0.0, "/threads")  # which is a POST too
    evening.sandbox.faults.break_connection(broken, late=late == "after")
    await bob.press("Accept")
    assert (await ann.wait_for("This duel is played in")).buttons == ()
    thread = await opened(evening, ann)
    await eventually(lambda: invited(thread, ann, bob))
    posted = ann.go_to(thread).sees().messages
    boards = [seen for seen in posted if "### Battle to Ten" in seen.text and not is_call(seen)]
    assert len(boards) == 1
    assert is_live(boards[0])
    assert "something went wrong" not in bob.sees()


@pytest.mark.usefixtures("boss")
async def test_a_duel_with_the_computer_gets_a_thread_too(evening: Evening) -> None:
    ann = evening.person("Ann")
    await begin_with_computer(ann, "highlow", opponent=evening.sandbox.world.bot)
    thread = await opened(evening, ann)
    assert is_live(board_of(ann.go_to(thread)))


@pytest.mark.usefixtures("boss")
@pytest.mark.parametrize(
    "permission", [Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS]
)
async def test_without_the_permission_the_duel_stays_in_the_channel(
    permission: int, evening: Evening
) -> None:
    evening.sandbox.faults.take_permission(evening.person("Ann").channel, permission)
    ann, _ = await evening.duel_with_panels("highlow")
    assert threads(evening) == []
    assert len(picks_on(panel_of(ann))) == 9


async def test_without_the_setting_the_duel_stays_in_the_channel(evening: Evening) -> None:
    await evening.duel()
    assert threads(evening) == []


async def test_only_who_manages_the_server_is_offered_its_settings(evening: Evening, boss: Person) -> None:
    offered = [command["name"] for command in boss._client.offered(boss.channel)]
    assert "settings" in offered
    ann = evening.person("Ann")
    assert "settings" not in [command["name"] for command in ann._client.offered(ann.channel)]


@pytest.mark.usefixtures("boss")
async def test_an_archived_thread_is_opened_again_by_the_next_reveal(evening: Evening) -> None:
    ann, bob = await evening.duel("highlow")
    thread = await opened(evening, ann)
    for person in (ann, bob):
        person.go_to(thread)
        await open_panel(person)
    evening.sandbox.faults.archive_thread(thread)
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    board = await wait_for_board(ann, "Round 1:")
    assert is_live(board)
    assert thread.thread is not None
    assert not thread.thread.archived


@pytest.mark.usefixtures("boss")
@pytest.mark.parametrize("what", ["thread", "parent"])
async def test_a_duel_whose_thread_is_deleted_ends_without_a_result(what: str, evening: Evening) -> None:
    ann, _ = await evening.duel("highlow")
    thread = await opened(evening, ann)
    lost = thread if what == "thread" else ann.channel
    evening.sandbox.faults.delete_channel(lost)
    ann.go_to("lounge")
    await eventually(lambda: plays_nothing(ann))


async def plays_nothing(person: Person) -> bool:
    return "You are in no duel here" in private_text(await person.slash("duels"))


@pytest.mark.usefixtures("boss")
async def test_a_rematch_of_a_duel_in_the_channel_gets_one_thread_however_often_it_is_asked_for(
    evening: Evening,
) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    evening.sandbox.faults.take_permission(ann.channel, Permission.CREATE_PUBLIC_THREADS)
    await evening.duel("ten")
    await evening.both_pick()
    await ann.slash("resign")
    await ann.press("Resign")
    over = await wait_for_board(bob, "by resignation")
    evening.sandbox.faults.give_permission(ann.channel, Permission.CREATE_PUBLIC_THREADS)
    for person in (ann, bob, ann, bob):
        await person.press("Rematch", on=over)
    await ann.wait_for("This duel is played in")
    await evening.bot.services.announcer.finish()
    assert len(threads(evening)) == 1


@pytest.mark.usefixtures("boss")
async def test_a_challenge_that_the_computer_took_up_moves_to_a_thread(evening: Evening) -> None:
    ann = evening.person("Ann")
    await ann.slash("duel highlow")
    await ann.press("Play the computer")
    await ann.press("Fox")
    await ann.press("5", on=panel_of(ann))
    assert (await ann.wait_for("This duel is played in")).buttons == ()
    thread = await opened(evening, ann)
    await wait_for_board(ann.go_to(thread), "Round 2")
