"""Runs the bot with a clock that is many times faster, so that minutes pass in seconds."""

import asyncio
import os
import time

from bot.__main__ import run
from bot.config import Config
from bot.process.clock import Clock
from bot.ui.wire import sessions

IDENTIFY_PAUSE = 0.15
"""Seconds between two sessions; the sandbox of stories takes one in a tenth."""
SPEED = 120
"""Seconds of the bot that pass in one real second."""
BEGAN = float(os.environ.get("FAST_SINCE", "0"))


def now() -> float:
    return BEGAN + (time.time() - BEGAN) * SPEED


async def keep_awake(clock: Clock) -> None:
    """Wakes the clock often, because it sleeps by real time."""
    while True:
        await asyncio.sleep(0.05)
        clock.wake()


async def main() -> None:
    sessions.SPACING = IDENTIFY_PAUSE
    clock = Clock(now)
    waking = asyncio.create_task(keep_awake(clock))
    await run(Config.from_env(os.environ), clock)
    waking.cancel()


if __name__ == "__main__":
    asyncio.run(main())
