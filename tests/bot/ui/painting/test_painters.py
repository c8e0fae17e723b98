"""A painter is kept only while it has something to do, or has to wait before its next edit."""

import asyncio

from bot.ui.painting.painter import Painters
from tests.support.evening import eventually

BOARD = "board"


class Message:
    def __init__(self) -> None:
        self.edits = 0
        self.may_go_on = asyncio.Event()

    async def paint(self) -> None:
        self.edits += 1
        await self.may_go_on.wait()


async def test_a_painter_without_a_pause_is_gone_when_it_is_done() -> None:
    message, painters = Message(), Painters[str]()
    painter = painters.repaint(BOARD, message.paint, 0.0)
    await asyncio.sleep(0)
    assert painters.busy
    message.may_go_on.set()
    await painter.finish()
    assert (message.edits, len(painters)) == (1, 0)


async def test_a_painter_with_a_pause_stays_until_it_may_edit_again() -> None:
    message, painters = Message(), Painters[str]()
    message.may_go_on.set()
    painter = painters.repaint(BOARD, message.paint, 0.02)
    await painter.finish()
    assert BOARD in painters
    assert painters.repaint(BOARD, message.paint, 0.02) is painter
    await painter.finish()
    await eventually(lambda: _is_empty(painters))
    assert message.edits == 2


async def _is_empty(painters: Painters[str]) -> bool:
    return not len(painters)
