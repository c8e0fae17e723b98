"""Sends forgeries to the real bot and reports what it did."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from bench.fuzz.forgery import Forger, Forgery
from bench.fuzz.monitor import Monitor, all_boards, all_rows
from bench.fuzz.target import Target, running_target

IN_FLIGHT = 25
WRONG = ("faults", "unanswered", "changes on disk", "boards changed", "secrets told")


@dataclass
class Report:
    """How many forgeries of each kind were sent, and what the bot did."""

    seed: int
    seconds: float = 0.0
    sent: Counter[str] = field(default_factory=Counter)
    outcome: Counter[str] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        count = self.sent.total()
        lines = [f"{count:,} forged interactions, seed {self.seed}, {count / self.seconds:,.0f} a second"]
        lines += [f"  {number:>9,} {recipe}" for recipe, number in sorted(self.sent.items())]
        lines.append("results")
        lines += [f"  {number:>9,} {what}" for what, number in sorted(self.outcome.items())]
        kinds = dict.fromkeys((*WRONG, *self.problems))
        lines += [f"  {self.problems.get(kind, 0):>9,} {kind}" for kind in kinds]
        return "\n".join([*lines, *self.examples])


def ignore(_sent: int) -> None:
    """Reports no progress."""


async def fuzz(seed: int, count: int, address: str, progress: Callable[[int], None] = ignore) -> Report:
    async with running_target(address) as target:
        report = Report(seed)
        forger = Forger(target, seed)
        rows_before, boards_before = await all_rows(target), all_boards(target)
        with Monitor(target) as monitor:
            began = time.monotonic()
            while (left := count - report.sent.total()) > 0:
                batch = [forger.forge() for _ in range(min(IN_FLIGHT, left))]
                report.sent.update(each.recipe for each in batch)
                await asyncio.gather(*(_send(target, monitor, report, each) for each in batch))
                progress(report.sent.total())
                if target.bot.is_closed():
                    monitor.record("faults", "the bot has closed its connection")
                    break
            report.seconds = time.monotonic() - began
            await target.bot.services.announcer.finish()
            await _compare(target, monitor, rows_before, boards_before)
        report.problems, report.examples = monitor.problems, monitor.examples
        report.outcome["refused"] = int(_total(target, "gauntlet_refusals"))
        if faults := _total(target, "gauntlet_faults"):
            report.problems["faults"] = int(faults)
    return report


async def _send(target: Target, monitor: Monitor, report: Report, forged: Forgery) -> None:
    platform = target.sandbox.platform
    interaction = platform.interactions.create(
        forged.kind, forged.user, forged.channel, forged.data, forged.source, forged.alter
    )
    waiting = interaction.answer
    if waiting is None:
        return
    what = f"{forged.recipe} by {forged.user.name}: {forged.data}"
    if not forged.whole:
        waiting.add_done_callback(lambda done: monitor.check_answer(done.result(), forged.user, what))
        report.outcome["not whole"] += 1
        return
    answer = await waiting
    if answer is None:
        monitor.record("unanswered", what)
        return
    monitor.check_answer(answer, forged.user, what)
    report.outcome["answered"] += 1
    if answer.message is not None and answer.message not in target.messages:
        platform.messages.delete(answer.message)


async def _compare(
    target: Target,
    monitor: Monitor,
    rows_before: dict[str, list[tuple[object, ...]]],
    boards_before: dict[int, str],
) -> None:
    now = await all_rows(target)
    for table, rows in rows_before.items():
        if now[table] != rows:
            new = [row for row in now[table] if row not in rows]
            monitor.record("changes on disk", f"{table}: {new or 'rows are gone'}")
    for message, components in all_boards(target).items():
        if components != boards_before.get(message):
            monitor.record("boards changed", f"{components}")


def _total(target: Target, name: str) -> float:
    return sum(
        sample.value
        for metric in target.bot.services.metrics.registry.collect()
        if metric.name == name
        for sample in metric.samples
        if sample.name.endswith("_total")
    )
