"""Closes a bot's connection with one of Discord's codes."""

from collections import deque

from sandbox.server.ratelimit import RateLimits
from sandbox.world.clock import Clock

SENDS, SENDS_PER = 120, 60.0


class CloseWith(Exception):  # noqa: N818 - it is a command, not an error
    """Closes the connection with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class SendLimit:
    """Lets a connection send 120 frames a minute, heartbeats included, and closes it at the next."""

    def __init__(self, clock: Clock, limits: RateLimits) -> None:
        self._clock = clock
        self._limits = limits
        self._times: deque[float] = deque()

    def count(self) -> None:
        now = self._clock.now()
        while self._times and self._times[0] <= now - self._limits.scaled(SENDS_PER):
            self._times.popleft()
        self._times.append(now)
        if len(self._times) > SENDS and self._limits.enforced:
            raise CloseWith(4008, "You are being rate limited.")
