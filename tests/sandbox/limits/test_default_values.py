"""Values chosen in advance: as many as a person may choose, no more and no fewer."""

import pytest

from sandbox.wire import Wire
from tests.sandbox.conftest import Api

ROLES = 6


def select(count: int, **bounds: int) -> Wire:
    chosen = [{"id": str(number), "type": "role"} for number in range(1, count + 1)]
    menu = {"type": ROLES, "custom_id": "roles", "default_values": chosen, **bounds}
    return {"content": "Which?", "components": [{"type": 1, "components": [menu]}]}


@pytest.mark.parametrize(
    ("count", "bounds", "is_allowed"),
    [
        (1, {}, True),
        (2, {}, False),
        (0, {}, False),
        (0, {"min_values": 0}, True),
        (3, {"min_values": 2, "max_values": 3}, True),
        (1, {"min_values": 2, "max_values": 3}, False),
        (4, {"min_values": 2, "max_values": 3}, False),
    ],
)
async def test_defaults_have_to_be_as_many_as_may_be_chosen(
    api: Api, count: int, bounds: dict[str, int], *, is_allowed: bool
) -> None:
    path = f"/channels/{api.sandbox.person('Ann').channel.id}/messages"
    status, body = await api("POST", path, select(count, **bounds))
    api.sandbox.violations.clear()
    assert (status == 200) is is_allowed
    if not is_allowed:
        places = body["errors"]["components"]["0"]["components"]["0"]["default_values"]
        assert places["_errors"][0]["code"] == "BASE_TYPE_BAD_LENGTH"
