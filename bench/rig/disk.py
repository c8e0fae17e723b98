"""A small disk for a database. It can be filled or made read-only."""

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
FILLER = "ballast"


class Disk:
    """A plain folder, for users who may not mount a disk.

    It can be made read-only, and one process can be kept from writing more.
    """

    fills_for_all = False
    """Is a full disk full for all processes, or only for one?"""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def can_be_read_only(self) -> bool:
        return os.geteuid() != 0

    def fill(self, pid: int) -> None:
        """Makes the disk full: no file of this process can grow any more."""
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))

    def free_space(self, pid: int) -> None:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def protect(self) -> None:
        """Makes the disk read-only. No file on it may be open."""
        for path in (*self.folder.iterdir(), self.folder):
            path.chmod(path.stat().st_mode & ~0o222)

    def unprotect(self) -> None:
        for path in (self.folder, *self.folder.iterdir()):
            path.chmod(path.stat().st_mode | 0o200)


class MountedDisk(Disk):
    """A real file system of limited size, in memory."""

    fills_for_all = True
    can_be_read_only = True

    def fill(self, pid: int) -> None:  # noqa: ARG002 - the disk is full for all processes
        with (self.folder / FILLER).open("ab", buffering=0) as filler:
            for size in (MEGABYTE, 4096):
                _write_until_full(filler.fileno(), bytes(size))

    def free_space(self, pid: int) -> None:  # noqa: ARG002
        (self.folder / FILLER).unlink(missing_ok=True)

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
    """A mounted disk where that is allowed, else a plain folder. It is deleted afterwards."""
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
