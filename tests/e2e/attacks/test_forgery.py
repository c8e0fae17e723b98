"""Presses that no honest client sends, and buttons that are somebody else's."""

from copy import copy, deepcopy

import pytest

from sandbox import Sandbox
from sandbox.interactions.components import walk
from sandbox.people.person import Person, Reply
from sandbox.people.screen import Seen
from sandbox.wire import Component, InteractionType
from tests.support.evening import (
    Evening,
    board_of,
    duel_key_on,
    is_live,
    labels,
    open_panel,
    panel_of,
    picks_on,
    play,
    private_text,
)


async def forge(sandbox: Sandbox, person: Person, on: Seen, custom_id: str) -> Reply:
    """A press on a button that this message never had."""
    message = copy(sandbox.platform.messages.get(on.id))
    assert message is not None
    message.wire = deepcopy(message.wire)
    button = next(c for c in walk(message.wire["components"]) if c["type"] == Component.BUTTON)
    button["custom_id"] = custom_id
    data = {"custom_id": custom_id, "component_type": int(Component.BUTTON), "id": button["id"]}
    create = sandbox.platform.interactions.create
    return await person._do(
        "forging", lambda: create(InteractionType.COMPONENT, person.user, person.channel, data, message)
    )


async def test_the_sentence_on_an_old_panel_stays_until_something_changes(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels()
    await ann.press("7", on=panel_of(ann))
    panel = panel_of(ann)
    duel = duel_key_on(board_of(ann))
    await forge(evening.sandbox, ann, panel, f"duel:pick:{duel}:1:3")
    await evening.bot.services.announcer.finish()
    assert "a pick is final" in panel_of(ann).text


@pytest.mark.parametrize(
    "rest",
    [
        "pick:{duel}:1:99",
        "pick:{duel}:1:x",
        "pick:{duel}:77:7",
        "pick:{duel}",
        "confirm:{duel}:1:0",
        "number:{duel}:1",
    ],
)
async def test_a_forged_pick_changes_nothing(rest: str, evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    duel = duel_key_on(board_of(ann))
    await forge(evening.sandbox, ann, panel_of(ann), "duel:" + rest.format(duel=duel))
    await open_panel(ann)
    assert len(picks_on(panel_of(ann))) == 9
    await play(ann, bob)


@pytest.mark.parametrize(
    "custom_id",
    [
        "duel:pick:fffffffffffff:1:7",
        "duel:accept:0",
        "duel:dance:1:1",
        "duel:hand:123:9999:zzz",
        "duel:review:1",
        "ask:1:highlow",
        "ask:99999999999999999999:highlow",
        "ask:1:chess",
        "play:chess:sprout",
        "play:ten:grandmaster",
        "puzzle:try:000000:9",
        "puzzle:share:999999",
    ],
)
async def test_a_forged_custom_id_gets_a_private_sentence(custom_id: str, evening: Evening) -> None:
    ann, _ = await evening.duel()
    reply = await forge(evening.sandbox, ann, board_of(ann), custom_id)
    assert private_text(reply).endswith(".")
    assert "went wrong" not in private_text(reply)
    assert is_live(board_of(ann))


@pytest.mark.parametrize("verb", ["pick:{duel}:1:7", "back:{duel}:1", "resign:{duel}:1", "pick:{duel}:1:99"])
async def test_nothing_private_ever_lands_on_the_board(verb: str, evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels("numbermatch")
    board = board_of(ann)
    duel = duel_key_on(board)
    reply = await forge(evening.sandbox, ann, board, "duel:" + verb.format(duel=duel))
    assert reply.message is not None
    assert reply.message.private
    assert is_live(board_of(ann))


@pytest.mark.parametrize(
    "verb", ["pick:{duel}:1:7", "confirm:{duel}:1:7", "resignnow:{duel}:1", "back:{duel}:1"]
)
async def test_other_peoples_panels_are_of_no_use(verb: str, evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels()
    cleo = evening.person("Cleo")
    duel = duel_key_on(board_of(ann))
    reply = await forge(evening.sandbox, cleo, board_of(ann), "duel:" + verb.format(duel=duel))
    assert private_text(reply) == "You are not in this duel. Watch it here, or start your own with /duel."
    assert "Rematch" not in labels(board_of(ann))


@pytest.mark.parametrize("verb", ["step:{duel}:1", "review:{duel}", "page:{duel}:1", "fair:{duel}"])
async def test_nothing_of_a_duel_is_opened_before_its_end(verb: str, evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels("ten")
    board = board_of(ann)
    (duel,) = await evening.bot.services.arenas.arena(ann.channel.guild_id).open_of(ann.id)
    for person in (ann, evening.person("Cleo")):
        reply = await forge(evening.sandbox, person, board, "duel:" + verb.format(duel=duel.key))
        assert private_text(reply) == "This duel is not over yet. Wait for its end."
        assert reply.message is not None
        assert reply.message.files == ()
        assert duel.secret.hex() not in str(reply.message.wire)
