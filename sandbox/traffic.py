"""What the bot has asked for lately, in order, so that a test can say what must not have happened."""

from collections import deque
from dataclasses import dataclass

KEPT = 5_000


@dataclass(frozen=True, slots=True)
class Exchange:
    method: str
    path: str
    status: int

    def __str__(self) -> str:
        return f"{self.method} {self.path} → {self.status}"


class Traffic:
    """The newest exchanges; tokens are part of some paths, so a log of it is not for other eyes."""

    def __init__(self) -> None:
        self.exchanges: deque[Exchange] = deque(maxlen=KEPT)

    def note(self, method: str, path: str, status: int) -> None:
        self.exchanges.append(Exchange(method, path, status))

    def matching(self, method: str, part: str) -> list[Exchange]:
        return [e for e in self.exchanges if e.method == method and part in e.path]
