"""Which of the bot's requests count as wrong in a load run."""

import pytest

from bench.load.requests import DISMISSED, RequestsByStatus
from sandbox import Sandbox, World
from sandbox.interactions.interactions import Interaction
from sandbox.wire import CallbackType, InteractionType

PANEL = 77
CALLBACK, NOT_FOUND = "/api/v10/interactions/1/token/callback", 404


@pytest.fixture
def dismissed() -> set[int]:
    return set()


@pytest.fixture
def sandbox() -> Sandbox:
    return Sandbox(World.of({"The Arena": ["Ann", "Bob"]}))


@pytest.fixture
def requests(dismissed: set[int], sandbox: Sandbox) -> RequestsByStatus:
    return RequestsByStatus(dismissed, sandbox.platform.interactions)


async def panel_of_ann(sandbox: Sandbox, message: object) -> str:
    """The address of her panel, which stands as the first answer to her press."""
    ann = sandbox.person("Ann")
    data = {"custom_id": "pick", "component_type": 2}
    press: Interaction = sandbox.platform.interactions.create(
        InteractionType.COMPONENT, ann.user, ann.channel, data
    )
    press.acknowledged, press.original_id = CallbackType.UPDATE, PANEL
    return f"/api/v10/webhooks/{sandbox.world.bot.id}/{press.token}/messages/{message}"


@pytest.mark.parametrize("message", ["@original", PANEL])
async def test_an_edit_of_a_panel_that_was_dismissed_is_counted_apart(
    dismissed: set[int], sandbox: Sandbox, requests: RequestsByStatus, message: object
) -> None:
    dismissed.add(PANEL)
    requests.record("PATCH", await panel_of_ann(sandbox, message), NOT_FOUND)
    assert (requests.wrong, requests.counts) == ({}, {DISMISSED: 1})


async def test_an_edit_of_any_other_panel_that_is_gone_is_wrong(
    dismissed: set[int], sandbox: Sandbox, requests: RequestsByStatus
) -> None:
    dismissed.add(PANEL + 1)
    requests.record("PATCH", await panel_of_ann(sandbox, "@original"), NOT_FOUND)
    assert requests.wrong == {"PATCH answered with 404": 1}


async def test_an_edit_through_a_token_that_nobody_knows_is_wrong(
    dismissed: set[int], sandbox: Sandbox, requests: RequestsByStatus
) -> None:
    dismissed.add(PANEL)
    address = f"/api/v10/webhooks/{sandbox.world.bot.id}/unknown/messages/{PANEL}"
    requests.record("PATCH", address, NOT_FOUND)
    assert requests.wrong == {"PATCH answered with 404": 1}


def test_every_other_failure_but_a_limit_is_wrong(requests: RequestsByStatus) -> None:
    for status in (204, 429, NOT_FOUND):
        requests.record("POST", CALLBACK, status)
    assert requests.wrong == {"POST answered with 404": 1}
