"""The Dockerfile's steps give a bot that runs as an ordinary user on a read-only root, and tells how it is.

There is no Docker in the tests: `tests/shipping/image.py` says what stands in for it.
"""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.rig.bot_process import until_ready
from sandbox import Sandbox, World
from tests.shipping.image import Image, interpreter_for_everybody
from tests.support.project import ROOT

pytestmark = pytest.mark.outside

ENDS_WITHIN = 10
"""Seconds, which containers and hosts leave a process that they stop."""


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    """In a folder that other users can look into, unlike those that pytest makes."""
    root = Path(tempfile.mkdtemp(prefix="gauntlet-image-")).resolve()
    root.chmod(0o755)
    built = Image(root, ROOT, interpreter_for_everybody() or sys.executable)
    try:
        built.build((ROOT / "Dockerfile").read_text(encoding="utf-8"))
        if interpreter_for_everybody() is None:
            built.user = None
        built.make_read_only()
        yield built
    finally:
        built.make_writable()
        shutil.rmtree(root)


@pytest.fixture
def world() -> World:
    return World.of({"The Arena": ["Ann", "Bob"]}, channels=("duels",))


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
        return number


async def health(image: Image, port: str) -> subprocess.CompletedProcess[str]:
    """What the image's HEALTHCHECK says when HEALTH_PORT is this."""
    return await asyncio.to_thread(image.run_in_shell, image.health, {"HEALTH_PORT": port})


async def until_well(image: Image, port: str) -> None:
    async with asyncio.timeout(60):
        while (await health(image, port)).returncode:
            await asyncio.sleep(0.1)


def test_the_packages_are_those_of_the_lock_file_and_no_others(image: Image) -> None:
    _, *words = image.installed
    assert words[0] == "install"
    assert "--require-hashes" in words
    assert words[words.index("--requirement") + 1] == "requirements.lock"
    assert [word for word in words if not word.startswith("-")] == ["install", ":all:", "requirements.lock"]
    assert (image.root / "build" / "requirements.lock").exists()


def test_python_was_compiled_before_the_root_became_read_only(image: Image) -> None:
    sources = {*(image.root / "app").rglob("*.py")}
    compiled = {
        path.parent.parent / f"{path.name.split('.')[0]}.py" for path in image.root.rglob("app/**/*.pyc")
    }
    assert sources == compiled


async def test_a_match_is_played_and_the_health_is_true_from_start_to_end(
    image: Image, sandbox: Sandbox, port: int
) -> None:
    before = image.contents()
    assert (await health(image, str(port))).returncode == 1
    settings = {**sandbox.environment, "HEALTH_PORT": str(port)}
    bot = image.start(settings)
    try:
        await until_ready(sandbox)
        await until_well(image, str(port))
        ann = sandbox.person("Ann")
        await ann.slash("duel highlow", level="oracle")
        await ann.press("Begin")
        panel = await ann.wait_for("Your card")
        await ann.press("5", on=panel)
        await ann.wait_for("Round 2 of 5")
        if image.user is not None:
            assert Path(f"/proc/{bot.pid}").stat().st_uid == image.user
        copied = image.run_in_shell("python -m bot backup copy.db", settings)
        assert (copied.returncode, copied.stderr) == (0, "")
        bot.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(bot.wait, ENDS_WITHIN) == 0
    finally:
        if bot.poll() is None:
            bot.kill()
            bot.wait()
    assert (await health(image, str(port))).returncode == 1
    assert {"gauntlet.db", "copy.db"} <= {path.name for path in (image.root / "data").iterdir()}
    assert image.contents() == before


async def test_an_image_without_a_port_is_not_taken_for_healthy(image: Image) -> None:
    answer = await health(image, "")
    assert answer.returncode == 1
    assert (
        answer.stderr
        == "HEALTH_PORT is empty, so nobody can ask how the bot is. Set it to a port such as 9000.\n"
    )


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start something as somebody else")
def test_the_image_is_the_property_of_somebody_else(image: Image) -> None:
    if image.user is None:
        pytest.skip("No other user can start this Python.")
    written = image.run_in_shell("touch /app/bot/new /venv/new")
    assert written.returncode != 0
    assert image.run_in_shell("touch /data/new /tmp/new && rm /data/new /tmp/new").returncode == 0
