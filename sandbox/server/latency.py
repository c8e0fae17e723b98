"""The time that requests, answers and events spend on their way between the bot and Discord."""

from dataclasses import dataclass
from random import Random

from sandbox.server.ratelimit import RateLimits

SEED = 14


@dataclass(frozen=True, slots=True)
class Latency:
    """A request and its answer take from `least` to `most` seconds on their way, and so does an event."""

    least: float
    most: float


REAL = Latency(0.060, 0.250)


class Network:
    """Draws how long something takes. The draws come from a seed, and `limits.speed` divides them."""

    def __init__(self, limits: RateLimits) -> None:
        self.latency: Latency | None = None
        self._limits = limits
        self._random = Random(SEED)  # noqa: S311 - a network, not a secret

    def delay(self) -> float:
        if self.latency is None:
            return 0.0
        return self._limits.scaled(self._random.uniform(self.latency.least, self.latency.most))
