"""A duel as a value."""

import pytest

from bot.duels.duel import Duel, Notes
from bot.duels.pace import DEFAULT_PACE
from games import GAMES

DUEL = Duel(
    id=1,
    guild=2,
    room=GAMES[0],
    challenger=4,
    challenged=None,
    pace=DEFAULT_PACE,
    rated=True,
    secret=b"secret",
    created=5.0,
    notes=Notes(channel=3, board=6, call=7),
)


def test_noted_changes_the_named_notes_alone() -> None:
    changed = DUEL.noted(call=8, tally=(1, 0))
    assert changed.notes == Notes(channel=3, board=6, call=8, tally=(1, 0))
    assert changed.noted(call=7, tally=(0, 0)) == DUEL
    assert DUEL.notes.call == 7


def test_noted_refuses_what_is_no_note() -> None:
    with pytest.raises(TypeError):
        DUEL.noted(status="won")
