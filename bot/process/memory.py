"""What a process that runs for months does about its memory."""

import asyncio
import gc

COLLECT_AFTER = (10_000, 10, 10)
"""Objects, then rounds. Python's own 700 takes much more time; five times as many as here take no less, but
make everybody wait for a tenth of a second now and then."""
READ_AT_ONCE = 16 * 1024
"""Bytes."""


def calm_the_collector(after: tuple[int, int, int] = COLLECT_AFTER) -> None:
    """What is loaded by now stays; looking through it again and again would only make people wait."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*after)


def read_in_small_pieces() -> None:
    """For every read asyncio sets 256 KiB aside and gives back all but the few bytes that came. While those
    are looked at, the next read finds no room in between, so the memory grows for hours though nothing is
    held on to."""
    asyncio.selector_events._SelectorTransport.max_size = READ_AT_ONCE  # type: ignore[attr-defined]  # noqa: SLF001
