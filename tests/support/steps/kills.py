"""Ends an upgrade at its n-th writing statement: by an error, or as a process that kills itself.

As a process: `python -m tests.support.steps.kills ADDRESS N`.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event

from bot.database import open_database

WRITING = ("CREATE", "ALTER", "DROP", "INSERT", "UPDATE", "DELETE")
COMMIT = "COMMIT"


class Killed(Exception):  # noqa: N818 - what happened
    """The upgrade was ended on purpose; the message is the statement that was not executed any more."""


@contextmanager
def dying_at(number: int, die: Callable[[str], None]) -> Iterator[None]:
    """Calls `die` before the statement with this number; only those that write, and COMMIT, are counted."""
    count = 0

    def seen(statement: str) -> None:
        nonlocal count
        count += 1
        if count == number:
            die(statement)

    def execute(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.lstrip().startswith(WRITING):
            seen(statement)

    def commit(_connection: Any) -> None:
        seen(COMMIT)

    event.listen(Engine, "before_cursor_execute", execute)
    event.listen(Engine, "commit", commit)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", execute)
        event.remove(Engine, "commit", commit)


def give_up(statement: str) -> None:
    raise Killed(statement)


def kill_myself(_statement: str) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def _open(address: str) -> None:
    await (await open_database(address)).close()


if __name__ == "__main__":
    with dying_at(int(sys.argv[2]), kill_myself):
        asyncio.run(_open(sys.argv[1]))
