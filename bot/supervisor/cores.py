"""How many processor cores this machine gives the bot."""

import sys
from collections.abc import Iterator
from os import cpu_count
from pathlib import Path, PurePosixPath

if sys.platform == "linux":
    from os import sched_getaffinity

GROUPS, OWN = Path("/sys/fs/cgroup"), Path("/proc/self/cgroup")
NO_LIMIT = "max"


def cores() -> int:
    """Those that the bot may run on, or as many as the quota of its container or service is worth."""
    return max(1, int(min([_allowed(), *quotas()])))


def _allowed() -> int:
    """Other systems can't say which cores a process may use."""
    return len(sched_getaffinity(0)) if sys.platform == "linux" else cpu_count() or 1


def quotas(groups: Path = GROUPS, own: Path = OWN) -> Iterator[float]:
    """The limit, in cores, of each control group that this process is in, from its own up to the root."""
    yield from _of_version_1(groups / "cpu")
    for line in _text(own).splitlines():
        number, _, path = line.split(":", 2)
        if number == "0":
            for group in (PurePosixPath(path), *PurePosixPath(path).parents):
                yield from _of_version_2(groups / group.relative_to("/"))


def _of_version_2(group: Path) -> Iterator[float]:
    quota, _, period = _text(group / "cpu.max").strip().partition(" ")
    if quota and quota != NO_LIMIT:
        yield int(quota) / int(period)


def _of_version_1(group: Path) -> Iterator[float]:
    quota, period = (_text(group / f"cpu.cfs_{name}_us").strip() for name in ("quota", "period"))
    if quota and period and int(quota) > 0:
        yield int(quota) / int(period)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except (OSError, ValueError):
        return ""
