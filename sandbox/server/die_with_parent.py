"""Becomes `python -m MODULE`, after asking the kernel to end it together with the sandbox that started it.

Only Linux can be asked; elsewhere a bot outlives a sandbox that was killed without warning. It is run by its
path, not imported, so that a bot's start is not held up by the packages of the sandbox.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def die_with(parent: int) -> None:
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit("The sandbox has ended before its bot could start.")


if __name__ == "__main__":
    die_with(int(sys.argv[1]))
    os.execv(sys.executable, [sys.executable, "-m", *sys.argv[2:]])  # noqa: S606 - a shell is not wanted
