"""Which event loop the bot runs on."""

import asyncio
import sys
from types import ModuleType

import pytest

from bot.process.runtime import run


class OtherLoop(asyncio.SelectorEventLoop):
    pass


async def note(kinds: list[type]) -> None:
    kinds.append(type(asyncio.get_running_loop()))


def test_uvloop_is_used_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    uvloop = ModuleType("uvloop")
    uvloop.new_event_loop = OtherLoop  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "uvloop", uvloop)
    kinds: list[type] = []
    run(note(kinds))
    assert kinds == [OtherLoop]


def test_pythons_own_loop_is_used_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    kinds: list[type] = []
    run(note(kinds))
    assert not issubclass(kinds[0], OtherLoop)
    assert kinds[0].__module__.startswith("asyncio")
