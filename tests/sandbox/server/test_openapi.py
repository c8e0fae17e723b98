"""Discord's own description of its API: held against every body, and missed aloud when it is not there."""

import logging
from pathlib import Path

import pytest

from sandbox import Sandbox, World
from sandbox.server.openapi import VARIABLE, Contract
from sandbox.server.server import BrokenContract
from sandbox.wire import Wire
from tests.sandbox.conftest import Api

DESCRIPTION: Wire = {
    "paths": {
        "/users/@me/channels": {
            "post": {
                "requestBody": {
                    "content": {
                        "application/json": {
                            "schema": {
                                "properties": {
                                    "recipient_id": {"$ref": "#/components/schemas/SnowflakeType"}
                                },
                                "required": ["recipient_id"],
                            }
                        }
                    }
                }
            }
        },
        "/channels/{channel_id}/messages": {
            "post": {
                "requestBody": {
                    "content": {
                        "application/json": {
                            "schema": {
                                "properties": {
                                    "content": {"type": ["string", "null"], "maxLength": 3},
                                    "components": {
                                        "items": {
                                            "oneOf": [
                                                {"properties": {"type": {"enum": [1]}}},
                                                {
                                                    "properties": {
                                                        "type": {"enum": [2]},
                                                        "label": {"maxLength": 3},
                                                    }
                                                },
                                            ]
                                        }
                                    },
                                }
                            }
                        }
                    }
                }
            }
        },
    },
    "components": {"schemas": {"SnowflakeType": {"type": "string"}}},
}


@pytest.fixture
def contract() -> Contract:
    """A small description of the same form as Discord's, so that these tests need no other file."""
    return Contract(DESCRIPTION)


async def test_a_body_that_breaks_the_description_is_refused_and_remembered(api: Api) -> None:
    channel = api.sandbox.person("Ann").channel
    status, body = await api("POST", f"/channels/{channel.id}/messages", {"content": "Long."})
    assert (status, body["code"]) == (400, 50035)
    told = 'POST /channels/{channel_id}/messages: content: "Long." is longer than 3 characters'
    assert body["errors"]["_errors"] == [{"code": "BASE_TYPE_INVALID", "message": told}]
    assert api.sandbox.violations == [told]
    assert not api.sandbox.person("Ann").sees().messages
    api.sandbox.violations.clear()


async def test_what_the_description_allows_passes(api: Api) -> None:
    channel = api.sandbox.person("Ann").channel
    assert (await api("POST", f"/channels/{channel.id}/messages", {"content": "Hi."}))[0] == 200
    assert api.sandbox.violations == []


async def test_routes_without_checks_of_their_own_are_held_to_the_description_first(api: Api) -> None:
    status, _ = await api("POST", "/users/@me/channels", {"recipient_id": 7})
    assert status == 400
    assert api.sandbox.violations == ['POST /users/@me/channels: recipient_id: 7 is not of type "string"']
    api.sandbox.violations.clear()


def test_one_body_in_so_many_may_be_looked_at_beginning_with_the_first(contract: Contract) -> None:
    contract.one_in = 3
    found = [
        contract.check("POST", "/channels/{channel_id}/messages", {"content": "Long."}) for _ in range(4)
    ]
    assert [violation is not None for violation in found] == [True, False, False, True]


async def test_leaving_the_sandbox_with_violations_fails(world: World, contract: Contract) -> None:
    sandbox = await Sandbox(world, contract=contract).__aenter__()
    violation = contract.check("POST", "/channels/{channel_id}/messages", {"content": "Long."})
    assert violation is not None
    sandbox.violations.append(violation)
    with pytest.raises(BrokenContract, match="longer than 3 characters"):
        await sandbox.__aexit__(None, None, None)


def test_a_finding_names_the_innermost_thing_that_was_meant(contract: Contract) -> None:
    body = {"components": [{"type": 2, "label": "Too long"}]}
    told = contract.check("POST", "/channels/{channel_id}/messages", body)
    assert told is not None
    assert told.startswith('POST /channels/{channel_id}/messages: components.0.label: "Too long" is longer')


def test_a_missing_description_is_told_of_once_and_checks_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "nowhere.json"))
    with caplog.at_level(logging.WARNING):
        contract = Contract.load()
    assert not contract.is_loaded
    assert "description was not found" in caplog.text
    assert contract.check("POST", "/users/@me/channels", {"recipient_id": 7}) is None


def test_a_description_is_read_from_where_the_variable_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "description.json"
    file.write_text('{"paths": {}, "components": {"schemas": {}}}')
    monkeypatch.setenv(VARIABLE, str(file))
    assert Contract.load().is_loaded
