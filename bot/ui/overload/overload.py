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
from functools import partial

import aiohttp
import discord

from bot.health.tally import Tally
from bot.process.line import Line
from bot.process.queues import server_of
from bot.ui.overload.acknowledging import INTERVAL, Acknowledging
from bot.ui.wire.press import Press
from bot.ui.wire.reply import Late, Reply

log = logging.getLogger(__name__)

AT_ONCE = 300
"""Far more than wait for Discord and the disk on a busy bot that keeps up."""
SHARE = 200
"""How many of them may be of one server."""
PER_TURN = 2
"""How many of one server begin in one turn of the loop. Whatever else is ready gets its turn in between."""
TOGETHER = 8
"""How many of all servers do."""
WHILE_ACKNOWLEDGING = 0
"""How many do while others have to be acknowledged, which can't wait and takes much less."""
SOON = 600
"""A press with so many before it is acknowledged at once: they take about a second."""
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
    always_late = False
    """Whether every press is acknowledged before it is answered. For tests."""

    def __init__(
        self,
        tally: Tally | None = None,
        at_once: int = AT_ONCE,
        share: int = SHARE,
        per_turn: int = PER_TURN,
        *,
        most_waiting: int = MOST_WAITING,
        longest_wait: float = LONGEST_WAIT,
        soon: int = SOON,
    ) -> None:
        """A press with `soon` others before it is acknowledged at once."""
        self.line = Line(
            at_once,
            share,
            per_turn,
            together=TOGETHER,
            most_waiting=most_waiting,
            longest_wait=longest_wait,
        )
        self._tally = Tally() if tally is None else tally
        self._soon = soon
        self.unanswered = 0
        """Presses and commands that wait for their turn or their first answer."""
        self._acknowledging = Acknowledging(
            partial(self.line.slow_down, WHILE_ACKNOWLEDGING), self.line.hurry, self._count
        )
        self._told: OrderedDict[int, float] = OrderedDict()
        """When somebody was last told that they were sent away."""

    @asynccontextmanager
    async def place(self, press: Press, late: Late) -> AsyncIterator[None]:
        """The same as `enter`, for a block."""
        leave = await self.enter(press, late)
        try:
            yield
        finally:
            leave()

    async def enter(self, press: Press, late: Late) -> Callable[[], None]:
        """Waits for the turn of a press, or raises `SentAway`. With its first answer it makes room for
        others; call what this returns at the end, in case there was none."""
        server = server_of(press.person, press.guild)
        self.unanswered += 1
        entered = False
        try:
            entered = await self._enter(press, server, late)
            if not entered:
                await self._send_away(press, late)
        finally:
            self.unanswered -= not entered
        if not entered:
            raise SentAway
        leave = press.reply.when_done = _once(partial(self._leave, server))
        return leave

    async def finish(self) -> None:
        """Waits until nobody waits for their turn."""
        while len(self.line):
            await asyncio.sleep(INTERVAL)

    def _count(self, reply: Reply) -> None:
        if reply.is_lost:
            self._tally.count_too_late()
        else:
            self._tally.count_acknowledged()

    def _leave(self, server: int) -> None:
        self.unanswered -= 1
        self.line.leave(server)

    async def _enter(self, press: Press, server: int, late: Late) -> bool:
        if late is Late.CHOICES:
            return await self.line.enter(server, LONGEST_WAIT_FOR_CHOICES, press.person)
        if self.always_late and late is not Late.FORM:
            await press.reply.acknowledge(late)
        elif len(self.line) >= self._soon and late is not Late.FORM:
            self._acknowledging.begin(press.reply, late)
        else:
            self._acknowledging.watch(press.reply, late)
        return await self.line.enter(server, person=press.person, urgent=late is Late.FORM)

    async def _send_away(self, press: Press, late: Late) -> None:
        """One sentence is enough for somebody who presses again and again; the other presses end quietly."""
        self._tally.count_sent_away()
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


def _once(action: Callable[[], None]) -> Callable[[], None]:
    """The same action, which does nothing when it is called again."""
    calls = [action]

    def act() -> None:
        while calls:
            calls.pop()()

    return act
