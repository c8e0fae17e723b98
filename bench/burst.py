"""Measures how much a burst of presses and commands in one server delays the presses in another."""

import asyncio
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.clicks import ready
from bench.rig.deck import put_deck
from sandbox import Sandbox, World
from sandbox.interactions.interactions import Interaction
from sandbox.messages.messages import Draft
from sandbox.people.client import Client
from sandbox.server.process import BotProcess
from sandbox.world.channel import Channel
from sandbox.world.entities import Message

BURST = 400
"""Presses and commands at one instant, half of each."""
PEOPLE = 100
PAUSE = 0.02
"""Seconds between two presses in the other server."""
AROUND = 1.5
"""Seconds for which the other server presses, with a burst and without."""
ROUNDS = 5
LIMIT = 200.0
"""Milliseconds by which a burst may delay a press elsewhere."""
BUTTON = "best:*:0:1:first"


@dataclass(frozen=True)
class Round:
    """Milliseconds from a press to its answer in the calm server, and how many of the burst were answered."""

    calm: list[float]
    burst: list[float]
    unanswered: int


def report() -> str:
    quiet, loud = asyncio.run(measure())
    usual = statistics.median(delay for each in quiet for delay in each.calm)
    most = max(delay for each in quiet for delay in each.calm)
    extra = statistics.median(max(each.calm) for each in loud) - usual
    verdict = "holds" if extra <= LIMIT else "DOES NOT HOLD"
    return "\n".join(
        [
            f"A burst of {BURST} presses and commands in one server, a press every {1000 * PAUSE:.0f} ms in "
            f"another, {ROUNDS} rounds, milliseconds to the answer:",
            f"  in the other server without a burst: median {usual:.0f}, longest {most:.0f}",
            f"  in the other server with it: longest {_longest(loud)}, in the median round {extra:.0f} more "
            f"than usual. At most {LIMIT:.0f}: {verdict}.",
            f"  in the burst itself: median {statistics.median(d for r in loud for d in r.burst):.0f}, "
            f"longest {max(d for r in loud for d in r.burst):.0f}, "
            f"unanswered {sum(each.unanswered for each in (*quiet, *loud))}",
        ]
    )


def _longest(rounds: list[Round]) -> str:
    return " ".join(f"{max(each.calm):.0f}" for each in rounds)


async def measure() -> tuple[list[Round], list[Round]]:
    names = [f"Person {number}" for number in range(PEOPLE)]
    world = World.of({"Burst": names, "Calm": [f"Calm {number}" for number in range(10)]})
    with TemporaryDirectory() as folder:
        async with Sandbox(world) as sandbox:
            put_deck(sandbox)
            sandbox.limits.enforced = False  # the bot's own speed is measured
            env = {"DATABASE_URL": f"sqlite:///{Path(folder) / 'burst.db'}", "LOG_LEVEL": "WARNING"}
            bot = BotProcess("bot", sandbox.environment | env, sandbox.status)
            await bot.start()
            try:
                await ready(sandbox)
                bursting, calm = (Server(sandbox, name) for name in ("Burst", "Calm"))
                await _round(bursting, calm, BURST)
                pairs = [
                    (await _round(bursting, calm, 0), await _round(bursting, calm, BURST))
                    for _ in range(ROUNDS)
                ]
            finally:
                await bot.stop()
    return [quiet for quiet, _ in pairs], [loud for _, loud in pairs]


async def _round(bursting: "Server", calm: "Server", burst: int) -> Round:
    waiting: list[asyncio.Task[float | None]] = []
    asked: list[asyncio.Task[float | None]] = []
    until = time.perf_counter() + AROUND
    number = 0
    for server in (bursting, calm):
        server.post()
    while time.perf_counter() < until:
        if number == 5:
            asked = [bursting.ask(each, command=each % 2 == 0) for each in range(burst)]
        waiting.append(calm.ask(number, command=False))
        number += 1
        await asyncio.sleep(PAUSE)
    calm_delays, burst_delays = await asyncio.gather(*waiting), await asyncio.gather(*asked)
    unanswered = [*calm_delays, *burst_delays].count(None)
    return Round(
        [d for d in calm_delays if d is not None], [d for d in burst_delays if d is not None], unanswered
    )


class Server:
    """The people of one server, who press a button on a message, or use /leaderboard."""

    def __init__(self, sandbox: Sandbox, name: str) -> None:
        self._sandbox = sandbox
        guild = sandbox.world.guild(name)
        self._channel: Channel = next(iter(guild.channels.values()))
        people = [user for user in guild.members.values() if not user.user.bot]
        self._clients = [Client(sandbox.platform, member.user) for member in people]
        self.post()
        offered = self._clients[0].offered(self._channel)
        self._command = next(each["id"] for each in offered if each["name"] == "leaderboard")

    def ask(self, number: int, *, command: bool) -> "asyncio.Task[float | None]":
        """Begins at once; the task waits for the answer, and tells how many milliseconds it took."""
        client = self._clients[number % len(self._clients)]
        began = time.perf_counter()
        if command:
            interaction = client.slash(self._channel, self._command, [])
        else:
            interaction = client.press(self._message.id, BUTTON)
        return asyncio.create_task(_answered(interaction, began))

    def post(self) -> None:
        """Posts the message with the button. Old messages are forgotten, so every round has a new one."""
        button = {"type": 2, "style": 1, "label": "First", "custom_id": BUTTON}
        body = {"content": "The leaderboard.", "components": [{"type": 1, "components": [button]}]}
        draft = Draft(self._channel, self._sandbox.world.bot, body)
        self._message: Message = self._sandbox.platform.messages.create(draft)


async def _answered(interaction: Interaction, began: float) -> float | None:
    answer = await interaction.answer if interaction.answer is not None else None
    return None if answer is None else 1000 * (time.perf_counter() - began)


if __name__ == "__main__":
    sys.stdout.write(report() + "\n")
