"""Limits requests per route and top-level id, and reports the limits in Discord's headers."""

import hashlib
from dataclasses import dataclass
from functools import cache

from sandbox.server.errors import ApiError
from sandbox.world.clock import Clock

GLOBAL_PER_SECOND = 50
IDLE_BUCKETS_KEPT = 5_000
SEND = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
TOKENS = "/webhooks/{webhook_id}/{webhook_token}"
ONE_NAME = {SEND: "messages of a channel", EDIT: "messages of a channel"}
"""Routes whose buckets have the same name, although their requests are counted apart."""


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `limit` requests in `per` seconds."""

    limit: int
    per: float


DEFAULT_RATE = Rate(10, 10.0)
FIVE_IN_FIVE = Rate(5, 5.0)
FIVE_IN_ONE = Rate(5, 1.0)


@dataclass(slots=True)
class _Bucket:
    used: int
    resets_at: float


class RateLimits:
    """Counts requests. `rates` maps "METHOD /path/{template}" to a rate that replaces the route's own.

    `profile` is the rate of edits in one channel, which Discord does not publish: `FIVE_IN_FIVE` or
    `FIVE_IN_ONE`. `speed` divides every window and every wait that is reported, so that tests take less time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.rates: dict[str, Rate] = {}
        self.profile = FIVE_IN_FIVE
        self.speed = 1.0
        self.per_second = GLOBAL_PER_SECOND
        self.enforced = True
        self._buckets: dict[tuple[str, str], _Bucket] = {}
        self._second = _Bucket(0, 0.0)

    def scaled(self, seconds: float) -> float:
        return seconds / self.speed

    def count_globally(self) -> None:
        if not self.enforced:
            return
        now = self._clock.now()
        if now >= self._second.resets_at:
            self._second = _Bucket(0, now + self.scaled(1.0))
        self._second.used += 1
        if self._second.used > self.per_second:
            raise rate_limited(self._second.resets_at - now, "global")

    def count(self, route: str, default: Rate, major: str) -> dict[str, str]:
        """Counts a request and returns the response's headers. Raises a 429 if the limit is exceeded."""
        rate = self.rates.get(route) or (self.profile if route == EDIT else default)
        now, key = self._clock.now(), (counted_as(route), major)
        bucket = self._buckets.get(key)
        if bucket is None or now >= bucket.resets_at:
            bucket = self._open(key, now + self.scaled(rate.per))
        bucket.used += 1
        headers = self._headers(route, rate, bucket, now)
        if bucket.used > rate.limit and self.enforced:
            error = rate_limited(bucket.resets_at - now, "user")
            error.headers.update(headers)
            raise error
        return headers

    def _open(self, key: tuple[str, str], resets_at: float) -> _Bucket:
        if len(self._buckets) > IDLE_BUCKETS_KEPT:
            now = self._clock.now()
            self._buckets = {key: b for key, b in self._buckets.items() if b.resets_at > now}
        bucket = self._buckets[key] = _Bucket(0, resets_at)
        return bucket

    def _headers(self, route: str, rate: Rate, bucket: _Bucket, now: float) -> dict[str, str]:
        left = max(rate.limit - bucket.used, 0) if self.enforced else rate.limit
        return {
            "X-RateLimit-Limit": str(rate.limit),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{bucket.resets_at:.3f}",
            "X-RateLimit-Reset-After": f"{bucket.resets_at - now:.3f}",
            "X-RateLimit-Bucket": bucket_name(route),
        }


@cache
def counted_as(route: str) -> str:
    """What a request is counted with. All that goes through one token is counted together."""
    return TOKENS if TOKENS in route else route


@cache
def bucket_name(route: str) -> str:
    name = ONE_NAME.get(route, counted_as(route))
    return hashlib.blake2s(name.encode(), digest_size=16).hexdigest()


def rate_limited(retry_after: float, scope: str, code: int = 0, message: str = "") -> ApiError:
    """A 429 error. discord.py retries only if the `Via` header shows that Discord itself answered."""
    wait = max(round(retry_after, 3), 0.001)
    error = ApiError(429, code, message or "You are being rate limited.")
    error.extra = {"retry_after": wait, "global": scope == "global"}
    error.headers = {"Retry-After": str(int(wait) + 1), "X-RateLimit-Scope": scope, "Via": "1.1 sandbox"}
    if scope == "global":
        error.headers["X-RateLimit-Global"] = "true"
    return error
