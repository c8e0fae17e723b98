"""Pictures are drawn elsewhere, and whatever happens there, nobody is kept waiting."""

import asyncio
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator

import pytest

from bot.pictures.drawing import Studio
from bot.pictures.picture import ChancePicture, Line, RatingPicture

pytestmark = pytest.mark.outside
PNG = b"\x89PNG"
PICTURE = ChancePicture((0.5, 0.2, 1.0), 2)


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    opened = Studio()
    yield opened
    await opened.close()


def pid(studio: Studio) -> int:
    assert studio._easel is not None
    return studio._easel.pid


async def test_one_process_draws_all_pictures_and_is_replaced_when_it_died(studio: Studio) -> None:
    ratings = RatingPicture((Line("Chess", 0, ((0, 1500.0), (1, 1514.0))),))
    drawn = await asyncio.gather(studio.draw(PICTURE), studio.draw(ratings))
    assert all(png is not None and png.startswith(PNG) for png in drawn)
    first = pid(studio)
    assert await studio.draw(RatingPicture(())) is None, "nothing can't be drawn"
    assert pid(studio) == first, "and that is no reason to begin anew"
    assert studio._easel is not None
    studio._easel.kill()
    again = await studio.draw(PICTURE)
    assert again is not None
    assert again.startswith(PNG)
    assert pid(studio) != first


async def test_a_process_that_nobody_needs_is_let_go(studio: Studio) -> None:
    studio._idle = 0.0
    assert await studio.draw(PICTURE) is not None
    easel = studio._easel
    assert easel is not None
    await asyncio.wait_for(easel.wait(), 10)
    assert await studio.draw(PICTURE) is not None


async def test_whoever_would_wait_too_long_goes_without() -> None:
    studio = Studio(patience=0.001)
    assert await studio.draw(PICTURE) is None
    assert studio._easel is None, "what took too long is put away"
    await studio.close()


async def test_when_many_wait_the_next_goes_without_at_once(studio: Studio) -> None:
    studio._crowd = 1
    waiting = asyncio.create_task(studio.draw(PICTURE))
    await asyncio.sleep(0)
    assert await studio.draw(PICTURE) is None
    assert not waiting.done()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert studio._easel is None, "half a picture in the pipe would be taken for the next"


async def test_a_studio_that_closes_keeps_nobody_waiting() -> None:
    studio = Studio()
    waiting = [asyncio.create_task(studio.draw(PICTURE)) for _ in range(3)]
    while studio._easel is None:
        await asyncio.sleep(0.001)
    await studio.close()
    assert await asyncio.gather(*waiting) == [None, None, None]
    assert await studio.draw(PICTURE) is None
    assert studio._easel is None


async def test_a_process_is_sent_away_once(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    sent_away: list[int] = []
    kill = Process.kill

    def counted(process: Process) -> None:
        sent_away.append(process.pid)
        kill(process)

    monkeypatch.setattr(Process, "kill", counted)
    assert await studio.draw(PICTURE) is not None
    first = pid(studio)
    await studio.close()
    assert sent_away == [first]


def test_the_bot_itself_never_loads_the_plotting_library() -> None:
    code = "import sys, bot.__main__; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
