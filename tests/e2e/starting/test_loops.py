"""The bot as a process, on each event loop that it may find."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from sandbox import Sandbox
from tests.support.evening import open_panel, panel_of
from tests.support.missing import leave
from tests.support.project import ROOT
from tests.support.starts.bot_process import duel_on_process

ABSENT = 'raise ImportError("not installed")\n'


@pytest.mark.parametrize("loop", ["uvloop", "asyncio"])
async def test_a_duel_is_played_on_every_event_loop(
    sandbox: Sandbox, tmp_path: Path, capsys: pytest.CaptureFixture[str], loop: str
) -> None:
    if loop == "uvloop" and find_spec("uvloop") is None:
        leave("uvloop is not installed: pip install '.[fast]'")
    if loop == "asyncio":
        (tmp_path / "uvloop.py").write_text(ABSENT)
    env = {
        "PYTHONPATH": f"{tmp_path}:{ROOT}",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'gauntlet.db'}",
    }
    async with duel_on_process(sandbox, env) as (ann, bob):
        for person in (ann, bob):
            await open_panel(person)
            await person.press("7", on=panel_of(person))
        await ann.wait_until(lambda _: "round 2" in panel_of(ann).text)
    log = capsys.readouterr().err
    assert f"(event loop: {loop})" in log
    assert "WARNING" not in log
    assert "Traceback" not in log
