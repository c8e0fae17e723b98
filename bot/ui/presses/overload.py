"""How many presses and commands are answered at the same time, and in which order they begin.

When more come in than can be answered, answering all at once would make all of them late. One after another,
most are in time. Servers take turns: a burst in one of them does not delay a press in another.
"""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bot.process.queues import Line, server_of
from bot.ui.wire.press import Press
from games.engine import Refused

log = logging.getLogger(__name__)

AT_ONCE = 300
"""Far more than wait for Discord and the disk on a busy bot that keeps up."""
SHARE = 200
"""How many of them may be of one server."""
PER_TURN = 2
"""How many of one server begin in one turn of the loop. Whatever else is ready gets its turn in between."""
LONGEST_WAIT = 1.5
"""Seconds; a press on a duel that waits longer could hardly be saved and answered within Discord's three."""
LONGEST_WAIT_OF_OTHERS = 2.0
"""Seconds for commands and presses that change no duel."""
TOO_MANY = "Too many people are pressing at once, and nothing was changed. Try again in a few seconds."


class Overload:
    def __init__(self, at_once: int = AT_ONCE, share: int = SHARE, per_turn: int = PER_TURN) -> None:
        self._line = Line(at_once, share, per_turn)

    @asynccontextmanager
    async def place(self, press: Press, *, holds: bool = False) -> AsyncIterator[None]:
        """Waits for the turn of a press, or refuses if that takes too long. With its first answer, or at the
        end of the block, it makes room for others. `holds`: it may change a duel."""
        server = server_of(press.person, press.guild)
        if not await self._line.enter(server, LONGEST_WAIT if holds else LONGEST_WAIT_OF_OTHERS):
            log.warning("duel %s: overloaded, a press or command waited too long", press.reply.duel)
            raise Refused(TOO_MANY)
        leave = _once(lambda: self._line.leave(server))
        press.reply.when_done = leave
        try:
            yield
        finally:
            leave()


def _once(action: Callable[[], None]) -> Callable[[], None]:
    """The same action, which does nothing when it is called again."""
    calls = [action]

    def act() -> None:
        while calls:
            calls.pop()()

    return act
