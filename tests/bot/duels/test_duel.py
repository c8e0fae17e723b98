"""A duel as a value."""

import dataclasses
from typing import Any

import pytest

from bot.duels.duel import Duel, Status, replace
from bot.duels.pace import DEFAULT_PACE
from games import GAMES

DUEL = Duel(
    id=1,
    guild=2,
    channel=3,
    room=GAMES[0],
    challenger=4,
    challenged=None,
    pace=DEFAULT_PACE,
    rated=True,
    secret=b"secret",
    created=5.0,
)


@pytest.mark.parametrize("field", [each.name for each in dataclasses.fields(Duel)])
def test_replace_changes_the_named_field_alone(field: str) -> None:
    other: Any = {field: "other"}
    changed = replace(DUEL, **other)
    assert changed == dataclasses.replace(DUEL, **other)
    assert changed is not DUEL
    assert getattr(DUEL, field) != "other"


def test_replace_refuses_what_is_no_field() -> None:
    with pytest.raises(AttributeError):
        replace(DUEL, statuss=Status.LIVE)  # type: ignore[call-arg]
