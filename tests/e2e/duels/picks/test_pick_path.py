"""The path of a pick through the bot, traced: few files, and the ones that the architecture page names."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.support.evening import Evening, panel_of, wait_for_board
from tests.support.project import ROOT

MOST_FILES = 15
SAVES_PICKS = "bot/storage/picks.py"
"""Other things are saved on the way too."""
PAGE = ROOT / "docs" / "architecture.md"
STOPS = {
    ("bot/process/background.py", "run"): "comes in",
    ("bot/storage/picks.py", "add"): "waits for the disk",
    ("bot/database/sqlite.py", "execute"): "is saved",
    ("bot/ui/painting/announcer.py", "changed"): "is told",
    ("bot/ui/wire/requests.py", "call_back"): "is answered",
    ("bot/ui/wire/requests.py", "edit_now"): "is shown on the board",
}
"""The files on the call stack at these moments are the path. Files that are only asked something on the
way, such as words, clocks and fingerprints, are not on it."""


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'gauntlet.db'}"


class Trace:
    def __init__(self) -> None:
        self.path: set[str] = set()
        self.touched: set[str] = set()
        self.stops: set[str] = set()

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> None:
        file = _file_of(frame)
        if event != "call" or file is None:
            return
        self.touched.add(file)
        stop = STOPS.get((file, frame.f_code.co_name))
        if stop is not None and (stop != "is saved" or SAVES_PICKS in _stack(frame)):
            self.stops.add(stop)
            self.path |= _stack(frame)


def _file_of(frame: FrameType) -> str | None:
    path = Path(frame.f_code.co_filename)
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT / "bot") else None


def _stack(frame: FrameType | None) -> set[str]:
    found: set[str] = set()
    while frame is not None:
        file = _file_of(frame)
        found |= {file} if file else set()
        frame = frame.f_back
    return found


@contextmanager
def traced() -> Iterator[Trace]:
    trace = Trace()
    sys.setprofile(trace)
    try:
        yield trace
    finally:
        sys.setprofile(None)


async def test_a_pick_passes_few_files_and_the_page_names_them(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    await ann.press("7", on=panel_of(ann))
    with traced() as trace:
        await bob.press("5", on=panel_of(bob))
        await wait_for_board(ann, "Round 1:")
        await evening.bot.services.announcer.finish()
    assert trace.stops == {*STOPS.values()}
    assert len(trace.path) <= MOST_FILES, "\n".join(sorted(trace.path))
    assert trace.path == named_on_the_page()


def named_on_the_page() -> set[str]:
    """The list under the heading of its own."""
    section = PAGE.read_text(encoding="utf-8").partition("The files of a pick")[2].partition("\n#")[0]
    return {*re.findall(r"^(?:- `)?(bot/[\w/]+\.py)", section, re.MULTILINE)}
