"""From tap to play: the panel opens by itself for whoever begins a duel with a press, and works."""

from collections.abc import Awaitable, Callable

import pytest

from bot.arena.limits import PAUSE
from games import GAMES
from games.room import AnyRoom
from sandbox.people.person import Person
from sandbox.people.screen import Seen
from sandbox.world.channel import Channel
from tests.support.evening import (
    Evening,
    begin_with_computer,
    board_of,
    eventually,
    is_live,
    labels,
    open_panel,
    panel_of,
    picks_on,
    play,
    wait_for_board,
    wait_for_panel,
    wait_for_turn_of,
)

pytestmark = pytest.mark.also_late

HIDDEN = [room for room in GAMES if room.hides]
EVERY_HIDDEN_GAME = pytest.mark.parametrize("room", HIDDEN, ids=lambda room: room.game.key)
WITH_AND_WITHOUT_PICTURES = pytest.mark.parametrize("pictures", [True, False], ids=["pictures", "plain"])
TAKEN_BY = pytest.mark.parametrize("label", ["Accept", "Rematch"])


def panels_of(person: Person) -> list[Seen]:
    return [seen for seen in person.sees().messages if seen.private]


async def has_cards(person: Person, number: int) -> None:
    await person.wait_until(lambda _: len(picks_on(panel_of(person))) == number, what=f"{number} cards")


async def accepted(evening: Evening, game: str = "highlow", **options: object) -> tuple[Person, Person]:
    """Bob has accepted Ann's challenge, and neither has pressed anything since."""
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash(f"duel {game}", opponent=bob, **options)
    await bob.press("Accept")
    return ann, bob


async def play_one_round(ann: Person, bob: Person) -> None:
    """Bob picks in the panel that has opened by itself, and it turns to the next round when Ann picks."""
    panel = await wait_for_panel(bob)
    reply = await bob.press("5", on=panel)
    assert reply.message is not None
    assert reply.message.id == panel.id
    assert "Locked in: 5" in reply.message.text
    await open_panel(ann)
    await ann.press("7", on=panel_of(ann))
    await has_cards(bob, 8)
    assert panel_of(bob).id == panel.id
    assert "Round 1: Ann 7, you 5." in panel_of(bob).text or "Round 1: you 5, Ann 7." in panel_of(bob).text


@WITH_AND_WITHOUT_PICTURES
async def test_whoever_accepts_has_the_panel_at_once_and_can_play_in_it(
    evening: Evening, *, pictures: bool
) -> None:
    if not pictures:
        evening.bot.services.deck.turn_off()
    ann, bob = await accepted(evening)
    panel = await wait_for_panel(bob)
    assert len(picks_on(panel)) == 9
    assert "Your card, round 1" in panel.text
    assert (":orange:" in panel.text or ":blue:" in panel.text) == pictures
    assert panels_of(ann) == []
    await play_one_round(ann, bob)


async def test_it_is_repainted_although_nothing_was_pressed_in_it(evening: Evening) -> None:
    _, bob = await accepted(evening)
    panel = await wait_for_panel(bob)
    await evening.both_pick()
    await has_cards(bob, 8)
    assert panel_of(bob).id == panel.id
    assert "Your card, round 2" in panel_of(bob).text


@EVERY_HIDDEN_GAME
async def test_whoever_begins_against_the_computer_has_it_at_once(room: AnyRoom, evening: Evening) -> None:
    ann = evening.person("Ann")
    await begin_with_computer(ann, room.game.key, level="sprout")
    panel = await wait_for_panel(ann)
    assert len(panels_of(ann)) == 1
    await play(ann)
    await wait_for_board(ann, "wins")
    assert [seen.id for seen in panels_of(ann)] == [panel.id]
    await ann.wait_until(lambda _: panel_of(ann).text.startswith(("### You won", "### You lost")))


@WITH_AND_WITHOUT_PICTURES
@TAKEN_BY
async def test_whoever_takes_a_rematch_has_it_at_once(
    evening: Evening, label: str, *, pictures: bool
) -> None:
    ann, bob, over = await finished(evening)
    if not pictures:
        evening.bot.services.deck.turn_off()
    await ann.press("Rematch", on=over)
    before = {seen.id for seen in panels_of(bob)}
    await (bob.press("Accept") if label == "Accept" else bob.press("Rematch", on=over))
    panel = await wait_for_panel(bob)
    assert panel.id not in before
    assert len(picks_on(panel)) == 9
    await play_one_round(ann, bob)


async def finished(evening: Evening) -> tuple[Person, Person, Seen]:
    ann, bob = await evening.duel()
    await evening.both_pick()
    await ann.slash("resign")
    await ann.press("Resign")
    over = await wait_for_board(bob, "by resignation")
    evening.pass_time(PAUSE)
    return ann, bob, over


async def test_a_rematch_against_the_computer_opens_it_too(evening: Evening) -> None:
    ann = evening.person("Ann")
    await begin_with_computer(ann, "highlow", level="sprout")
    await wait_for_panel(ann)
    await play(ann)
    old = panel_of(ann)
    evening.pass_time(PAUSE)
    await ann.press("Rematch", on=board_of(ann))
    await ann.press("Begin")
    panel = await wait_for_panel(ann)
    assert panel.id != old.id
    await ann.press("5", on=panel)
    await has_cards(ann, 8)


@WITH_AND_WITHOUT_PICTURES
async def test_a_second_opening_takes_its_place(evening: Evening, *, pictures: bool) -> None:
    if not pictures:
        evening.bot.services.deck.turn_off()
    ann, bob = await accepted(evening)
    first = await wait_for_panel(bob)
    await open_panel(bob)
    await bob.wait_until(lambda _: len(panels_of(bob)) == 1, what="one panel")
    assert panel_of(bob).id != first.id
    await play_one_round(ann, bob)
    assert len(panels_of(bob)) == 1


async def test_a_pick_in_it_is_taken_after_a_restart_too(evening: Evening) -> None:
    ann, bob = await accepted(evening)
    await wait_for_panel(bob)
    await evening.reopen()
    await play_one_round(ann, bob)


async def threaded(evening: Evening) -> Channel:
    """The only thread, once its board is there."""

    async def is_there() -> bool:
        threads = [each for each in evening.sandbox.world.channels.values() if each.is_thread]
        looking = evening.person("Cleo")
        return bool(threads) and any(map(is_live, looking.go_to(threads[0]).sees().messages))

    await eventually(is_there)
    (thread,) = [each for each in evening.sandbox.world.channels.values() if each.is_thread]
    return thread


@WITH_AND_WITHOUT_PICTURES
@pytest.mark.parametrize("begin", ["a challenge", "the computer"])
async def test_where_duels_have_threads_it_opens_beside_the_press(
    evening: Evening, begin: str, *, pictures: bool
) -> None:
    await evening.bot.services.settings.change(next(iter(evening.sandbox.world.guilds)), threads=True)
    if not pictures:
        evening.bot.services.deck.turn_off()
    if begin == "a challenge":
        ann, bob = await accepted(evening)
        thread = await threaded(evening)
        await wait_for_private_panel(bob)
        await play_one_round(ann.go_to(thread), bob)
    else:
        ann = evening.person("Ann")
        await begin_with_computer(ann, "highlow", level="sprout")
        thread = await threaded(evening)
        await wait_for_private_panel(ann)
        await ann.press("5", on=panel_of(ann))
        await has_cards(ann, 8)
    board = await wait_for_board(ann.go_to(thread), "Round 1:")
    assert is_live(board)


async def wait_for_private_panel(person: Person) -> None:
    """In the channel there is no board to look at."""
    await person.wait_until(lambda _: any(map(picks_on, panels_of(person))), what="a panel")


Begin = Callable[[Evening], Awaitable[Person]]


async def by_accepting(evening: Evening) -> Person:
    return (await accepted(evening, "ten"))[1]


async def by_beginning(evening: Evening) -> Person:
    ann = evening.person("Ann")
    await begin_with_computer(ann, "ten", level="sprout")
    return ann


@pytest.mark.parametrize("begin", [by_accepting, by_beginning])
async def test_what_hides_nothing_opens_no_panel_because_its_board_is_played_on(
    evening: Evening, begin: Begin
) -> None:
    person = await begin(evening)
    await evening.bot.services.announcer.finish()
    assert panels_of(person) == []
    assert len(picks_on(board_of(person))) >= 8


async def test_the_opener_is_named_after_what_a_player_does(evening: Evening) -> None:
    for game, word in (("highlow", "Play"), ("numbermatch", "Attack"), ("bidbattle", "Bid")):
        ann, _ = await evening.duel(game)
        assert word in labels(board_of(ann))
        assert "Your hand" not in labels(board_of(ann))


async def test_who_declines_gets_no_panel(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash("duel highlow", opponent=bob)
    await bob.press("Decline")
    await evening.bot.services.announcer.finish()
    assert panels_of(bob) == []


async def test_the_board_waits_for_both_while_the_panel_is_open(evening: Evening) -> None:
    ann, bob = await accepted(evening)
    panel = await wait_for_panel(bob)
    await wait_for_turn_of(ann, "Ann", "Bob")
    await bob.press("5", on=panel)
    await wait_for_turn_of(ann, "Ann")
