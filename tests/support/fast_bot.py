"""The bot with a clock that runs many times faster, so that deadlines of minutes pass in seconds."""

import asyncio
import os
import time

from bot.__main__ import run
from bot.config import Config
from bot.process.clock import Clock

HASTE = 120
BEGAN = float(os.environ.get("HASTY_SINCE", "0"))


def now() -> float:
    return BEGAN + (time.time() - BEGAN) * HASTE


async def hurry(clock: Clock) -> None:
    """It naps by real time, so it is woken all the time."""
    while True:
        await asyncio.sleep(0.05)
        clock.wake()


async def main() -> None:
    clock = Clock(now)
    hurrying = asyncio.create_task(hurry(clock))
    await run(Config.from_env(os.environ), clock)
    hurrying.cancel()


if __name__ == "__main__":
    asyncio.run(main())
