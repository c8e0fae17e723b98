"""Pictures are drawn elsewhere, and whatever happens there, nobody is kept waiting."""

import asyncio
import os
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.pictures.drawing import DrawingProcess
from bot.pictures.picture import ChancePicture, RatingLine, RatingPicture

pytestmark = pytest.mark.outside
PNG = b"\x89PNG"
PICTURE = ChancePicture((0.5, 0.2, 1.0), 2)


@pytest.fixture
async def drawing() -> AsyncIterator[DrawingProcess]:
    opened = DrawingProcess(os.environ)
    yield opened
    await opened.close()


def pid(drawing: DrawingProcess) -> int:
    assert drawing._worker is not None
    return drawing._worker.pid


async def test_one_process_draws_all_pictures_and_is_replaced_when_it_died(drawing: DrawingProcess) -> None:
    ratings = RatingPicture((RatingLine("Chess", 0, ((0, 1500.0), (1, 1514.0))),))
    drawn = await asyncio.gather(drawing.draw(PICTURE), drawing.draw(ratings))
    assert all(png is not None and png.startswith(PNG) for png in drawn)
    first = pid(drawing)
    assert await drawing.draw(RatingPicture(())) is None, "nothing can't be drawn"
    assert pid(drawing) == first, "and that is no reason to begin anew"
    assert drawing._worker is not None
    drawing._worker.kill()
    again = await drawing.draw(PICTURE)
    assert again is not None
    assert again.startswith(PNG)
    assert pid(drawing) != first


async def test_a_process_that_nobody_needs_is_let_go(drawing: DrawingProcess) -> None:
    drawing._idle = 0.0
    assert await drawing.draw(PICTURE) is not None
    worker = drawing._worker
    assert worker is not None
    await asyncio.wait_for(worker.wait(), 10)
    assert await drawing.draw(PICTURE) is not None


async def test_whoever_would_wait_too_long_goes_without() -> None:
    drawing = DrawingProcess(patience=0.001)
    assert await drawing.draw(PICTURE) is None
    assert drawing._worker is None, "what took too long is put away"
    await drawing.close()


async def test_when_many_wait_the_next_goes_without_at_once(drawing: DrawingProcess) -> None:
    drawing._queue_limit = 1
    waiting = asyncio.create_task(drawing.draw(PICTURE))
    await asyncio.sleep(0)
    assert await drawing.draw(PICTURE) is None
    assert not waiting.done()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert drawing._worker is None, "half a picture in the pipe would be taken for the next"


async def test_closing_keeps_nobody_waiting() -> None:
    drawing = DrawingProcess()
    waiting = [asyncio.create_task(drawing.draw(PICTURE)) for _ in range(3)]
    while drawing._worker is None:
        await asyncio.sleep(0.001)
    await drawing.close()
    assert await asyncio.gather(*waiting) == [None, None, None]
    assert await drawing.draw(PICTURE) is None
    assert drawing._worker is None


async def test_a_process_is_sent_away_once(drawing: DrawingProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    sent_away: list[int] = []
    kill = Process.kill

    def counted(process: Process) -> None:
        sent_away.append(process.pid)
        kill(process)

    monkeypatch.setattr(Process, "kill", counted)
    assert await drawing.draw(PICTURE) is not None
    first = pid(drawing)
    await drawing.close()
    assert sent_away == [first]


SECRETS = {"DISCORD_TOKEN": "t0ken-t0ken", "DATABASE_URL": "postgresql://ann:s3cret@db/x"}


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc to look into the process")
async def test_the_process_is_told_no_secret_and_inherits_no_open_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, secret in SECRETS.items():
        monkeypatch.setenv(name, secret)
    drawing = DrawingProcess({**os.environ, "MPLCONFIGDIR": str(tmp_path)})
    with (tmp_path / "gauntlet.db").open("wb") as database:
        os.set_inheritable(database.fileno(), True)  # noqa: FBT003 - the name of it says what is true
        try:
            assert await drawing.draw(PICTURE) is not None
            process = Path(f"/proc/{pid(drawing)}")
            told = (process / "environ").read_bytes()
            opened = [str(link.readlink()) for link in (process / "fd").iterdir()]
        finally:
            await drawing.close()
    for name, secret in SECRETS.items():
        assert name.encode() not in told
        assert secret.encode() not in told
    assert f"MPLCONFIGDIR={tmp_path}".encode() in told
    assert not [file for file in opened if file.endswith(".db")]


def test_the_bot_itself_never_loads_the_plotting_library() -> None:
    code = "import sys, bot.__main__; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
