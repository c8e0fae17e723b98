"""The bot as a process of its own: restarted, killed, crashed, and ended together with the sandbox."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType

import aiohttp
import pytest

from sandbox import Sandbox, World
from sandbox.server.openapi import Contract
from sandbox.server.process import BotProcess
from sandbox.server.status import State
from tests.support.project import ROOT

pytestmark = pytest.mark.outside


@pytest.fixture
async def sandbox(world: World, contract: Contract) -> AsyncIterator[Sandbox]:
    async with Sandbox(world, contract=contract) as running:
        yield running


@asynccontextmanager
async def running(sandbox: Sandbox, module: str, state: State) -> AsyncIterator[BotProcess]:
    process = BotProcess(module, sandbox.environment, sandbox.status)
    await process.start()
    try:
        await until(sandbox, state)
        yield process
    finally:
        await process.stop()


async def until(sandbox: Sandbox, state: State) -> None:
    async with asyncio.timeout(20):
        while sandbox.status.state != state:
            await asyncio.sleep(0.01)


async def test_a_button_works_after_the_bot_was_killed_and_started_again(sandbox: Sandbox) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    async with running(sandbox, "sandbox.demo", "ready") as bot:
        await ann.slash("wave", person=bob)
        bot.kill()
        await bot.wait()
    await until(sandbox, "stopped")
    async with running(sandbox, "sandbox.demo", "ready"):
        reply = await bob.press("Wave back")
        assert reply.message is not None
        assert reply.message.text == "@Bob has waved back."
        reply = await ann.press("Wave back (1)")
        assert reply.message is not None
        assert (reply.message.text, reply.message.private) == ("That wave wasn't for you.", True)


async def test_the_demonstration_bot_shows_everything(sandbox: Sandbox) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    async with running(sandbox, "sandbox.demo", "ready"):
        await ann.slash("colour")
        await ann.choose("Pick a colour", "Jade")
        assert await ann.complete("note", about="te") == ["Teal"]
        await ann.slash("note", about="teal")
        await ann.fill({"What should it say?": "Sea *green*"})
        await bob.menu("Greet", ann)
    assert [str(message) for message in ann.sees().messages] == [
        "Gauntlet (only you can see this): You picked jade.",
        "Gauntlet: **teal**\nSea \\*green\\*",
    ]
    assert [str(message) for message in bob.sees().messages] == [
        "Gauntlet: **teal**\nSea \\*green\\*",
        "Gauntlet (only you can see this): Hello, @Ann!",
    ]


async def test_a_bot_that_crashes_is_known_with_its_last_words(sandbox: Sandbox) -> None:
    async with running(sandbox, "sandbox.nowhere", "crashed"):
        told = sandbox.status.wire()
    assert told["state"] == "crashed"
    assert "No module named sandbox.nowhere" in told["log"][-1]


async def test_ctrl_c_ends_the_sandbox_and_its_bot(tmp_path: Path) -> None:
    process = await start_sandbox("--bot", idle_bot(tmp_path), path=tmp_path)
    assert process.stdout is not None
    assert process.stderr is not None
    async with asyncio.timeout(20):
        url = re.search(r"http://127\.0\.0\.1:\d+/", (await process.stdout.readline()).decode())
        assert url is not None
        async with aiohttp.ClientSession() as http, http.get(url[0]) as answer:
            assert answer.status == 200
        bot = await pid_told_by(process)
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 0
        assert await process.stderr.read() == b""
    with pytest.raises(ProcessLookupError):
        os.kill(bot, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux ends a process together with its parent.")
async def test_a_sandbox_that_is_killed_takes_its_bot_along(tmp_path: Path) -> None:
    process = await start_sandbox("--bot", idle_bot(tmp_path), path=tmp_path)
    async with asyncio.timeout(20):
        end = os.pidfd_open(await pid_told_by(process))
        process.kill()
        await process.wait()
        ended = asyncio.Event()
        asyncio.get_running_loop().add_reader(end, ended.set)
        await ended.wait()
    asyncio.get_running_loop().remove_reader(end)
    os.close(end)


async def test_a_port_in_use_is_told_in_one_sentence(sandbox: Sandbox) -> None:
    process = await start_sandbox("--port", sandbox.url.rsplit(":", maxsplit=1)[1])
    _, errors = await process.communicate()
    assert process.returncode == 1
    sentence = r"The sandbox can't start: port \d+ is taken. Choose another with --port.\n"
    assert re.fullmatch(sentence, errors.decode())


async def test_a_port_that_is_none_is_refused() -> None:
    process = await start_sandbox("--port", "99999")
    _, errors = await process.communicate()
    assert process.returncode == 2
    assert "has to be a number from 0 to 65535" in errors.decode()


async def test_the_bot_of_a_sandbox_never_meets_the_settings_of_a_real_one(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DATABASE_DIRECT_URL=postgresql://real\nHEALTH_PORT=9000\n")
    (tmp_path / "curious_bot.py").write_text(CURIOUS)
    real = {"DATABASE_DIRECT_URL": "postgresql://real", "SHARD_IDS": "1", "SHARD_COUNT": "2"}
    real["PROCESSES"] = "auto"
    process = await start_sandbox("--bot", "curious_bot", path=tmp_path, folder=tmp_path, env=real)
    assert process.stderr is not None
    async with asyncio.timeout(20):
        while not (told := re.search(r"settings (.*)", (await process.stderr.readline()).decode())):
            pass
    process.send_signal(signal.SIGINT)
    await process.communicate()
    assert re.fullmatch(r"sqlite:///\S+sandbox.db - - - - - False", told[1])


CURIOUS = """
import os, pathlib, time
names = ("DATABASE_URL", "DATABASE_DIRECT_URL", "HEALTH_PORT", "SHARD_IDS", "SHARD_COUNT", "PROCESSES")
values = [os.environ[name] or "-" for name in names]
print("settings", *values, pathlib.Path(".env").exists())
time.sleep(60)
"""


def idle_bot(folder: Path) -> str:
    """A module that tells its process id and then does nothing."""
    (folder / "idle_bot.py").write_text("import os, time\nprint('pid', os.getpid())\ntime.sleep(60)\n")
    return "idle_bot"


async def pid_told_by(process: asyncio.subprocess.Process) -> int:
    assert process.stderr is not None
    while not (said := re.search(r"pid (\d+)", (await process.stderr.readline()).decode())):
        pass
    return int(said[1])


async def start_sandbox(
    *arguments: str, path: Path = ROOT, folder: Path = ROOT, env: Mapping[str, str] = MappingProxyType({})
) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "sandbox",
        *arguments,
        cwd=folder,
        env={**os.environ, **env, "PYTHONPATH": f"{path}:{ROOT}"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
