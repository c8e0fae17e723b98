"""One step of a check: what it finds out, and the function that does it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from bot.live_check.guide import Guide
from bot.live_check.report import Section

Work: TypeAlias = Callable[[Guide, Section], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Step:
    title: str
    work: Work
