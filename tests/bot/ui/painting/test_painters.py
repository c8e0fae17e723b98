"""A painter is kept only while it has something to do, or has to wait before its next edit."""

import asyncio

from bot.ui.painting.painter import Message, Painters
from tests.support.evening import eventually

BOARD = Message(1)


class Edits:
    def __init__(self) -> None:
        self.count = 0
        self.at_once = 0
        self.most_at_once = 0
        self.may_go_on = asyncio.Event()

    async def paint(self, _message: Message) -> None:
        self.count += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await self.may_go_on.wait()
        finally:
            self.at_once -= 1


async def test_a_painter_without_a_pause_is_gone_when_it_is_done() -> None:
    edits, painters = Edits(), Painters()
    painters.repaint(BOARD, edits.paint)
    await asyncio.sleep(0)
    assert painters.busy
    edits.may_go_on.set()
    await painters.finish(BOARD)
    await eventually(lambda: _is_empty(painters))
    assert edits.count == 1


async def test_a_painter_with_a_pause_stays_until_it_may_edit_again() -> None:
    edits, painters = Edits(), Painters()
    edits.may_go_on.set()
    painters.repaint(BOARD, edits.paint, 0.02)
    await painters.finish(BOARD)
    assert BOARD in painters
    assert not painters.busy
    painters.repaint(BOARD, edits.paint, 0.02)
    await asyncio.sleep(0)
    assert edits.count == 1, "it pauses"
    await painters.finish(BOARD)
    assert edits.count == 2
    await eventually(lambda: _is_empty(painters))


async def _is_empty(painters: Painters) -> bool:
    return not len(painters)


async def test_changes_while_it_paints_lead_to_one_more_edit_and_never_overlap() -> None:
    edits, painters = Edits(), Painters()
    for _ in range(3):
        for _ in range(5):
            painters.repaint(BOARD, edits.paint)
        await asyncio.sleep(0)
    edits.may_go_on.set()
    await painters.finish()
    assert (edits.count, edits.most_at_once) == (2, 1)


async def test_changes_before_a_message_is_rendered_need_no_further_edit() -> None:
    edits, painters, is_turn = Edits(), Painters(), asyncio.Event()
    edits.may_go_on.set()

    async def paint(message: Message) -> None:
        await is_turn.wait()
        painters.rendering(message)
        await edits.paint(message)

    painters.repaint(BOARD, paint)
    await asyncio.sleep(0)
    painters.repaint(BOARD, paint)
    is_turn.set()
    await painters.finish()
    assert edits.count == 1


async def test_a_painter_that_is_stopped_while_it_paints_can_paint_again() -> None:
    edits, painters = Edits(), Painters()
    painters.repaint(BOARD, edits.paint)
    finished = asyncio.create_task(painters.finish(BOARD))
    await asyncio.sleep(0)
    painters.stop()
    await finished
    assert len(painters) == 0
    painters.repaint(BOARD, edits.paint)
    await asyncio.sleep(0)
    assert edits.at_once == 1
    edits.may_go_on.set()
    await painters.finish(BOARD)
    assert (edits.count, edits.most_at_once) == (2, 1)


async def test_a_painter_that_is_stopped_before_it_has_begun_never_begins() -> None:
    edits, painters = Edits(), Painters()
    painters.repaint(BOARD, edits.paint)
    painters.stop()
    await asyncio.sleep(0)
    assert (edits.count, painters.busy) == (0, False)


async def test_a_painter_whose_task_is_cancelled_paints_again() -> None:
    edits, painters = Edits(), Painters()
    before = asyncio.all_tasks()
    painters.repaint(BOARD, edits.paint)
    await asyncio.sleep(0)
    (task,) = asyncio.all_tasks() - before
    task.cancel()
    await painters.finish(BOARD)
    edits.may_go_on.set()
    painters.repaint(BOARD, edits.paint)
    await painters.finish(BOARD)
    assert edits.count == 2
