"""Lets thousands of people press at one instant, or for a while more often than the bot can answer.

    python -m bench.flood
    python -m bench.flood --rate 400 --seconds 60 --share 0.2

Discord's three seconds are enforced. Every person has a panel of a duel of their own, and picks in it. With
`--share` the bot is stopped for the rest of the time, as on a machine that is too slow for the presses.
"""

import argparse
import asyncio
import os
import signal
import statistics
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bench.rig.bot_process import beside, cpu_seconds, until_ready
from bench.rig.bot_under_test import insert_duels, live_row
from bench.rig.conditions import put_deck
from bench.rig.late import whole_answer
from bench.rig.rows import databases, rows
from bot.ui.wire.overload import TOO_MANY
from sandbox import Sandbox, World
from sandbox.interactions.interactions import Answer, Interaction
from sandbox.messages.messages import Draft
from sandbox.server.openapi import Contract
from sandbox.server.process import BotProcess
from sandbox.wire import InteractionType
from sandbox.world.channel import Channel
from sandbox.world.entities import Message
from sandbox.world.user import User

AT_ONCE = 20
"""Panels that are opened at the same time, before anything is measured."""
CARDS = "123456789"
PERIOD = 0.1
"""Seconds in which a bot that is slowed down runs and stands still once."""


@dataclass
class Seat:
    """One person in one duel."""

    duel: int
    user: User
    channel: Channel
    board: Message
    panel: Message | None = None


@dataclass
class Outcome:
    """What became of all presses."""

    kinds: Counter[str] = field(default_factory=Counter)
    first: list[float] = field(default_factory=list)
    """Seconds to the first answer, of those that got one."""
    last: list[float] = field(default_factory=list)
    """Seconds until the panel showed the pick."""
    sent: float = 0.0
    """Seconds in which all were sent."""
    sent_away: int = 0
    """Those that were told to try again."""
    saved: int = 0
    cpu: float = 0.0


class Flood:
    def __init__(self, sandbox: Sandbox, pairs: Sequence[tuple[Seat, Seat]]) -> None:
        self._platform = sandbox.platform
        self.seats = [seat for pair in pairs for seat in pair]

    async def open_panels(self) -> None:
        await asyncio.gather(*(self._open(self.seats[start::AT_ONCE]) for start in range(AT_ONCE)))
        await asyncio.sleep(2)

    async def _open(self, seats: Sequence[Seat]) -> None:
        for seat in seats:
            pressing = self._press(seat, seat.board, f"duel:hand:{seat.duel:x}")
            answer = await pressing.answer if pressing.answer is not None else None
            if answer is None or answer.message is None:
                raise RuntimeError("A panel could not be opened.")
            seat.panel = answer.message

    async def burst(self) -> Outcome:
        """Everybody picks at the same instant."""
        outcome, began = Outcome(), time.perf_counter()
        picks = [asyncio.create_task(self._pick(seat, outcome)) for seat in self.seats]
        await asyncio.sleep(0)
        outcome.sent = time.perf_counter() - began
        await asyncio.gather(*picks)
        return outcome

    async def overload(self, rate: float, seconds: float) -> Outcome:
        """People press at a steady rate; when all have, they press again."""
        outcome, began = Outcome(), time.perf_counter()
        picks = []
        for number in range(int(rate * seconds)):
            seat = self.seats[number % len(self.seats)]
            picks.append(asyncio.create_task(self._pick(seat, outcome)))
            await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        outcome.sent = time.perf_counter() - began
        await asyncio.gather(*picks)
        return outcome

    async def _pick(self, seat: Seat, outcome: Outcome) -> None:
        assert seat.panel is not None  # noqa: S101 - all panels are open
        began = time.perf_counter()
        pressing = self._press(seat, seat.panel, f"duel:pick:{seat.duel:x}:1:{CARDS[seat.duel % 9]}")
        answering = asyncio.create_task(whole_answer(self._platform, pressing))
        if pressing.answer is not None and await pressing.answer is not None:
            outcome.first.append(time.perf_counter() - began)
        first, answer = await answering
        outcome.kinds[_named(first)] += 1
        if answer is not None:
            outcome.last.append(time.perf_counter() - began)
            outcome.sent_away += TOO_MANY in str(answer.message.wire if answer.message else "")
        elif first is not None:
            outcome.kinds["never shown"] += 1

    def _press(self, seat: Seat, message: Message, custom_id: str) -> Interaction:
        data = {"custom_id": custom_id, "component_type": 2, "id": 2}
        return self._platform.interactions.create(
            InteractionType.COMPONENT, seat.user, seat.channel, data, message
        )


def _named(answer: Answer | None) -> str:
    return "failed" if answer is None else answer.kind.name.lower()


def report(outcome: Outcome) -> str:
    pressed = sum(count for kind, count in outcome.kinds.items() if kind != "never shown")
    kinds = ", ".join(f"{kind} {count:,}" for kind, count in sorted(outcome.kinds.items()))
    return "\n".join(
        [
            f"{pressed:,} presses, sent in {outcome.sent:.2f} s: {kinds}",
            f"  saved {outcome.saved:,}, shown in the end {len(outcome.last):,}, "
            f"told to try again {outcome.sent_away:,}, failed {outcome.kinds['failed']:,}",
            f"  first answer: {_spread(outcome.first)}",
            f"  shown: {_spread(outcome.last)}",
            f"  processor of the bot: {outcome.cpu:.1f} s",
        ]
    )


def _spread(seconds: Sequence[float]) -> str:
    if len(seconds) < 2:
        return "-"
    p99 = statistics.quantiles(seconds, n=100)[98]
    return f"median {statistics.median(seconds):.2f} s, 99 % {p99:.2f} s, longest {max(seconds):.2f} s"


def world_of(guilds: int, duels: int) -> World:
    each = -(-2 * duels // guilds)
    return World.of(
        {f"Server {g}": [f"Person {g * each + n}" for n in range(each)] for g in range(guilds)},
        channels=["duels"],
    )


def seat_people(sandbox: Sandbox, duels: int) -> list[tuple[Seat, Seat]]:
    """A board for every duel, as if the bot had posted it before."""
    world, pairs = sandbox.world, []
    free = {
        guild.id: [member.user for member in guild.members.values() if not member.user.bot]
        for guild in world.guilds.values()
    }
    for number in range(1, duels + 1):
        guild = max(free, key=lambda each: len(free[each]))
        channel = next(iter(world.guilds[guild].channels.values()))
        button = {"type": 2, "style": 1, "label": "Your hand", "custom_id": f"duel:hand:{number:x}"}
        body = {"components": [{"type": 1, "components": [button]}]}
        board = sandbox.platform.messages.create(Draft(channel, world.bot, body))
        pairs.append(
            (
                Seat(number, free[guild].pop(), channel, board),
                Seat(number, free[guild].pop(), channel, board),
            )
        )
    return pairs


async def measure(options: argparse.Namespace) -> str:
    sandbox = Sandbox(
        world_of(options.guilds, options.duels),
        messages_kept=100_000,
        contract=Contract(None),
        plain_http=True,
    )
    sandbox.limits.enforced = False
    put_deck(sandbox)
    with databases("sqlite", ["flood"]) as addresses:
        address = addresses["flood"]
        async with sandbox:
            pairs = seat_people(sandbox, options.duels)
            await insert_duels(address, [row_of(one, two) for one, two in pairs])
            env = sandbox.environment | {"DATABASE_URL": address, "LOG_LEVEL": "WARNING"}
            bot = BotProcess("bot", env, sandbox.status)
            await bot.start()
            try:
                await until_ready(sandbox)
                flood = Flood(sandbox, pairs)
                await flood.open_panels()
                cpu = cpu_seconds(bot.pid)
                async with slowed(bot.pid, options.share):
                    if options.rate:
                        outcome = await flood.overload(options.rate, options.seconds)
                    else:
                        outcome = await flood.burst()
                outcome.cpu = cpu_seconds(bot.pid) - cpu
            finally:
                await bot.stop()
        outcome.saved = (await rows(address, "SELECT count(*) FROM picks"))[0][0]
    return report(outcome)


@asynccontextmanager
async def slowed(pid: int, share: float) -> AsyncIterator[None]:
    """Lets a process run for this share of the time only."""
    async with beside(_interrupt(pid, share)):
        yield
    os.kill(pid, signal.SIGCONT)


async def _interrupt(pid: int, share: float) -> None:
    while share < 1:
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(PERIOD * (1 - share))
        os.kill(pid, signal.SIGCONT)
        await asyncio.sleep(PERIOD * share)


def row_of(one: Seat, two: Seat) -> tuple[object, ...]:
    guild = one.channel.guild_id or 0
    return live_row(one.duel, guild, one.channel.id, one.board.id, one.user.id, two.user.id)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m bench.flood", description=__doc__)
    parser.add_argument("--duels", type=int, default=1_500, help="two people press in each")
    parser.add_argument("--guilds", type=int, default=100)
    parser.add_argument("--rate", type=float, default=0.0, help="presses a second; 0: all at one instant")
    parser.add_argument("--seconds", type=float, default=20.0, help="for how long they press at that rate")
    parser.add_argument("--share", type=float, default=1.0, help="the part of the time in which the bot runs")
    print(asyncio.run(measure(parser.parse_args(arguments))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
