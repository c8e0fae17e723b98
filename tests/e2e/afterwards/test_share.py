"""A player shows everybody how a duel went: once, with its review and the picture of its course."""

import pytest

from sandbox.people.person import Person, Reply
from sandbox.people.screen import Seen
from tests.e2e.attacks.test_forgery import forge
from tests.support.evening import (
    Evening,
    board_of,
    duel_key_on,
    eventually,
    is_board,
    play,
    private_text,
    recorded_pings,
    wait_for_board,
)

pytestmark = pytest.mark.also_late

LONG = 20.0


async def share(evening: Evening, person: Person, board: Seen) -> Reply:
    return await forge(evening.sandbox, person, board, f"duel:share:{duel_key_on(board)}")


async def won(evening: Evening, game: str = "highlow") -> tuple[Person, Person, Seen]:
    """A match to its end, and its board."""
    ann, bob = await evening.duel_with_panels(game)
    await play(ann, bob)
    return ann, bob, await wait_for_board(ann, "wins")


async def given_up(evening: Evening) -> tuple[Person, Person, Seen]:
    """A duel that Ann resigned in its second round."""
    ann, bob = await evening.duel()
    await evening.both_pick()
    await ann.slash("resign")
    await ann.press("Resign")
    return ann, bob, await wait_for_board(bob, "Final, by resignation")


async def test_the_card_tells_the_result_both_accuracies_the_turning_point_and_who_shared(
    evening: Evening,
) -> None:
    ann, bob, board = await won(evening)
    with recorded_pings(evening.sandbox) as pings:
        await share(evening, bob, board)
        card = await ann.wait_for("Shared by Bob", LONG)
    assert not card.private
    assert not pings
    assert "## :trophy: Bob wins\n-# High-Low Battle against Ann\n" in card.text
    for name in ("Ann", "Bob"):
        assert f" {name}: " in card.text
    assert card.text.count("% accurate") == 2
    assert "**Turning point**" in card.text
    assert len(card.files) == 1
    assert [button.label for button in card.buttons] == ["Review", "Fair play"]
    assert board_of(ann).id == card.id
    assert sum(map(is_board, ann.sees().messages)) == 2, "the board stays as it is"


async def test_a_duel_is_shared_once_also_after_a_restart(evening: Evening) -> None:
    ann, bob, board = await given_up(evening)
    await share(evening, ann, board)
    assert (
        "-# High-Low Battle against Ann, who resigned\n" in (await bob.wait_for("Shared by Ann", LONG)).text
    )
    for person in (ann, bob):
        answer = private_text(await share(evening, person, board))
        assert answer == "This duel was shared already. Each duel is shared once."
    await evening.reopen()
    assert "shared already" in private_text(await share(evening, bob, board))


async def test_only_its_players_share_a_duel(evening: Evening) -> None:
    _, bob, board = await given_up(evening)
    answer = private_text(await share(evening, evening.person("Cleo"), board))
    assert answer == "Only the two players can share this duel. Share one of yours."
    await share(evening, bob, board)
    await bob.wait_for("Shared by Bob", LONG)


async def test_nothing_is_shared_of_a_duel_that_is_on_or_has_no_result(evening: Evening) -> None:
    ann, bob = await evening.duel()
    board = board_of(ann)
    assert "not over yet" in private_text(await share(evening, ann, board))
    await bob.slash("resign")
    await bob.press("Call it off")
    board = await wait_for_board(ann, "Called off")
    assert "nothing to share" in private_text(await share(evening, ann, board))


async def test_what_could_not_be_posted_may_be_shared_again(evening: Evening) -> None:
    ann, bob, board = await given_up(evening)
    evening.sandbox.faults.answer(400, "POST /webhooks", times=1)
    await share(evening, ann, board)

    async def is_idle() -> bool:
        return not evening.bot.services.announcer._is_busy

    await eventually(is_idle)
    assert bob.sees().find("Shared by") is None
    await share(evening, ann, board)
    await bob.wait_for("Shared by Ann", LONG)


async def test_the_file_about_a_person_says_what_was_shared(evening: Evening) -> None:
    ann, _, board = await given_up(evening)
    await share(evening, ann, board)
    await ann.wait_for("Shared by Ann", LONG)
    services = evening.bot.services
    ((_, content),) = await services.export.files(ann.id, evening.time.now, 10**6)
    assert b'"shared": true' in content
