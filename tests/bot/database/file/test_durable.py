"""Names reach the disk where the file system can do that, and elsewhere that is no reason to fail."""

import errno
from pathlib import Path

import pytest

from bot.database.file import durable


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP])
def test_a_drive_that_can_not_sync_folders_is_used_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    fail_with(number, monkeypatch)
    durable.sync_folder(tmp_path)


def test_a_disk_that_fails_is_not_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_with(errno.EIO, monkeypatch)
    with pytest.raises(OSError, match="EIO"):
        durable.sync_folder(tmp_path)


def fail_with(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def fsync(_: int) -> None:
        raise OSError(number, errno.errorcode[number])

    monkeypatch.setattr(durable, "fsync", fsync)
