"""How many presses and commands are answered at the same time, and in which order they begin.

When more come in than can be answered, answering all at once would make all of them late. So they begin one
after another, servers in turn, and those that have to wait are acknowledged: Discord then waits for their
answers. Only if more come in for a long time than can be answered, some are sent away, with a sentence.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from math import inf

import aiohttp
import discord
from cachetools import TTLCache

from bot.health.tally import Tally
from bot.process.background import BackgroundTasks
from bot.process.line import Line
from bot.process.queues import server_of
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
SOON = 600
"""A press with so many before it is acknowledged at once: they take about a second."""
MOST_WAITING = 10_000
LONGEST_WAIT = 20.0
"""Seconds. If somebody has waited for longer, or too many wait, one is sent away for each that comes."""
ONE_SENTENCE = 10.0
"""Seconds in which somebody who is sent away is told so once."""
TOO_MANY = "Too many people are pressing at once, and nothing was changed. Try again in a few seconds."

LONGEST_SILENCE = 1.2
"""Seconds after which a press is acknowledged that was not answered yet, whatever it waits for. Discord gives
it three, and a part of them is spent on the way here and in front of the loop."""
ACKNOWLEDGED_AT_ONCE = 200
"""Acknowledgements under way at the same time, each on a connection: at a distance of 100 ms that makes 2,000
in a second."""
ACKNOWLEDGED_PER_TURN = 64
"""How many begin in one turn of the loop, so that it comes to read what else has arrived."""
STALE = 1.5
"""Seconds after which it may be too late to acknowledge."""


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
        self.unanswered = 0
        """Presses and commands that wait for their turn or their first answer."""
        self._tally = Tally() if tally is None else tally
        self._acknowledging = Acknowledging(self.line, self._tally)
        self._soon = soon
        self._told: TTLCache[int, None] = TTLCache(inf, ONE_SENTENCE, time.monotonic)
        """The people who were told in the last seconds that they were sent away."""

    @asynccontextmanager
    async def place(self, press: Press, late: Late) -> AsyncIterator[None]:
        """Begins when it is the turn of a press, or raises `SentAway`. Its first answer makes room for
        others."""
        leave = await self.enter(press, late)
        try:
            yield
        finally:
            leave()  # in case there was no answer

    async def enter(self, press: Press, late: Late) -> Callable[[], None]:
        """Does the same as `place`, for a press whose end comes elsewhere: what this returns has to be called
        then."""
        server, is_inside = server_of(press.person, press.guild), False
        self.unanswered += 1
        try:
            is_inside = await self._enter(press, server, late)
            if not is_inside:
                await self._send_away(press)
                raise SentAway
        finally:
            self.unanswered -= not is_inside
        leave = press.reply.when_done = _once(partial(self._leave, server))
        return leave

    async def finish(self) -> None:
        """Waits until nobody waits for their turn."""
        while len(self.line):
            await asyncio.sleep(0.05)

    async def _enter(self, press: Press, server: int, late: Late) -> bool:
        """Waits for the turn of a press; False if it gets none."""
        if self.always_late and late is not Late.FORM:
            await press.reply.acknowledge(late)
        elif len(self.line) >= self._soon and late is not Late.FORM:
            self._acknowledging.begin(press.reply, late)
        else:
            self._acknowledging.begin_later(press.reply, late)
        return await self.line.enter(server, person=press.person, urgent=late is Late.FORM)

    def _leave(self, server: int) -> None:
        self.unanswered -= 1
        self.line.leave(server)

    async def _send_away(self, press: Press) -> None:
        """Sends a press away. One sentence is enough for somebody who presses again and again; their other
        presses end quietly."""
        self._tally.count_sent_away()
        try:
            if press.message is not None and self._is_told(press.person):
                await press.reply.end_quietly()
            else:
                await press.reply.say(TOO_MANY)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.debug("could not be told that it was sent away (%s)", error)

    def _is_told(self, person: int) -> bool:
        """Says whether this person was told in the last seconds, and remembers that they are now."""
        is_told = person in self._told
        self._told.setdefault(person, None)
        return is_told


class Acknowledging:
    """Acknowledges presses that can't be answered soon. Nothing is loaded and nobody's handler runs for that:
    it is one small request."""

    def __init__(self, line: Line, tally: Tally) -> None:
        """Nobody enters the line while more have to be acknowledged than can be in one turn of the loop."""
        self._line = line
        self._tally = tally
        self._due: deque[tuple[float, Reply, Late]] = deque()
        self._stale: deque[tuple[float, Reply, Late]] = deque()
        """The presses for which it may be too late. They go last, so that not all become too late by them."""
        self._under_way = 0
        self._is_beginning = False
        self._background = BackgroundTasks()

    def begin_later(self, reply: Reply, late: Late) -> None:
        """Acknowledges a press, before all others, if it is not answered in time."""
        asyncio.get_running_loop().call_later(LONGEST_SILENCE, self._begin_first, reply, late)

    def begin(self, reply: Reply, late: Late) -> None:
        """Acknowledges a press as soon as possible."""
        self._due.append((asyncio.get_running_loop().time(), reply, late))
        self._begin_soon()

    def _begin_first(self, reply: Reply, late: Late) -> None:
        if reply.can_wait:
            self._due.appendleft((asyncio.get_running_loop().time(), reply, late))
            self._begin_soon()

    def _begin_soon(self) -> None:
        if len(self._due) > ACKNOWLEDGED_PER_TURN:
            self._line.slow_down(0)
        if not self._is_beginning:
            self._is_beginning = True
            asyncio.get_running_loop().call_soon(self._begin_some)

    def _begin_some(self) -> None:
        self._is_beginning = False
        while self._due and self._due[0][0] < asyncio.get_running_loop().time() - STALE:
            self._stale.append(self._due.popleft())
        few = min(ACKNOWLEDGED_PER_TURN, ACKNOWLEDGED_AT_ONCE - self._under_way)
        for _ in range(min(few, len(self._due) + len(self._stale))):
            _, reply, late = (self._due or self._stale).popleft()
            self._under_way += 1
            self._background.run(self._acknowledge(reply, late))
        if not self._due:
            self._line.hurry()
        if (self._due or self._stale) and self._under_way < ACKNOWLEDGED_AT_ONCE:
            self._begin_soon()

    async def _acknowledge(self, reply: Reply, late: Late) -> None:
        try:
            if reply.can_wait:
                await reply.acknowledge(late)
                self._count(reply)
        finally:
            self._under_way -= 1
            if self._due or self._stale:
                self._begin_soon()

    def _count(self, reply: Reply) -> None:
        if reply.is_lost:
            self._tally.count_too_late()
        else:
            self._tally.count_acknowledged()


def _once(action: Callable[[], None]) -> Callable[[], None]:
    """Returns an action that does nothing when it is called again."""
    calls = [action]

    def act() -> None:
        while calls:
            calls.pop()()

    return act
