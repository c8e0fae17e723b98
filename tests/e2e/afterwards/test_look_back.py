"""Looking back at a duel of every game: its review step by step, its card for everybody, its check."""

import re

import aiohttp
import pytest

from games import GAMES
from games.records.verify import examine
from games.room import AnyRoom
from sandbox.people.person import Person
from sandbox.people.screen import Seen
from tests.support.evening import (
    Evening,
    board_of,
    labels,
    panel_of,
    play,
    press_more,
    private_text,
    wait_for_board,
)

pytestmark = pytest.mark.also_late

LONG = 20.0
EVERY_GAME = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
WORTH = re.compile(r"\*\*(Ann|Bob|You) [^*]+\*\*: (best|any|cost|the only)")
STEP = re.compile(r"Review, step (\d+) of (\d+)")


async def finished(evening: Evening, game: str) -> tuple[Person, Person, Seen]:
    ann, bob = await evening.duel_with_panels(game)
    await play(ann, bob)
    return ann, bob, await wait_for_board(ann, "wins")


def step_of(person: Person) -> tuple[int, int]:
    found = STEP.search(panel_of(person).text)
    assert found, panel_of(person).text
    return int(found[1]), int(found[2])


def enabled(seen: Seen) -> list[str]:
    return [button.label for button in seen.buttons if not button.disabled]


async def file_of(seen: Seen) -> bytes:
    (attachment,) = seen.wire["attachments"]
    async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as answer:
        return await answer.read()


@EVERY_GAME
async def test_every_step_shows_the_position_like_a_board_and_what_the_picks_were_worth(
    room: AnyRoom, evening: Evening
) -> None:
    ann, _, board = await finished(evening, room.game.key)
    await ann.press("Review", on=board)
    summary = await ann.wait_for("Turning point", LONG)
    assert summary.private
    await ann.press("Step by step", on=panel_of(ann))
    await ann.wait_for("Review, step 1 of", LONG)
    first, last = step_of(ann)
    for number in range(first, last):
        assert step_of(ann) == (number, last)
        shown = panel_of(ann).text
        for colour in (":blue", ":orange"):
            assert colour in shown, "both players are drawn in their colours"
        assert WORTH.search(shown)
        await ann.press("Next", on=panel_of(ann))
    assert step_of(ann) == (last, last)
    assert "wins" in panel_of(ann).text
    assert "Next" not in enabled(panel_of(ann))


async def test_first_back_next_and_last_lead_through_the_steps(evening: Evening) -> None:
    ann, _, board = await finished(evening, "highlow")
    await ann.press("Review", on=board)
    await ann.wait_for("Turning point", LONG)
    await ann.press("Step by step", on=panel_of(ann))
    await ann.wait_for("Review, step 1 of", LONG)
    _, last = step_of(ann)
    for label, number in (("Last", last), ("Back", last - 1), ("Next", last), ("First", 1), ("Next", 2)):
        await ann.press(label, on=panel_of(ann))
        assert step_of(ann) == (number, last)
    assert "Rematch" in labels(board_of(ann)), "the board stays as it is"


@EVERY_GAME
async def test_fair_play_says_three_times_yes_and_its_file_stands_up_to_the_check(
    room: AnyRoom, evening: Evening
) -> None:
    ann, _, board = await finished(evening, room.game.key)
    reply = await press_more(ann, "Fair play", on=board)
    assert private_text(reply).count("✅") == 3
    assert reply.message is not None
    _, findings = examine(await file_of(reply.message))
    assert findings
    assert all(finding.ok for finding in findings)


async def test_players_alone_share_a_duel_and_once(evening: Evening) -> None:
    ann, bob, board = await finished(evening, "highlow")
    cleo = evening.person("Cleo")
    assert "Only the two players" in private_text(await cleo.press("Share", on=board))
    await bob.press("Share", on=board)
    card = await ann.wait_for("Shared by Bob", LONG)
    assert not card.private
    assert "shared already" in private_text(await ann.press("Share", on=board))
    assert len([seen for seen in ann.sees().messages if "Shared by" in seen.text]) == 1
