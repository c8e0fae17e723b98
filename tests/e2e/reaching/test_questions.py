"""Private questions before a challenge: answered at once, and gone when the card is posted."""

from sandbox.wire import CallbackType
from tests.support.evening import Evening, board_of, labels, mentioned, open_panel, panel_of, wait_for_board

MEMBER = "GET /guilds/{guild_id}/members/{user_id}"


async def test_the_question_for_the_game_becomes_one_line_and_the_card_the_board(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.menu("Challenge to a duel", bob)
    reply = await ann.press("High-Low Battle")
    assert reply.kind is CallbackType.DEFERRED_UPDATE
    card = await bob.wait_for("Ann challenges @Bob")
    assert mentioned(card) == {"Bob"}
    await ann.wait_until(lambda _: panel_of(ann).text == "Posted below.")
    assert panel_of(ann).buttons == ()
    await bob.press("Accept")
    assert (await wait_for_board(ann, "Round 1")).id == card.id


async def test_a_press_on_a_game_is_answered_before_discord_is_asked_for_the_member(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.menu("Challenge to a duel", bob)
    evening.sandbox.faults.delay(3.2, MEMBER)
    await ann.press("High-Low Battle")
    await bob.wait_for("Ann challenges @Bob")


async def test_whoever_has_left_is_not_challenged_and_the_question_stays(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.menu("Challenge to a duel", bob)
    evening.sandbox.faults.remove_member(evening.sandbox.world.guild("The Arena"), bob)
    await ann.press("High-Low Battle")
    await ann.wait_for("That person is not in this server any more.")
    assert any(labels(seen) for seen in ann.sees().messages if seen.private)


async def test_the_question_for_the_level_becomes_one_line_too(evening: Evening) -> None:
    ann = evening.person("Ann")
    await ann.menu("Challenge to a duel", evening.sandbox.world.bot)  # type: ignore[arg-type]
    await ann.press("High-Low Battle")
    await ann.press("Fox")
    await ann.wait_until(lambda _: panel_of(ann).text == "Posted below.")
    await ann.press("Begin", on=board_of(ann))
    await open_panel(ann)
    await ann.press("5", on=panel_of(ann))
    await wait_for_board(ann, "Round 2")


async def test_an_export_takes_the_place_of_its_thinking_answer(evening: Evening) -> None:
    ann, _ = await evening.duel("highlow")
    before = len(evening.sandbox.traffic.exchanges)
    await ann.slash("mydata export")
    await ann.wait_for("Here is everything stored about you.")
    since = [*evening.sandbox.traffic.exchanges][before:]
    webhooks = [each for each in since if "/webhooks/" in each.path]
    assert [each.method for each in webhooks if each.method == "POST"] == []
    assert webhooks[-1].path.endswith("/@original")
