"""What people can ask about their data: what is kept, a copy of it, and its end."""

import json
import re
from urllib.parse import urlsplit

import aiohttp
import pytest

from bot.privacy.texts import DAYS_AFTER_REMOVAL
from sandbox.people.person import Person
from sandbox.people.screen import Seen
from tests.e2e.attacks.test_forgery import forge
from tests.support.evening import (
    Evening,
    board_of,
    eventually,
    is_live,
    labels,
    mentioned,
    panel_of,
    press_more,
    private_text,
    wait_for_board,
)

pytestmark = pytest.mark.also_late


async def content_of(seen: Seen) -> bytes:
    """The file of a message, as the person would download it."""
    (attachment,) = seen.wire["attachments"]
    assert urlsplit(attachment["url"]).hostname == "127.0.0.1"
    async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as answer:
        return await answer.read()


async def test_privacy_says_what_is_kept_and_for_how_long(evening: Evening) -> None:
    reply = await evening.person("Ann").slash("privacy")
    for fact in ("both players' picks", f"after {DAYS_AFTER_REMOVAL} days", "/mydata export"):
        assert fact in private_text(reply)
    assert reply.message is not None
    assert re.search(r"</mydata delete:\d+>", json.dumps(reply.message.wire)), "a tap opens the command"


async def test_the_export_is_a_private_file_without_the_others_sealed_pick(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    await bob.press("5", on=panel_of(bob))
    await ann.slash("mydata export")
    answer = await ann.wait_for("everything stored about you")
    assert answer.private
    assert answer.files == ("mydata.json",)
    data = json.loads(await content_of(answer))
    assert data["person"] == str(ann.id)
    (duel,) = data["records"]
    assert (duel["opponent"], duel["your picks"]) == (str(bob.id), [])


async def test_whoever_has_left_no_trace_is_told_so(evening: Evening) -> None:
    ann = evening.person("Ann")
    await ann.slash("mydata export")
    assert (await ann.wait_for("Nothing is stored about you.")).files == ()


async def test_nobody_else_can_press_the_button_that_deletes(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash("mydata delete")
    await ann.slash("notify", on=True)
    await bob.slash("mydata delete")
    reply = await forge(evening.sandbox, bob, panel_of(bob), f"mydata:delete:{ann.id}")
    assert private_text(reply) == "This is for somebody else. Use /mydata yourself."
    assert await evening.bot.services.storage.notifies(ann.id)


async def test_the_answer_to_a_forged_press_is_private(evening: Evening) -> None:
    ann, _ = await evening.duel()
    await forge(evening.sandbox, ann, board_of(ann), f"mydata:keep:{ann.id}")
    assert is_live(board_of(ann))


async def test_a_deletion_is_asked_about_and_can_be_left(evening: Evening) -> None:
    ann = evening.person("Ann")
    await ann.slash("notify", on=True)
    question = private_text(await ann.slash("mydata delete"))
    for consequence in ("count as resigned", "leaves all leaderboards", "a former player"):
        assert consequence in question
    assert labels(panel_of(ann)) == ["Delete my data", "Keep it"]
    await ann.press("Keep it")
    assert panel_of(ann).text == "Nothing was deleted."
    assert await evening.bot.services.storage.notifies(ann.id)


async def test_after_a_deletion_boards_reviews_and_files_name_a_former_player(evening: Evening) -> None:
    ann, bob = await evening.duel("ten")
    await evening.both_pick()
    await ann.slash("mydata delete")
    await evening.reopen()
    await ann.press("Delete my data")
    await ann.wait_for("Your data is deleted.")
    board = await wait_for_board(bob, "a former player")
    assert "@Bob wins\n" in board.text
    assert "Final, by resignation · Battle to Ten vs" in board.text
    assert mentioned(board) == {"Bob"}
    assert "Ann" not in board.text
    await bob.press("Review", on=board)
    assert "A former player" in (await bob.wait_for("Turning point", 20.0)).text
    proof = await press_more(bob, "Fair play", on=board)
    assert proof.message is not None
    assert "a former player" in proof.message.text
    assert json.loads(await content_of(proof.message))["players"].count("a former player") == 1
    assert "no longer here" in private_text(await bob.press("Rematch", on=board))
    best = await bob.slash("leaderboard", game="ten")
    assert best.message is not None
    assert "Bob :gold:" in best.message.text
    assert "Ann" not in best.message.text
    assert "former" not in best.message.text
    await plays_again(evening, ann, bob)


async def plays_again(evening: Evening, ann: Person, bob: Person) -> None:
    evening.pass_time(10)
    await ann.slash("duel ten", opponent=bob)
    await bob.press("Accept")
    assert "@Ann" in board_of(bob).text


@pytest.mark.parametrize("command", ["privacy", "mydata export", "mydata delete"])
async def test_it_works_in_direct_messages_too(evening: Evening, command: str) -> None:
    ann = evening.person("Ann").go_to_dms()
    await ann.slash(command)
    await eventually(lambda: _answered(ann))


async def _answered(person: Person) -> bool:
    return any(seen.text or seen.files for seen in person.sees().messages if not seen.thinking)
