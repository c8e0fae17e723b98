"""Measures the bot's processes once a second: their memory and their processor time."""

import asyncio
import time
from dataclasses import dataclass, field
from statistics import mean

from bench.load.observations import LoadObservations
from bench.rig.bot_process import cpu_seconds, memory_of

SECOND = 1.0


@dataclass
class Gauges:
    """What was measured of the bot during a run."""

    pids: list[int]
    memory: list[int] = field(default_factory=list)
    live: list[int] = field(default_factory=list)
    lateness: float = 0.0
    """The longest time, in seconds, by which this process woke up too late. It sees no answers then."""
    bot_cpu: float = 0.0
    shares: list[float] = field(default_factory=list)
    """Processor time of each process, in seconds."""
    own_cpu: float = 0.0
    took: float = 0.0

    async def watch(self, observed: LoadObservations) -> None:
        """Measures until it is cancelled."""
        began, own, bot = time.perf_counter(), time.process_time(), self._cpu()
        due = began
        try:
            while True:
                due += SECOND
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                self.lateness = max(self.lateness, time.perf_counter() - due)
                self.memory.append(self.memory_now())
                self.live.append(observed.live)
        finally:
            self.took = time.perf_counter() - began
            self.own_cpu = time.process_time() - own
            self.shares = [now - before for now, before in zip(self._cpu(), bot, strict=True)]
            self.bot_cpu = sum(self.shares)

    def memory_now(self) -> int:
        return sum(map(memory_of, self.pids))

    def _cpu(self) -> list[float]:
        return [cpu_seconds(pid) for pid in self.pids]

    @property
    def growth(self) -> float:
        """The memory of the last third of the run, divided by that of the middle third."""
        third = len(self.memory) // 3
        return mean(self.memory[2 * third :]) / mean(self.memory[third : 2 * third]) if third else 1.0
