"""Why HEALTH_PORT can't be opened, in a sentence."""

import errno

REASONS = {
    errno.EADDRINUSE: "another program uses that port",
    errno.EADDRNOTAVAIL: "this machine does not have that address",
    errno.EACCES: "only an administrator may open that port",
}


def why_closed(problem: OSError) -> str:
    reason = REASONS.get(problem.errno or 0, "that address is not known here")
    return f"HEALTH_PORT can't be opened: {reason}. Choose another one."
