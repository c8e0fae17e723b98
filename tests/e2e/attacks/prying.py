"""Somebody who watches a duel, or plays in it, and tries every way to learn more than everybody may know."""

from collections.abc import Sequence

from bot.ui.ids import Verb
from sandbox import Sandbox
from sandbox.people.person import Person
from tests.e2e.attacks.test_forgery import forge
from tests.support.evening import board_of, duel_key_on

WAYS = (
    Verb.MORE,
    Verb.PANEL,
    Verb.SHARE,
    Verb.REVIEW,
    Verb.FAIR,
    Verb.BACK,
    Verb.RESIGN,
    Verb.NUMBER,
    Verb.VOTE,
)
"""The buttons that a stranger presses on a board, whether it has them or not."""
WAYS_OF_PLAYERS = Verb.MORE, Verb.SHARE, Verb.REVIEW, Verb.FAIR
"""Those that show nothing new to a player before the end."""


async def pry(sandbox: Sandbox, person: Person, ways: Sequence[Verb] = WAYS) -> list[str]:
    """Presses them all, and returns what a screen reader makes of the private answers, which
    are then dismissed."""
    board = board_of(person)
    key = duel_key_on(board)
    told = []
    for verb in ways:
        reply = await forge(sandbox, person, board, f"duel:{verb}:{key}:1:0")
        if reply.message is not None and reply.message.private:
            told += person.hears(reply.message)
            person.dismiss(reply.message)
    return told
