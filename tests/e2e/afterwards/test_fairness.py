"""Fair play: the file is checked before it is handed out, and the person is told what was found."""

from dataclasses import replace

import pytest

from bot.duels.duel import Duel
from bot.links import NO_LINKS, Links
from bot.ui.duels import fairness
from bot.ui.duels.fairness import fair_play, is_sealed_first
from games.engine import other
from games.records.verify import examine
from sandbox.people.person import Person
from tests.support.evening import (
    Evening,
    board_of,
    duel_key_on,
    play,
    press_more,
    private_text,
    wait_for_board,
)

pytestmark = pytest.mark.also_late

CALLED = ("Ann", "Bob")


async def finished(evening: Evening, game: str) -> Person:
    ann, bob = await evening.duel_with_panels(game)
    await play(ann, bob)
    await wait_for_board(ann, "wins")
    return ann


async def duel_of(evening: Evening, person: Person) -> Duel:
    """The duel on the newest board."""
    found = await evening.bot.services.storage.duel(int(duel_key_on(board_of(person)), 16))
    assert found is not None
    return found


async def test_three_ticks_come_before_the_file_and_no_seat_has_a_number(evening: Evening) -> None:
    ann = await finished(evening, "numbermatch")
    said = private_text(await press_more(ann, "Fair play", on=board_of(ann)))
    assert [line[:2] for line in said.splitlines()[1:4]] == ["✅ "] * 3
    assert "**Seal**" in said
    assert "**Shuffles**" in said
    assert "**Result**: every pick was allowed, and the rules give this result." in said
    assert "nobody could choose the cards" in said
    assert "comes first and" in said
    assert "eat 0" not in said


async def test_a_duel_that_was_given_up_says_that_the_rules_did_not_end_it(evening: Evening) -> None:
    ann, bob = await evening.duel("highlow")
    await evening.both_pick()
    await bob.slash("resign")
    await bob.press("Resign")
    await wait_for_board(ann, "Final, by resignation")
    said = private_text(await press_more(ann, "Fair play", on=board_of(ann)))
    assert said.count("✅") == 3
    assert "The rules did not end this duel: somebody left it." in said


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (b'"seal": "', b'"seal": "0', "❌ **Seal**: The seal is not that of this seed."),
        (b'"below": 2', b'"below": 3', "❌ **Shuffles**: The dice of 'seats' are not those of the seed."),
        (b'"winner": ', b'"winner": 7', "❌ **Result**: The result is wrong"),
        (b'"format": 2', b'"format": 9', "❌ **Result**: Format 9 is not one we have."),
    ],
)
async def test_a_file_that_does_not_stand_up_to_the_check_is_not_said_to(
    old: bytes, new: bytes, line: str, evening: Evening
) -> None:
    ann = await finished(evening, "numbermatch")
    duel = await duel_of(evening, ann)
    assert duel.match is not None
    content = fairness.file_of(duel, duel.match)
    assert old in content
    _, findings = examine(content.replace(old, new, 1))
    assert line in fair_play(duel, CALLED, findings, NO_LINKS).text


async def test_a_board_with_another_winner_than_the_rules_give_is_noticed(evening: Evening) -> None:
    ann = await finished(evening, "ten")
    duel = await duel_of(evening, ann)
    assert duel.match is not None
    assert duel.ending is not None
    _, findings = examine(fairness.file_of(duel, duel.match))
    swapped = replace(duel, ending=replace(duel.ending, winner=other(duel.ending.winner or 0)))
    said = fair_play(swapped, CALLED, findings, NO_LINKS).text
    assert "❌ **Result**: the board names another winner" in said


async def test_that_the_seal_came_first_is_said_only_where_discords_numbers_show_it(evening: Evening) -> None:
    ann = await finished(evening, "ten")
    duel = await duel_of(evening, ann)
    assert duel.board is not None
    assert is_sealed_first(duel)
    at_once = replace(duel, accepted=str(duel.board - 1))
    assert not is_sealed_first(at_once)
    said = fair_play(at_once, CALLED, (), NO_LINKS).text
    assert "I can't show that the seal came first" in said
    assert "nobody could choose" not in said
    in_thread = duel.noted(card=20, channel=duel.board, board=int(duel.accepted or 0) + 1)
    assert is_sealed_first(in_thread)


@pytest.mark.parametrize(
    ("source", "page"),
    [
        ("https://github.com/who/gauntlet", "https://github.com/who/gauntlet/blob/HEAD/docs/fair-dice.md"),
        ("https://gitlab.com/who/gauntlet", "https://gitlab.com/who/gauntlet/-/blob/HEAD/docs/fair-dice.md"),
        ("https://example.org/gauntlet", "https://example.org/gauntlet"),
    ],
)
async def test_it_links_to_the_explanation_of_a_host_with_a_source(
    source: str, page: str, evening: Evening
) -> None:
    ann = await finished(evening, "ten")
    (button,) = fair_play(await duel_of(evening, ann), CALLED, (), Links(source=source)).buttons
    assert button["url"] == page
    assert fair_play(await duel_of(evening, ann), CALLED, (), NO_LINKS).buttons == []
