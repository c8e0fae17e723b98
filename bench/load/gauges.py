"""Measures the bot's processes once a second: their memory and their processor time."""

import asyncio
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean

from bench.load.observations import LoadObservations
from bench.rig.bot_process import cpu_seconds, memory_of

SECOND = 1.0
REPEATS = 200
"""Of the fixed work: about a millisecond."""


def machine_times() -> tuple[int, int]:
    """Processor time of the machine since its start, in ticks: all of it, and the part that other virtual
    machines on the same hardware took."""
    ticks = [int(each) for each in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return sum(ticks), ticks[7]


def stolen_between(before: tuple[int, int], after: tuple[int, int]) -> float:
    """The share of the time between two readings that other virtual machines took."""
    return (after[1] - before[1]) / max(after[0] - before[0], 1)


def time_of_fixed_work() -> float:
    """Milliseconds of processor time that always the same work takes now. It takes longer while somebody else
    uses the other half of the same core, which nothing else shows."""
    began = time.thread_time()
    for number in range(REPEATS):
        words = {str(each): each for each in range(number % 7, 20)}
        ",".join(sorted(words))
    return (time.thread_time() - began) * 1e3


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
    stolen: float = 0.0
    """The share of the machine's time that other virtual machines took."""
    most_stolen: float = 0.0
    """The same in the second in which it was the most."""
    fixed_work: list[float] = field(default_factory=list)
    """How many milliseconds always the same work took in each second."""

    async def watch(self, observed: LoadObservations) -> None:
        """Measures until it is cancelled."""
        began, own, bot = time.perf_counter(), time.process_time(), self._cpu()
        due = began
        first = last = machine_times()
        try:
            while True:
                due += SECOND
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                self.lateness = max(self.lateness, time.perf_counter() - due)
                self.memory.append(self.memory_now())
                self.live.append(observed.live)
                before, last = last, machine_times()
                self.most_stolen = max(self.most_stolen, stolen_between(before, last))
                self.fixed_work.append(time_of_fixed_work())
        finally:
            self.took = time.perf_counter() - began
            self.stolen = stolen_between(first, machine_times())
            self.own_cpu = time.process_time() - own
            self.shares = [now - before for now, before in zip(self._cpu(), bot, strict=True)]
            self.bot_cpu = sum(self.shares)

    def memory_now(self) -> int:
        return sum(map(memory_of, self.pids))

    def _cpu(self) -> list[float]:
        return [cpu_seconds(pid) for pid in self.pids]

    @property
    def slowness(self) -> float:
        """How many times as long as at best the fixed work took on average."""
        return mean(self.fixed_work) / min(self.fixed_work) if self.fixed_work else 1.0

    @property
    def growth(self) -> float:
        """The memory of the last third of the run, divided by that of the middle third."""
        third = len(self.memory) // 3
        return mean(self.memory[2 * third :]) / mean(self.memory[third : 2 * third]) if third else 1.0
