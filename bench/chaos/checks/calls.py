"""The lines that call the players of a live duel: accepted, your turn, your time is nearly up."""

import re
from collections.abc import Iterator

from bot.duels.duel import Duel
from bot.ui.duels import calls
from bot.ui.mentions import mention

LINK = re.compile(r"https://discord\.com/channels/[\d/]+")
"""A link to a board, which may have moved since."""


def call_lines(duel: Duel) -> Iterator[str]:
    """What everybody may read while this turn is played, without the links."""
    called = [mention(person) for person in duel.late]
    challenger, opponent = (mention(person) for person in (duel.challenger, _opponent(duel)))
    yield _line(calls.accepted(duel, challenger, opponent).text)
    for people in (called, called[:1], called[1:]):
        if people:
            yield _line(calls.turn(duel, people).text)
            yield _line(calls.reminder(duel, people).text)


def _opponent(duel: Duel) -> int:
    return next(person for person in duel.players or () if person != duel.challenger)


def _line(text: str) -> str:
    return LINK.sub("", text)
