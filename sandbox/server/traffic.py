"""Records the bot's latest requests, so that a test can check what the bot did and did not do."""

from collections import deque
from dataclasses import dataclass

EXCHANGES_KEPT = 5_000
COUNTED_AS_INVALID = frozenset({401, 403, 429})


@dataclass(frozen=True, slots=True)
class Exchange:
    method: str
    path: str
    status: int

    def __str__(self) -> str:
        return f"{self.method} {self.path} → {self.status}"


class Traffic:
    """The newest exchanges. `invalid` counts 401, 403 and 429; Discord allows 10,000 in ten minutes."""

    def __init__(self) -> None:
        self.exchanges: deque[Exchange] = deque(maxlen=EXCHANGES_KEPT)
        self.invalid = 0

    def record(self, method: str, path: str, status: int) -> None:
        self.exchanges.append(Exchange(method, path, status))
        self.invalid += status in COUNTED_AS_INVALID

    def matching(self, method: str, part: str) -> list[Exchange]:
        return [e for e in self.exchanges if e.method == method and part in e.path]
