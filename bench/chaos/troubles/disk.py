"""A small disk for a database, which can be full, or read-only."""

import errno
import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEGABYTE = 1 << 20
BALLAST = "ballast"


class Disk:
    """A folder. Without the rights to mount anything it can at least be made read-only, and a process can
    be kept from writing more."""

    fills_for_all = False
    """Or only for one process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def can_be_read_only(self) -> bool:
        return os.geteuid() != 0

    def fill(self, pid: int) -> None:
        """No file of this process may grow any more."""
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))

    def make_room(self, pid: int) -> None:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def protect(self) -> None:
        """Nothing on it can be changed; nobody may have a file of it open."""
        for path in (*self.folder.iterdir(), self.folder):
            path.chmod(path.stat().st_mode & ~0o222)

    def unprotect(self) -> None:
        for path in (self.folder, *self.folder.iterdir()):
            path.chmod(path.stat().st_mode | 0o200)


class MountedDisk(Disk):
    fills_for_all = True
    can_be_read_only = True

    def fill(self, pid: int) -> None:  # noqa: ARG002 - everybody's disk is full
        with (self.folder / BALLAST).open("ab", buffering=0) as ballast:
            for size in (MEGABYTE, 4096):
                _write_until_full(ballast.fileno(), bytes(size))

    def make_room(self, pid: int) -> None:  # noqa: ARG002
        (self.folder / BALLAST).unlink(missing_ok=True)

    def protect(self) -> None:
        _mount("-o", "remount,ro", str(self.folder))

    def unprotect(self) -> None:
        _mount("-o", "remount,rw", str(self.folder))


def _write_until_full(file: int, block: bytes) -> None:
    try:
        while True:
            os.write(file, block)
    except OSError as problem:
        if problem.errno != errno.ENOSPC:
            raise


@contextmanager
def small_disk(megabytes: int) -> Iterator[Disk]:
    with tempfile.TemporaryDirectory(prefix="gauntlet-disk-") as name:
        folder = Path(name)
        if not _can_mount(folder, megabytes):
            yield Disk(folder)
            return
        try:
            yield MountedDisk(folder)
        finally:
            subprocess.run(["/bin/umount", "-l", name], check=True)


def _can_mount(folder: Path, megabytes: int) -> bool:
    if os.geteuid() != 0 or shutil.which("mount") is None:
        return False
    size = f"size={megabytes}m,mode=0700"
    done = subprocess.run(
        ["/bin/mount", "-t", "tmpfs", "-o", size, "gauntlet", str(folder)], check=False, capture_output=True
    )
    return done.returncode == 0


def _mount(*arguments: str) -> None:
    subprocess.run(["/bin/mount", *arguments], check=True, capture_output=True)
