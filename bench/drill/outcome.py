"""What a part of the drill tried, and what it found wrong."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass
class Outcome:
    name: str
    tried: int = 0
    wrong: list[str] = field(default_factory=list)
    """A sentence for each thing that was wrong."""

    def expect(self, right: bool, otherwise: str) -> None:  # noqa: FBT001 - reads like an assertion
        self.tried += 1
        if not right:
            self.wrong.append(otherwise)


Part: TypeAlias = Callable[[int], Awaitable[list[Outcome]]]
"""Makes its own random choices from the seed it is given."""
