"""On a host where nothing but the data and the place for temporary files can be written."""

from pathlib import Path

import pytest

from sandbox import Sandbox
from tests.support.evening import open_panel, panel_of
from tests.support.project import ROOT
from tests.support.starts.bot_process import duel_on_process

HOOK = """
import errno, os, sys

WRITABLE = tuple(os.environ["WRITABLE"].split(os.pathsep))
CHANGES = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate"}

def watch(event, arguments):
    if event == "open":
        path, _, flags = arguments
        changes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
    else:
        path, changes = arguments[0] if arguments else None, event in CHANGES
    if changes and isinstance(path, str) and not os.path.abspath(path).startswith(WRITABLE):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)

sys.addaudithook(watch)
"""
"""Python asks this before it opens or changes a file: as if the whole root was mounted read-only."""


async def test_the_bot_needs_to_write_nothing_but_its_data_and_temporary_files(
    sandbox: Sandbox, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("hook", "data", "tmp"):
        (tmp_path / name).mkdir()
    (tmp_path / "hook" / "sitecustomize.py").write_text(HOOK)
    writable = f"{tmp_path / 'data'}:{tmp_path / 'tmp'}:/dev/"
    env = {
        "PYTHONPATH": f"{tmp_path / 'hook'}:{ROOT}",
        "WRITABLE": writable,
        "HOME": "/nonexistent",
        "TMPDIR": str(tmp_path / "tmp"),
        "MPLCONFIGDIR": "",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'data' / 'gauntlet.db'}",
    }
    async with duel_on_process(sandbox, env) as (ann, bob):
        for person in (ann, bob):
            await open_panel(person)
            await person.press("7", on=panel_of(person))
        await ann.slash("resign")
        await ann.press("Resign")
        await bob.slash("profile")
        await bob.wait_until(lambda screen: any(seen.files for seen in screen.messages), patience=40)
    log = capsys.readouterr().err
    assert "Traceback" not in log
    assert "atplotlib" not in log
    assert "WARNING" not in log
