"""Battle to Ten hides nothing, so it is played on its board."""

import pytest

from sandbox.people.person import Person
from sandbox.people.screen import Control, Seen
from sandbox.wire import CallbackType
from tests.e2e.attacks.test_forgery import forge
from tests.support.evening import (
    Evening,
    begin_with_computer,
    board_of,
    duel_key_on,
    labels,
    picks_on,
    play,
    private_text,
    wait_for_board,
    wait_for_turn_of,
)
from tests.support.games.boards import colour_of, waited_for

pytestmark = pytest.mark.also_late

OUTSIDER = "You are not in this duel. Watch it here, or start your own with /duel."


async def begun(evening: Evening) -> tuple[Person, Person]:
    """The one who is to take the first digit, and the other."""
    ann, bob = await evening.duel("ten")
    return (ann, bob) if waited_for(board_of(ann)) == {"Ann"} else (bob, ann)


async def take(person: Person, digit: int, then: Person) -> Seen:
    """Takes a digit on the board, which shows it as the answer."""
    reply = await person.press(str(digit), on=board_of(person))
    assert reply.kind is CallbackType.UPDATE
    return await wait_for_turn_of(person, then.name)


def key(digit: int, board: Seen) -> Control:
    """The button of a digit, taken or not."""
    keys = [each for each in board.buttons if each.custom_id.startswith("duel:pick:")]
    (found,) = [each for each in keys if each.custom_id.endswith(f":{digit}")]
    return found


def private(person: Person) -> list[str]:
    return [seen.text for seen in person.sees().messages if seen.private]


async def test_two_people_play_it_from_challenge_to_end_without_a_panel(evening: Evening) -> None:
    first, second = await begun(evening)
    assert [each.label for each in picks_on(board_of(first))] == [*"123456789"]
    board = board_of(first)
    await take(first, 4, then=second)
    await take(second, 9, then=first)
    await first.press("6", on=board_of(first))
    over = await wait_for_board(second, f"@{first.name} wins with exactly 10")
    assert over.id == board.id
    assert "Rematch" in labels(over)
    assert (private(first), private(second)) == ([], [])


async def test_one_plays_it_against_the_computer_without_a_panel(evening: Evening) -> None:
    ann = evening.person("Ann")
    await begin_with_computer(ann, "ten", level="sprout")
    assert waited_for(board_of(ann)) == {"Ann"}
    await play(ann)
    await wait_for_board(ann, "wins")
    assert private(ann) == []


@pytest.mark.parametrize("pictures", [True, False], ids=["pictures", "plain"])
async def test_taken_digits_stay_in_their_place_in_the_colour_of_their_taker(
    evening: Evening, *, pictures: bool
) -> None:
    if not pictures:
        evening.bot.services.deck.turn_off()
    first, second = await begun(evening)
    await take(first, 4, then=second)
    board = await take(second, 9, then=first)
    for digit, taker in ((4, first), (9, second)):
        taken = key(digit, board)
        assert taken.disabled
        assert taken.emoji == colour_of(taker.name, board).strip(":")
        assert taken.label == str(digit)
    free = [each for each in board.buttons if each.custom_id.startswith("duel:pick:") and not each.disabled]
    assert {each.emoji for each in free if each.label in "123456"} <= {"", "⚠️"}


async def test_a_dangerous_digit_is_asked_about_in_private_first(evening: Evening) -> None:
    first, second = await begun(evening)
    await take(first, 9, then=second)
    before = await take(second, 8, then=first)
    asked = await first.press("2", on=before)
    assert private_text(asked).startswith("**Taking 2 brings you to 11. Over 10 loses at once.")
    assert private(second) == []
    await evening.bot.services.announcer.finish()
    assert board_of(second).text == before.text
    await first.press("No, go back", on=asked.message)
    await evening.bot.services.announcer.finish()
    assert board_of(second).text == before.text
    asked = await first.press("2", on=board_of(first))
    await first.press("Yes, I mean it", on=asked.message)
    over = await wait_for_board(second, f"@{second.name} wins")
    assert "went over 10" in over.text


async def unchanged(evening: Evening, board: Seen) -> bool:
    await evening.bot.services.announcer.finish()
    now = board_of(evening.person("Cleo"))
    return (now.text, now.buttons) == (board.text, board.buttons)


async def test_a_stranger_who_presses_gets_one_private_sentence_and_changes_nothing(
    evening: Evening,
) -> None:
    first, second = await begun(evening)
    board = await take(first, 4, then=second)
    cleo = evening.person("Cleo")
    assert private_text(await cleo.press("5", on=board)) == OUTSIDER
    assert private(cleo) == [OUTSIDER]
    assert await unchanged(evening, board)
    assert (private(first), private(second)) == ([], [])


async def test_whoever_is_not_to_move_gets_one_private_sentence_and_changes_nothing(
    evening: Evening,
) -> None:
    first, second = await begun(evening)
    board = board_of(second)
    answer = private_text(await second.press("5", on=board))
    assert answer == "There is nothing for you to pick now. Wait for the other player."
    assert private(second) == [answer]
    assert await unchanged(evening, board)
    await take(first, 5, then=second)


async def test_a_press_on_what_the_board_showed_before_changes_nothing(evening: Evening) -> None:
    first, second = await begun(evening)
    old = key(3, board_of(first)).custom_id
    await take(first, 4, then=second)
    board = await take(second, 9, then=first)
    answer = private_text(await forge(evening.sandbox, first, board, old))
    assert answer == "That pick is for another turn. The match is at turn 3."
    assert private(first) == [answer]
    assert await unchanged(evening, board)


async def test_a_press_on_a_taken_digit_changes_nothing(evening: Evening) -> None:
    first, second = await begun(evening)
    board = await take(first, 4, then=second)
    taken = f"duel:pick:{duel_key_on(board)}:2:4"
    assert private_text(await forge(evening.sandbox, second, board, taken)).endswith(".")
    assert len(private(second)) == 1
    assert await unchanged(evening, board)


async def test_a_panel_for_it_can_still_be_asked_for_and_both_places_agree(evening: Evening) -> None:
    first, second = await begun(evening)
    panel = (await second.slash("hand")).message
    assert panel is not None
    assert f"Waiting for {first.name}." in panel.text
    await take(first, 4, then=second)
    await second.wait_until(lambda _: "Take which digit?" in "".join(private(second)))
    await take(second, 9, then=first)
    await second.wait_until(lambda _: f"Waiting for {first.name}." in "".join(private(second)))


async def test_the_news_of_the_last_turns_stand_on_the_board(evening: Evening) -> None:
    first, second = await begun(evening)
    blue, orange = (colour_of(each.name, board_of(first)) for each in (first, second))
    await take(first, 4, then=second)
    board = await take(second, 9, then=first)
    assert f"{blue} took 4. {orange} took 9" in board.text
