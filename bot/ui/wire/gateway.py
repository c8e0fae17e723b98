"""For how long each shard has been without Discord's gateway.

discord.py never takes back that it is ready, so this watches its connections: whether each is open, and
whether Discord acknowledges its heartbeats.
"""

import time
from collections.abc import Mapping
from math import isfinite

import discord

from bot.process.clock import Time
from bot.ui.wire.start.sessions import Sessions

DOUBLINGS = 6
"""How often the longest pause between two attempts to connect, of a second at first, is doubled."""


class GatewayWatch:
    def __init__(self, client: discord.AutoShardedClient, sessions: Sessions) -> None:
        self.now: Time = time.perf_counter
        """The clock by which discord.py notes acknowledgements."""
        self._client = client
        self._sessions = sessions
        self._lost: dict[int, float] = {}

    @property
    def is_ready(self) -> bool:
        """True once all shards have connected for the first time, until the bot is closed."""
        return self._client.is_ready() and not self._client.is_closed()

    @property
    def waiting(self) -> str | None:
        """A sentence while no session may begin."""
        return self._sessions.waiting

    @property
    def latency(self) -> float | None:
        """Seconds until a heartbeat is answered, on average; None while one of the shards is away."""
        latency = self._client.latency
        return round(latency, 4) if isfinite(latency) else None

    def lost(self, shard: int) -> None:
        """After a long outage discord.py would try again only every quarter of an hour."""
        self._lost.setdefault(shard, self.now())
        if (info := self._client.shards.get(shard)) is not None:
            info._parent._backoff._max = DOUBLINGS  # noqa: SLF001 - there is no setting for it

    def found(self, shard: int) -> None:
        self._lost.pop(shard, None)

    def away(self) -> Mapping[int, float]:
        """The seconds for which each shard has been away; 0 for one that is there."""
        return {shard: self._away(shard, info) for shard, info in self._client.shards.items()}

    def _away(self, shard: int, info: discord.ShardInfo) -> float:
        now = self.now()
        if info.is_closed():
            self.lost(shard)
        if shard in self._lost:
            return now - self._lost[shard]
        beat = info._parent.ws._keep_alive  # noqa: SLF001 - the only one who knows of acknowledgements
        if beat is None:
            return 0.0
        return max(0.0, now - beat._last_ack - (beat.interval or 0.0))  # noqa: SLF001
