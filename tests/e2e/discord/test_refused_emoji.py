"""Discord now and then refuses emoji on buttons that are there. Nobody notices."""

import json
import logging

import aiohttp
import pytest

from tests.support.evening import Evening, panel_of

CALLBACK = "/callback"
THROUGH_TOKEN = "PATCH /webhooks"
BOARDS = "PATCH /channels/{channel_id}/messages"


@pytest.fixture
def address(sqlite: str) -> str:
    return sqlite


@pytest.mark.parametrize("where", [CALLBACK, THROUGH_TOKEN, BOARDS])
async def test_a_refused_emoji_leaves_every_message_as_it_should_be(
    evening: Evening, where: str, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await evening.duel_with_panels("highlow")
    refused = len([*evening.sandbox.traffic.exchanges])
    evening.sandbox.faults.refuse_emoji(where)
    await ann.press("5", on=panel_of(ann))
    await bob.press("6", on=panel_of(bob))
    for person in (ann, bob):
        await person.wait_for("Round 2")
    exchanges = [*evening.sandbox.traffic.exchanges][refused:]
    assert [exchange.status for exchange in exchanges].count(400) == 1
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_files_are_sent_again_too(evening: Evening) -> None:
    ann, _ = await evening.duel()
    evening.sandbox.faults.refuse_emoji(THROUGH_TOKEN)
    await ann.slash("mydata export")
    answer = await ann.wait_for("everything stored about you")
    (attachment,) = answer.wire["attachments"]
    async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as file:
        assert json.loads(await file.read())["person"] == str(ann.id)
