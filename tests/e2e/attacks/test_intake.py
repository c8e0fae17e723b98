"""What discord.py would stumble over, and what nobody is responsible for: the bot stays up and says so."""

from collections.abc import Callable

import pytest

from sandbox.interactions.interactions import Answer, Interaction
from sandbox.people.looking import look
from sandbox.people.person import Person
from sandbox.wire import InteractionType, Wire
from tests.e2e.attacks.test_forgery import forge
from tests.support.evening import Evening, board_of, open_panel, panel_of, private_text

LONG_NUMBER = "9" * 30


def without(*path: str) -> Callable[[Wire], Wire]:
    return lambda payload: _changed(payload, path, None, gone=True)


def having(value: object, *path: str) -> Callable[[Wire], Wire]:
    return lambda payload: _changed(payload, path, value)


def _changed(payload: Wire, path: tuple[str, ...], value: object, *, gone: bool = False) -> Wire:
    first, *rest = path
    inner = _changed(payload[first], tuple(rest), value, gone=gone) if rest else value
    kept = {key: each for key, each in payload.items() if key != first}
    return kept if gone and not rest else kept | {first: inner}


def send(evening: Evening, person: Person, data: Wire, kind: InteractionType, **more: object) -> Interaction:
    create = evening.sandbox.platform.interactions.create
    return create(kind, person.user, person.channel, data, **more)  # type: ignore[arg-type]


async def answer_to(interaction: Interaction) -> Answer:
    assert interaction.answer is not None
    answer = await interaction.answer
    assert answer is not None
    return answer


async def told_after(evening: Evening, interaction: Interaction) -> str:
    message = (await answer_to(interaction)).message
    assert message is not None
    assert message.only_for == interaction.user.id
    return look(evening.sandbox.world, message).text


def faults(evening: Evening) -> float:
    return evening.bot.services.metrics.registry.get_sample_value("gauntlet_faults_total") or 0.0


NOT_WHOLE = (
    without("data"),
    without("member"),
    without("token"),
    without("type"),
    without("id"),
    without("data", "custom_id"),
    without("member", "user", "id"),
    having(None, "data"),
    having([], "member"),
    having({}, "message"),
    having(7, "data", "custom_id"),
    having(LONG_NUMBER, "guild_id"),
    having("0", "guild_id"),
    having(LONG_NUMBER, "member", "user", "id"),
    having("٧", "member", "user", "id"),
    having("3", "type"),
)


async def test_a_payload_that_is_not_whole_is_passed_over_and_the_bot_stays(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    ann, _ = await evening.duel()
    message = evening.sandbox.platform.messages.get(board_of(ann).id)
    data = {"custom_id": board_of(ann).buttons[0].custom_id, "component_type": 2, "id": 7}
    sent = [
        send(evening, ann, data, InteractionType.COMPONENT, source=message, alter=alter)
        for alter in NOT_WHOLE
    ]
    await open_panel(ann)
    assert [each.acknowledged for each in sent] == [None] * len(sent)
    assert faults(evening) == 0
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_button_that_nobody_knows_is_answered(evening: Evening) -> None:
    ann, _ = await evening.duel()
    for custom_id in ("bogus", "duel", "duel:pick:٧:1:7", f"duel:pick:{LONG_NUMBER}", "ask:٧:ten", "\0"):
        reply = await forge(evening.sandbox, ann, board_of(ann), custom_id)
        assert private_text(reply).startswith("That is from an older version of me."), custom_id


async def test_a_form_that_nobody_knows_is_answered(evening: Evening) -> None:
    ann = evening.person("Ann")
    data: Wire = {"custom_id": "number:what", "components": []}
    assert "older version" in await told_after(
        evening, send(evening, ann, data, InteractionType.MODAL_SUBMIT)
    )


def order(evening: Evening, name: str, *options: Wire, **more: object) -> Wire:
    commands = evening.sandbox.platform.commands.of(None)
    number = next((command["id"] for command in commands if command["name"] == name), "1")
    return {"id": number, "name": name, "type": 1, "options": list(options), "resolved": {}} | more


def duel(*options: Wire) -> Wire:
    return {"name": "ten", "type": 1, "options": list(options)}


NEVER_REGISTERED: tuple[tuple[str, list[Wire]], ...] = (
    ("dance", []),
    ("duel", []),
    ("duel", [{"name": "chess", "type": 1, "options": []}]),
    ("duel", [duel({"name": "opponent", "type": 6, "value": "123456789012345678"})]),
    ("duel", [duel({"name": "opponent", "type": 6, "value": LONG_NUMBER})]),
    ("duel", [duel({"name": "pace", "type": 4, "value": 1})]),
    ("duel", [duel({"name": "pace", "type": 3, "value": "60"})]),
    ("duel", [duel({"name": "stake", "type": 4, "value": 100})]),
    ("duel", [duel({"name": "pace", "type": 4})]),
    ("notify", []),
    ("notify", [{"name": "on", "type": 5, "value": 1}]),
)


async def test_a_command_that_was_never_registered_like_that_is_refused(evening: Evening) -> None:
    ann = evening.person("Ann")
    for name, options in NEVER_REGISTERED:
        sent = send(evening, ann, order(evening, name, *options), InteractionType.COMMAND)
        assert "That command has changed." in await told_after(evening, sent), (name, options)
    assert "You are in no duel here" in private_text(await ann.slash("duels"))
    assert faults(evening) == 0


async def test_a_command_for_servers_is_refused_in_a_direct_message(evening: Evening) -> None:
    ann = evening.person("Ann").go_to_dms()
    data = order(evening, "settings", {"name": "threads", "type": 5, "value": True})
    sent = send(evening, ann, data, InteractionType.COMMAND)
    assert await told_after(evening, sent) == "Duels are played in servers. Use this command there."


async def test_an_answer_never_lands_in_somebody_elses_private_message(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels()
    await ann.slash("leaderboard")
    await ann.press("This month")
    page = panel_of(ann)
    cleo = evening.person("Cleo")
    reply = await forge(evening.sandbox, cleo, page, page.buttons[0].custom_id)
    assert reply.message is not None
    assert reply.message.id != page.id
    assert panel_of(ann) == page


async def test_where_nothing_is_suggested_the_list_of_suggestions_is_empty(evening: Evening) -> None:
    ann = evening.person("Ann")
    data = order(evening, "duel", duel({"name": "pace", "type": 4, "value": "", "focused": True}))
    assert (await answer_to(send(evening, ann, data, InteractionType.AUTOCOMPLETE))).choices == []


async def test_every_interaction_comes_in_through_the_intake(evening: Evening) -> None:
    handler = evening.bot._connection.parsers["INTERACTION_CREATE"]
    assert handler.__module__ == "bot.ui.wire.intake"
