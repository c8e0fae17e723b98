"""Measures the bot's process once a second: its memory and its processor time."""

import asyncio
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean

from bench.clicks import cpu_seconds
from bench.load.observations import LoadObservations

PAGE = os.sysconf("SC_PAGE_SIZE")
SECOND = 1.0


def memory_of(pid: int) -> int:
    """Bytes of memory that a process uses."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def machine_times() -> tuple[int, int]:
    """Processor time of the machine since its start, in ticks: all of it, and the part that other virtual
    machines on the same hardware took."""
    ticks = [int(each) for each in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return sum(ticks), ticks[7]


@dataclass
class Gauges:
    """What was measured of one process during a run."""

    pid: int
    memory: list[int] = field(default_factory=list)
    live: list[int] = field(default_factory=list)
    lateness: float = 0.0
    """The longest time, in seconds, by which this process woke up too late. It sees no answers then."""
    bot_cpu: float = 0.0
    own_cpu: float = 0.0
    took: float = 0.0
    stolen: float = 0.0
    """The share of the machine's time that other virtual machines took."""

    async def watch(self, observed: LoadObservations) -> None:
        """Measures until it is cancelled."""
        began, own, bot = time.perf_counter(), time.process_time(), cpu_seconds(self.pid)
        due = began
        ticks, stolen = machine_times()
        try:
            while True:
                due += SECOND
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                self.lateness = max(self.lateness, time.perf_counter() - due)
                self.memory.append(memory_of(self.pid))
                self.live.append(observed.live)
        finally:
            self.took = time.perf_counter() - began
            ticks_then, stolen_then = machine_times()
            self.stolen = (stolen_then - stolen) / max(ticks_then - ticks, 1)
            self.own_cpu = time.process_time() - own
            self.bot_cpu = cpu_seconds(self.pid) - bot

    @property
    def growth(self) -> float:
        """The memory of the last third of the run, divided by that of the middle third."""
        third = len(self.memory) // 3
        return mean(self.memory[2 * third :]) / mean(self.memory[third : 2 * third]) if third else 1.0
