"""Sends forgeries at the real bot and says what came of them."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from bench.fuzz.forgery import Forger, Forgery
from bench.fuzz.scene import Scene, opened
from bench.fuzz.witness import Witness, everything_kept, everything_shown

IN_FLIGHT = 25
WRONG = ("faults", "unanswered", "changes on disk", "boards changed", "secrets told")


@dataclass
class Report:
    seed: int
    seconds: float = 0.0
    sent: Counter[str] = field(default_factory=Counter)
    outcome: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        count = self.sent.total()
        lines = [f"{count:,} forged interactions, seed {self.seed}, {count / self.seconds:,.0f} a second"]
        lines += [f"  {number:>9,} {recipe}" for recipe, number in sorted(self.sent.items())]
        lines.append("came to")
        lines += [f"  {number:>9,} {what}" for what, number in sorted(self.outcome.items())]
        kinds = dict.fromkeys((*WRONG, *self.troubles))
        lines += [f"  {self.troubles.get(kind, 0):>9,} {kind}" for kind in kinds]
        return "\n".join([*lines, *self.examples])


def silent(_sent: int) -> None:
    """Tells nobody how far it is."""


async def fuzz(seed: int, count: int, address: str, tell: Callable[[int], None] = silent) -> Report:
    async with opened(address) as scene:
        report = Report(seed)
        forger = Forger(scene, seed)
        kept, shown = await everything_kept(scene), everything_shown(scene)
        with Witness(scene) as witness:
            began = time.monotonic()
            while (left := count - report.sent.total()) > 0:
                batch = [forger.forge() for _ in range(min(IN_FLIGHT, left))]
                report.sent.update(each.recipe for each in batch)
                await asyncio.gather(*(_send(scene, witness, report, each) for each in batch))
                tell(report.sent.total())
                if scene.bot.is_closed():
                    witness.note("faults", "the bot has left")
                    break
            report.seconds = time.monotonic() - began
            await scene.bot.stage.finish()
            await _compare(scene, witness, kept, shown)
        report.troubles, report.examples = witness.troubles, witness.examples
        report.outcome["refused"] = int(_total(scene, "gauntlet_refusals"))
        if faults := _total(scene, "gauntlet_faults"):
            report.troubles["faults"] = int(faults)
    return report


async def _send(scene: Scene, witness: Witness, report: Report, forged: Forgery) -> None:
    platform = scene.sandbox.platform
    interaction = platform.interactions.create(
        forged.kind, forged.user, forged.channel, forged.data, forged.source, forged.alter
    )
    waiting = interaction.answer
    if waiting is None:
        return
    what = f"{forged.recipe} by {forged.user.name}: {forged.data}"
    if not forged.whole:
        waiting.add_done_callback(lambda done: witness.look_at(done.result(), forged.user, what))
        report.outcome["not whole"] += 1
        return
    answer = await waiting
    if answer is None:
        witness.note("unanswered", what)
        return
    witness.look_at(answer, forged.user, what)
    report.outcome["answered"] += 1
    if answer.message is not None and answer.message not in scene.messages:
        platform.messages.delete(answer.message)


async def _compare(
    scene: Scene, witness: Witness, kept: dict[str, list[tuple[object, ...]]], shown: dict[int, str]
) -> None:
    now = await everything_kept(scene)
    for table, rows in kept.items():
        if now[table] != rows:
            new = [row for row in now[table] if row not in rows]
            witness.note("changes on disk", f"{table}: {new or 'rows are gone'}")
    for message, components in everything_shown(scene).items():
        if components != shown[message]:
            witness.note("boards changed", f"{components}")


def _total(scene: Scene, name: str) -> float:
    return sum(
        sample.value
        for metric in scene.bot.metrics.registry.collect()
        if metric.name == name
        for sample in metric.samples
        if sample.name.endswith("_total")
    )
