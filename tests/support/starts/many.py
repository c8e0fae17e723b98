"""Starts the bot many times, each time as a process of its own. Python loads the modules only once.

Reads a list of starts as JSON from its input, and writes how each ended.
"""

import ctypes
import gc
import json
import os
import signal
import sys
import time
from typing import Any

from bot.__main__ import main as bot

BOUNDING_SET_DROP, DEATH_SIGNAL = 24, 1


def become_ordinary() -> None:
    """Gives up what a superuser may do beyond others; it counts from the next program on."""
    libc = ctypes.CDLL(None)
    for power in range(64):
        libc.prctl(BOUNDING_SET_DROP, power, 0, 0, 0)


def main() -> None:
    at_once, *ordinary = sys.argv[1:]
    if not ordinary:
        become_ordinary()
        again = [sys.executable, "-m", "tests.support.starts.many", at_once, "ordinary"]
        os.execv(sys.executable, again)  # noqa: S606
    gc.freeze()  # or every process would copy everything when it ends
    waiting: list[dict[str, Any]] = json.load(sys.stdin)
    running: dict[int, tuple[dict[str, Any], float]] = {}
    while waiting or running:
        if waiting and len(running) < int(at_once):
            start, began = waiting.pop(0), time.monotonic()
            child = os.fork()
            if not child:
                settle_down(start)
                sys.exit(bot(start["arguments"]))
            running[child] = start, began
        else:
            child, status = os.wait()
            start, began = running.pop(child)
            end = {"name": start["name"], "code": os.waitstatus_to_exitcode(status)}
            sys.stdout.write(json.dumps(end | {"seconds": time.monotonic() - began}) + "\n")


def settle_down(start: dict[str, Any]) -> None:
    """Gives this process the folder, the environment and the output of one start."""
    ctypes.CDLL(None).prctl(DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    sys.stdout = sys.stderr
    for stream in (1, 2):
        os.dup2(os.open(start["output"], os.O_WRONLY | os.O_CREAT | os.O_APPEND), stream)
    os.environ.clear()
    os.environ.update(start["env"])
    os.chdir(start["folder"])


if __name__ == "__main__":
    main()
