"""What Python is told before the bot runs: which event loop it uses, and when it collects garbage."""

import asyncio
import gc
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
COLLECT_AFTER = (10_000, 10, 10)
"""The thresholds of the collector's three generations. In 6,000 picks it runs twice then, for 4 ms in all;
with 700, Python's own first threshold, it runs 73 times, for 15 ms."""


def run(main: Coroutine[Any, Any, T]) -> T:
    """Runs the bot on uvloop where that is installed, and on Python's own event loop otherwise."""
    with asyncio.Runner(loop_factory=_factory()) as runner:
        return runner.run(main)


def name_of_loop() -> str:
    """Returns the package that the running event loop is from."""
    return type(asyncio.get_running_loop()).__module__.partition(".")[0]


def tune_garbage_collector(after: tuple[int, int, int] = COLLECT_AFTER) -> None:
    """Excludes everything that is loaded by now from garbage collection, and collects less often. To look
    through the 100,000 objects that are loaded takes a tenth of a second, in which nobody is answered."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*after)


def _factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415 - an optional dependency
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory
