"""Launches the bot: asks the kernel to kill this process when the sandbox dies, then runs `python -m MODULE`.

Only Linux can do this. On other systems the bot keeps running if the sandbox is killed. The sandbox runs this
file by its path, because importing the sandbox's packages would delay the start of the bot.
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
        sys.exit("The sandbox ended before its bot could start.")


if __name__ == "__main__":
    die_with(int(sys.argv[1]))
    os.execv(sys.executable, [sys.executable, "-m", *sys.argv[2:]])  # noqa: S606 - no shell is needed
