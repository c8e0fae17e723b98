"""`python -m bot.supervisor 0,2/4 1,3/4`: a process for each list of shards. `python -m bot` becomes this."""

import asyncio
import logging
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from bot import logs
from bot.health.place import why_closed
from bot.process.shards import Shards
from bot.supervisor.child import COMMAND, Child
from bot.supervisor.port import Port
from bot.supervisor.supervisor import REFUSED, Supervisor

log = logging.getLogger("bot.supervisor")

SIGNALS = (signal.SIGTERM, signal.SIGINT)


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    logs.set_up(asked.log_level, as_json=asked.json)
    return asyncio.run(supervise(asked))


async def supervise(asked: Namespace, command: Sequence[str] = COMMAND) -> int:
    """Returns the exit code."""
    children = [Child(number, shards, command) for number, shards in enumerate(asked.shards)]
    supervisor = Supervisor(children)
    for number in SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, supervisor.stop)
    port = Port({"/health": supervisor.health, "/metrics": supervisor.metrics})
    try:
        if asked.health:
            await port.open(asked.health[0], int(asked.health[1]))
    except OSError as problem:
        sys.stderr.write(f"{why_closed(problem)}\n")
        return REFUSED
    log.info("%d processes share %d shards", len(children), asked.shards[0].count)
    try:
        return await supervisor.run()
    finally:
        await port.close()


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m bot.supervisor")
    parser.add_argument("shards", nargs="+", type=Shards.read)
    parser.add_argument("--health", nargs=2, metavar=("HOST", "PORT"))
    parser.add_argument("--log-level", type=int, default=logging.INFO)
    parser.add_argument("--json", action="store_true", help="one object per line of the log")
    return parser


if __name__ == "__main__":
    sys.exit(main())
