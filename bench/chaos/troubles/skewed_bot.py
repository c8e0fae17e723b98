"""Runs the bot with a clock that another process sets through a file."""

import asyncio
import os
import sys
import time
from pathlib import Path

from bot import logs
from bot.__main__ import run
from bot.config import Config
from bot.database import Unusable
from bot.process.clock import Clock

AHEAD = "CLOCK_AHEAD"
"""The environment variable with the path of that file."""
CHECK_EVERY = 0.1
"""Seconds between two looks at the file."""


class SkewedTime:
    """The time of day plus the seconds in the file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.ahead = self._read()

    def now(self) -> float:
        return time.time() + self.ahead

    async def watch(self, clock: Clock) -> None:
        """Wakes the clock when the file has changed, so that it notices a jump at once."""
        while True:
            await asyncio.sleep(CHECK_EVERY)
            ahead = self._read()
            if ahead != self.ahead:
                self.ahead = ahead
                clock.wake()

    def _read(self) -> float:
        return float(self._file.read_text(encoding="ascii") or 0)


async def main() -> None:
    config = Config.from_env(os.environ)
    logs.set_up(config.log_level, as_json=config.json_log)
    skewed = SkewedTime(Path(os.environ[AHEAD]))
    clock = Clock(skewed.now)
    watching = asyncio.create_task(skewed.watch(clock))
    try:
        await run(config, clock)
    finally:
        watching.cancel()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except Unusable as problem:
        sys.exit(str(problem))
