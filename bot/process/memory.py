"""Tunes memory: garbage collector and socket buffers."""

import asyncio
import gc

COLLECT_AFTER = (10_000, 10, 10)
"""The thresholds of the collector's three generations. Python's own first one, 700, takes much more time.
Five times ours saves nothing, but now and then everybody waits for a tenth of a second."""
READ_AT_ONCE = 16 * 1024
"""Bytes that asyncio reads from a socket at once."""


def tune_garbage_collector(after: tuple[int, int, int] = COLLECT_AFTER) -> None:
    """Excludes everything that is loaded by now from garbage collection, and collects less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*after)


def shrink_read_buffers() -> None:
    """Makes asyncio allocate 16 KiB for each read instead of 256 KiB. It frees all but the few bytes that
    came, but those fragment the memory, which then grows for hours although nothing is kept."""
    asyncio.selector_events._SelectorTransport.max_size = READ_AT_ONCE  # type: ignore[attr-defined]  # noqa: SLF001
