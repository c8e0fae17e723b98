"""The bot's sessions at Discord's gateway: when one may begin, and for how long a shard has had none."""

import asyncio
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

import aiohttp
import discord
from discord.http import Route

from bot.database import Database
from bot.process.clock import Time

log = logging.getLogger(__name__)

SPACING = 5.2
"""Seconds between two sessions whose shards share a turn: Discord's five, and a little for the way."""
SPARE = 20
"""How many of a day's sessions a start leaves to a bot that runs and has lost a session."""
LAST = 3
"""How many of a day's sessions nobody takes."""
LONGEST_TURN = 150.0
"""Seconds after which a process no longer waits for others. discord.py waits 180 for a shard."""
HEARTBEAT = 45.0
"""Seconds within which Discord acknowledges the next heartbeat; discord.py sends one every 41 seconds."""
DOUBLINGS = 6
"""How often the longest pause between two attempts to connect, of a second at first, is doubled."""
LOOK_AGAIN = 300.0
"""Seconds after which Discord is asked again how many sessions are left."""
NO_ANSWER = (discord.DiscordException, aiohttp.ClientError, OSError)


@dataclass(frozen=True, slots=True)
class Allowance:
    """Says how many sessions Discord still allows."""

    left: int
    renewed_after: float
    """Seconds until there are as many as at first again."""
    at_once: int
    """How many may begin within five seconds, if their shards differ by their remainder."""
    advised_shards: int


class Sessions:
    """Lets no more sessions begin than Discord allows, and in turn with other processes.

    Discord takes one IDENTIFY in five seconds, or some more from large bots, and a thousand a day. A bot that
    asks for more loses its token.
    """

    def __init__(self, client: discord.AutoShardedClient) -> None:
        self.database: Database | None = None
        """Through it processes take turns; set before the client connects."""
        self.waiting: str | None = None
        """A sentence while the bot waits because hardly any sessions are left."""
        self._client = client
        self._closed = asyncio.Event()
        self._at_once = 1
        self._began: dict[int, float] = {}
        self._launching: set[int] = set()

    def close(self) -> None:
        """Ends all waiting; no session begins any more."""
        self._closed.set()

    async def may_start(self) -> bool:
        """Waits until enough sessions are left to begin; False if the bot is closed before that."""
        allowance = await self._read_allowance()
        count = len(self._client.shard_ids or ()) or (1 if allowance is None else allowance.advised_shards)
        self._launching = {*(self._client.shard_ids or range(count))}
        await self._wait_for(count + SPARE, allowance)
        return not self._closed.is_set()

    async def before(self, shard: int) -> None:
        """Waits until this shard may begin a session. When the bot is closed meanwhile, discord.py has to be
        cancelled: after every error it would try again."""
        if shard in self._launching:
            self._launching.discard(shard)
        else:
            await self._wait_for(1 + LAST, await self._read_allowance())
        turn = shard % self._at_once
        now = asyncio.get_running_loop().time
        await self._pause(self._began.get(turn, float("-inf")) + SPACING - now())
        await self._take_turn(turn)
        if self._closed.is_set():
            raise asyncio.CancelledError
        self._began[turn] = now()

    async def _wait_for(self, wanted: int, allowance: Allowance | None) -> None:
        """Waits until so many sessions are left. discord.py gives up a shard that takes too long, and begins
        again."""
        try:
            while allowance is not None and allowance.left < wanted and not self._closed.is_set():
                self.waiting = _sentence(allowance)
                log.warning("%s", self.waiting)
                await self._pause(min(allowance.renewed_after + 1, LOOK_AGAIN))
                allowance = await self._read_allowance()
        finally:
            self.waiting = None

    async def _read_allowance(self) -> Allowance | None:
        """Asks Discord what it allows at the moment; None if it does not say."""
        try:
            said = await self._client.http.request(Route("GET", "/gateway/bot"))
        except NO_ANSWER as problem:
            log.debug("Discord does not say how many sessions are left: %s", problem)
            return None
        limit = said["session_start_limit"]
        self._at_once = max(1, limit["max_concurrency"])
        return Allowance(limit["remaining"], limit["reset_after"] / 1000, self._at_once, said["shards"])

    async def _take_turn(self, turn: int) -> None:
        """Waits for the turn of this process. Without the database it is tried at once: discord.py tries
        again if Discord refuses."""
        if self.database is None:
            return
        taking = asyncio.ensure_future(self.database.take_turn(turn, SPACING))
        closing = asyncio.ensure_future(self._closed.wait())
        try:
            await asyncio.wait([taking, closing], timeout=LONGEST_TURN, return_when=asyncio.FIRST_COMPLETED)
            if not closing.done():
                await asyncio.wait_for(taking, 0)
        except Exception as problem:
            log.warning("a session begins without waiting for other processes: %r", problem)
        finally:
            taking.cancel()
            closing.cancel()

    async def _pause(self, seconds: float) -> None:
        if seconds > 0:
            try:
                async with asyncio.timeout(seconds):
                    await self._closed.wait()
            except TimeoutError:
                return


class GatewayWatch:
    """Watches for how long each shard has been without Discord's gateway.

    discord.py never takes back that it is ready, so this watches its connections: whether each is open, and
    whether Discord acknowledges its heartbeats: with each one it does, the shard's latency changes.
    """

    def __init__(self, client: discord.AutoShardedClient, sessions: Sessions) -> None:
        self.now: Time = time.monotonic
        self._client = client
        self._sessions = sessions
        self._lost: dict[int, float] = {}
        """When each shard that is away was lost."""
        self._beats: dict[int, tuple[float, float]] = {}
        """The latency of each shard, and when it was first seen."""

    @property
    def is_ready(self) -> bool:
        """Says whether all shards have connected once, until the bot is closed."""
        return self._client.is_ready() and not self._client.is_closed()

    @property
    def waiting(self) -> str | None:
        """Returns a sentence while no session may begin."""
        return self._sessions.waiting

    @property
    def latency(self) -> float | None:
        """Returns the seconds until a heartbeat is answered, on average, or None while one of the shards is
        away."""
        latency = self._client.latency
        return round(latency, 4) if isfinite(latency) else None

    def lost(self, shard: int) -> None:
        """Notes that a shard is away. After a long outage discord.py would try again only every quarter of an
        hour."""
        self._lost.setdefault(shard, self.now())
        if (info := self._client.shards.get(shard)) is not None:
            info._parent._backoff._max = DOUBLINGS  # noqa: SLF001 - there is no setting for it

    def found(self, shard: int) -> None:
        self._lost.pop(shard, None)

    def away(self) -> Mapping[int, float]:
        """Returns the seconds for which each shard has been away; 0 for one that is there."""
        return {shard: self._away(shard, info) for shard, info in self._client.shards.items()}

    def _away(self, shard: int, info: discord.ShardInfo) -> float:
        now = self.now()
        if info.is_closed():
            self.lost(shard)
        if shard in self._lost:
            return now - self._lost[shard]
        latency, since = self._beats.get(shard, (None, now))
        if info.latency != latency:
            self._beats[shard], since = (info.latency, now), now
        return max(0.0, now - since - HEARTBEAT)


def _sentence(allowance: Allowance) -> str:
    minutes = max(1, round(allowance.renewed_after / 60))
    return (
        f"Discord allows only {allowance.left} more sessions of this bot today, so it waits until there are "
        f"more, in about {minutes} minutes. Look in the log for what made it start so often."
    )
