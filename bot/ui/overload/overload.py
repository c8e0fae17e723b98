"""How many presses and commands are answered at the same time, and in which order they begin.

When more come in than can be answered, answering all at once would make all of them late. So they begin one
after another, servers in turn, and those that have to wait are acknowledged: Discord then waits for their
answers. Only if more come in for a long time than can be answered, some are sent away, with a sentence.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import aiohttp
import discord

from bot.process.line import Line
from bot.process.queues import server_of
from bot.ui.overload.acknowledging import Acknowledging
from bot.ui.overload.tally import Tally
from bot.ui.wire.press import Press
from bot.ui.wire.reply import Late

log = logging.getLogger(__name__)

AT_ONCE = 300
"""Far more than wait for Discord and the disk on a busy bot that keeps up."""
WHILE_ACKNOWLEDGING = 20
"""How many begin while others have to be acknowledged, which can't wait."""
SHARE = 200
"""How many of them may be of one server."""
PER_TURN = 2
"""How many of one server begin in one turn of the loop. Whatever else is ready gets its turn in between."""
SOON = 100
"""A press with more than so many before it is acknowledged at once."""
MOST_WAITING = 10_000
LONGEST_WAIT = 20.0
"""Seconds. If somebody has waited for longer, or too many wait, one is sent away for each that comes."""
LONGEST_WAIT_FOR_CHOICES = 2.0
"""Seconds; suggestions can't be acknowledged."""
ONE_SENTENCE = 10.0
"""Seconds in which somebody who is sent away is told so once."""
TOO_MANY = "Too many people are pressing at once, and nothing was changed. Try again in a few seconds."


class SentAway(Exception):  # noqa: N818 - no fault
    """This press gets no turn. Its person has been told, unless it was for suggestions."""


class Overload:
    def __init__(
        self,
        at_once: int = AT_ONCE,
        share: int = SHARE,
        per_turn: int = PER_TURN,
        *,
        most_waiting: int = MOST_WAITING,
        longest_wait: float = LONGEST_WAIT,
        soon: int = SOON,
        always_late: bool = False,
    ) -> None:
        """`always_late`: every press is acknowledged before it is answered, for tests."""
        self.line = Line(at_once, share, per_turn, most_waiting=most_waiting, longest_wait=longest_wait)
        self.tally = Tally()
        self._soon = soon
        self._always_late = always_late
        self._acknowledging = Acknowledging(self._hurry, self.tally.count_acknowledged)
        self._told: OrderedDict[int, float] = OrderedDict()
        """When somebody was last told that they were sent away."""

    @asynccontextmanager
    async def place(self, press: Press, late: Late) -> AsyncIterator[None]:
        """Waits for the turn of a press, or raises `SentAway`. With its first answer, or at the end of the
        block, it makes room for others."""
        server = server_of(press.person, press.guild)
        if not await self._enter(press, server, late):
            await self._send_away(press, late)
            raise SentAway
        leave = _once(lambda: self.line.leave(server))
        press.reply.when_done = leave
        try:
            yield
        finally:
            leave()

    async def _enter(self, press: Press, server: int, late: Late) -> bool:
        if late is Late.CHOICES:
            return await self.line.enter(server, LONGEST_WAIT_FOR_CHOICES, press.person)
        if self._always_late and late is not Late.FORM:
            await press.reply.acknowledge(late)
        elif len(self.line) >= self._soon and late is not Late.FORM:
            self._acknowledging.begin(press.reply, late)
        else:
            self._acknowledging.watch(press.reply, late)
        return await self.line.enter(server, person=press.person, urgent=late is Late.FORM)

    async def _send_away(self, press: Press, late: Late) -> None:
        """One sentence is enough for somebody who presses again and again; their other presses end quietly."""
        self.tally.count_sent_away()
        if late is Late.CHOICES:
            return
        try:
            if press.message is not None and self._is_told(press.person):
                await press.reply.end_quietly()
            else:
                await press.reply.say(TOO_MANY)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.debug("could not be told that it was sent away (%s)", error)

    def _is_told(self, person: int) -> bool:
        """Whether this person was told in the last seconds; if not, they are now."""
        now = asyncio.get_running_loop().time()
        while self._told and next(iter(self._told.values())) < now - ONE_SENTENCE:
            self._told.popitem(last=False)
        is_told = person in self._told
        self._told.setdefault(person, now)
        return is_told

    def _hurry(self, is_busy: bool) -> None:  # noqa: FBT001 - called with one of both
        """Acknowledgements go first: fewer begin meanwhile, but some do."""
        self.line.allow(WHILE_ACKNOWLEDGING if is_busy else None)


def _once(action: Callable[[], None]) -> Callable[[], None]:
    """The same action, which does nothing when it is called again."""
    calls = [action]

    def act() -> None:
        while calls:
            calls.pop()()

    return act
