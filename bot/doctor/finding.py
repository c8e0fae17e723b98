"""One thing that was looked at: whether it is well, and what to do if it isn't."""

from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    OK = "ok"
    LOOK = "look"
    """It works, and somebody should have a look."""
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    mark: Mark
    part: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.mark:<5} {self.part:<14} {self.sentence}"


def ok(part: str, sentence: str) -> Finding:
    return Finding(Mark.OK, part, sentence)


def warn(part: str, sentence: str) -> Finding:
    return Finding(Mark.LOOK, part, sentence)


def bad(part: str, sentence: str) -> Finding:
    return Finding(Mark.BAD, part, sentence)


def size(count: float) -> str:
    """Writes a number of bytes for people."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if count < 1000:
            return f"{count:.0f} {unit}"
        count /= 1000
    return f"{count:.1f} TB"
