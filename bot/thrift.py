"""What a process that runs for months does about its memory."""

import asyncio
import gc

COLLECT_AFTER = (50_000, 20, 20)
"""Objects, then rounds: a press makes some thousand objects that need no collector."""
READ_AT_ONCE = 16 * 1024
"""Bytes."""


def calm_the_collector() -> None:
    """What is loaded by now stays; looking through it again and again would only make people wait."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def read_in_small_pieces() -> None:
    """For every read asyncio sets 256 KiB aside and gives back all but the few bytes that came. While those
    are looked at, the next read finds no room in between, so the memory grows for hours though nothing is
    held on to."""
    asyncio.selector_events._SelectorTransport.max_size = READ_AT_ONCE  # type: ignore[attr-defined]  # noqa: SLF001
