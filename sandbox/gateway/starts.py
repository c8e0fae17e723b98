"""How many sessions a bot may start: so many at once every five seconds, and a thousand a day."""

from sandbox.server.ratelimit import RateLimits
from sandbox.wire import Wire
from sandbox.world.clock import Clock

STARTS_A_DAY = 1000
DAY = 86_400.0
IDENTIFY_EVERY = 5.0


class SessionStarts:
    """Counts IDENTIFYs. Refused ones count too; at most `max_concurrency` pass in five seconds.

    A shard shares its turn with all shards whose numbers leave the same remainder by `max_concurrency`.
    """

    def __init__(self, clock: Clock, limits: RateLimits) -> None:
        self.max_concurrency = 1
        self._clock = clock
        self._limits = limits
        self._left = STARTS_A_DAY
        self._day_ends = 0.0
        self._last: dict[int, float] = {}

    @property
    def left(self) -> int:
        return STARTS_A_DAY if self._clock.now() >= self._day_ends else self._left

    @left.setter
    def left(self, left: int) -> None:
        self._left, self._day_ends = left, self._clock.now() + DAY

    def count(self) -> bool:
        """Counts an IDENTIFY towards the day. Returns False if no session was left."""
        if self._clock.now() >= self._day_ends:
            self.left = STARTS_A_DAY
        self._left -= 1
        return self._left >= 0

    def take_turn(self, shard: int) -> bool:
        """Whether a shard may identify now. If so, the next one has to wait."""
        if self.wait_for(shard) > 0:
            return False
        self._last[shard % self.max_concurrency] = self._clock.now()
        return True

    def wait_for(self, shard: int) -> float:
        """For how many seconds an IDENTIFY of this shard would still be refused."""
        last = self._last.get(shard % self.max_concurrency)
        if last is None or not self._limits.enforced:
            return 0.0
        return max(last + self._limits.scaled(IDENTIFY_EVERY) - self._clock.now(), 0.0)

    def wire(self) -> Wire:
        ends_in = self._day_ends - self._clock.now()
        return {
            "total": STARTS_A_DAY,
            "remaining": max(self.left, 0),
            "reset_after": int((ends_in if ends_in > 0 else DAY) * 1000),
            "max_concurrency": self.max_concurrency,
        }
