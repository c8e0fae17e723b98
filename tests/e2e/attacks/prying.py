"""Somebody who only watches a duel, and tries every way to learn more than everybody may know."""

from collections.abc import Sequence

from bot.ui.presses.custom_id import Verb
from sandbox import Sandbox
from sandbox.people.person import Person
from tests.e2e.attacks.test_forgery import forge
from tests.support.evening import board_of, duel_key_on

WAYS = (
    Verb.MORE,
    Verb.PANEL,
    Verb.SHARE,
    Verb.REVIEW,
    Verb.REPLAY,
    Verb.FAIR,
    Verb.BACK,
    Verb.RESIGN,
    Verb.NUMBER,
    Verb.VOTE,
)
"""The buttons that a stranger presses on a board, whether it has them or not."""


async def pry(sandbox: Sandbox, person: Person, ways: Sequence[Verb] = WAYS) -> list[str]:
    """Presses them all, and returns what a screen reader makes of the answers."""
    board = board_of(person)
    key = duel_key_on(board)
    told = []
    for verb in ways:
        reply = await forge(sandbox, person, board, f"duel:{verb}:{key}:1:0")
        told += [] if reply.message is None else person.hears(reply.message)
    return told
