"""A painter is kept only while it has something to do, or has to wait before its next edit."""

import asyncio

from bot.ui.painting.painter import Painters
from tests.support.evening import eventually

BOARD = "board"


class Message:
    def __init__(self) -> None:
        self.edits = 0
        self.may_go_on = asyncio.Event()

    async def paint(self, _key: str) -> None:
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


async def test_a_painter_that_waits_for_its_turn_has_no_task() -> None:
    message, waiting = Message(), list[str]()
    painters = Painters[str](waiting.append)
    before = asyncio.all_tasks()
    for key in ("one", "two"):
        painters.repaint(key, message.paint, 1.0)
    await asyncio.sleep(0)
    assert waiting == ["one", "two"]
    assert asyncio.all_tasks() == before
    assert painters.busy
    message.may_go_on.set()
    assert painters.begin("two")
    await painters.finish("two")
    assert message.edits == 1
    assert painters.is_busy("one")
    assert not painters.is_busy("two")


async def test_a_painter_that_has_given_up_takes_no_turn() -> None:
    message, waiting = Message(), list[str]()
    painters = Painters[str](waiting.append)
    finished = asyncio.create_task(painters.repaint(BOARD, message.paint, 1.0).finish())
    await asyncio.sleep(0)
    painters.stop()
    await finished
    assert not painters.begin(BOARD)
    assert message.edits == 0


async def test_a_painter_that_has_given_up_can_be_asked_again() -> None:
    """Its old place in the line may still be there, so it is called twice."""
    message, waiting = Message(), list[str]()
    painters = Painters[str](waiting.append)
    painters.repaint(BOARD, message.paint, 1.0)
    painters.stop()
    painter = painters.repaint(BOARD, message.paint, 1.0)
    assert waiting == [BOARD, BOARD]
    assert painters.begin(BOARD)
    assert not painters.begin(BOARD)
    message.may_go_on.set()
    await painter.finish()
    assert message.edits == 1


async def test_a_painter_that_is_stopped_while_it_paints_can_paint_again() -> None:
    message, painters = Message(), Painters[str]()
    painters.repaint(BOARD, message.paint, 0.0)
    await asyncio.sleep(0)
    painters.stop()
    painter = painters.repaint(BOARD, message.paint, 0.0)
    await asyncio.sleep(0)
    assert painter.busy
    message.may_go_on.set()
    await painter.finish()
    assert message.edits == 2


async def test_nobody_takes_the_turn_of_a_message_that_is_not_painted() -> None:
    assert not Painters[str]().begin(BOARD)


async def test_a_painter_whose_task_is_cancelled_paints_again() -> None:
    message, painters = Message(), Painters[str]()
    before = asyncio.all_tasks()
    painter = painters.repaint(BOARD, message.paint, 0.0)
    await asyncio.sleep(0)
    (task,) = asyncio.all_tasks() - before
    task.cancel()
    await painter.finish()
    message.may_go_on.set()
    await painters.repaint(BOARD, message.paint, 0.0).finish()
    assert message.edits == 2
