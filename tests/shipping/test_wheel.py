"""The archive of sources gives a wheel that holds all that Gauntlet needs, and runs without a checkout."""

import asyncio
import email
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bench.rig.bot_process import until_ready
from bot.about import SUMMARY, VERSION
from sandbox import Sandbox, World
from tests.support.missing import leave
from tests.support.project import ROOT

pytestmark = pytest.mark.outside

PACKAGES = ("bot", "games", "sandbox")
NOT_IN_IT = ("bench", "tests", "tools")
SOURCES = ("pyproject.toml", "README.md", "LICENSE", *PACKAGES, "migrations", *NOT_IN_IT)
PATIENCE = 30
OLDEST_PYTHON = "3.11"
PACK = "import sys; from hatchling import build; build.build_sdist(sys.argv[1])"
DRAW = """
import asyncio
from bot.pictures.drawing import DrawingProcess
from bot.pictures.picture import ChancePicture


async def main():
    studio = DrawingProcess()
    print((await studio.draw(ChancePicture((0.5, 0.2, 1.0), 2)))[1:4].decode())
    await studio.close()

asyncio.run(main())
"""


def lack() -> str | None:
    """What this machine would need to build a wheel without asking the network."""
    if importlib.util.find_spec("pip") is None:
        return "A wheel can't be built without pip."
    if importlib.util.find_spec("hatchling") is None:
        return "A wheel can't be built: run `pip install hatchling` first."
    return None


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources, packed from a copy: a build leaves files behind, which the next one would take along."""
    if missing := lack():
        leave(missing)
    copy, target = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("archive")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, copy)
    subprocess.run(
        [sys.executable, "-c", PACK, target], cwd=copy, stdout=subprocess.DEVNULL, check=True, timeout=120
    )
    (packed,) = target.glob("gauntlet-*.tar.gz")
    return packed


@pytest.fixture(scope="module")
def wheel(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the archive, as those who package or patch it do."""
    target = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", target, archive)
    (built,) = target.glob("gauntlet-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of a fresh environment with the wheel.

    The packages on which Gauntlet depends are those of this environment. They are put on the path without
    the files there that lead to a checkout: Python reads such files in an environment's own folder only.
    """
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False)
    commands = home / "bin"
    pip("--python", commands / "python", "install", "--no-deps", "--no-index", "--no-compile", wheel)
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return commands


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty one."""
    empty = tmp_path / "empty"
    empty.mkdir()
    return empty


def pip(*arguments: str | Path) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments]
    subprocess.run(command, check=True, timeout=120)


def run(command: Path, *arguments: str, folder: Path) -> str:
    done = subprocess.run(
        [command, *arguments],
        cwd=folder,
        env=bare_environment(folder),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def bare_environment(folder: Path) -> dict[str, str]:
    """Nothing in it leads to a checkout or to a setting."""
    return {"PATH": os.defpath, "HOME": str(folder.parent)}


@asynccontextmanager
async def started(command: Path, *arguments: str, folder: Path) -> AsyncIterator[asyncio.StreamReader]:
    """What it writes; in the end it is interrupted, as people do it, and has to end well."""
    process = await asyncio.create_subprocess_exec(
        command,
        *arguments,
        cwd=folder,
        env=bare_environment(folder),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            yield process.stdout
            process.send_signal(signal.SIGINT)
            rest = await process.stdout.read()
            assert await process.wait() == 0, rest.decode()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def line_with(words: str, lines: asyncio.StreamReader) -> str:
    seen = []
    async for line in lines:
        seen.append(line.decode())
        if words in seen[-1]:
            return seen[-1]
    raise AssertionError(f"It never said {words!r}, but: {''.join(seen)}")


def test_the_wheel_holds_what_runs_and_nothing_else(wheel: Path) -> None:
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    } | {
        f"bot/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / "migrations").rglob("*")
        if path.suffix in {".py", ".mako"}
    }
    assert held == expected
    for package in PACKAGES:
        assert f"{package}/py.typed" in held


def test_the_wheel_and_the_archive_are_named_after_the_version(archive: Path, wheel: Path) -> None:
    assert archive.name == f"gauntlet-{VERSION}.tar.gz"
    assert wheel.name == f"gauntlet-{VERSION}-py3-none-any.whl"


def test_an_index_would_take_both(archive: Path, wheel: Path) -> None:
    if importlib.util.find_spec("twine") is None:
        leave("twine is not installed: run `make .venv/.release` first.")
    check = [sys.executable, "-m", "twine", "check", "--strict", str(archive), str(wheel)]
    done = subprocess.run(check, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("PASSED") == 2


def test_the_package_says_what_it_is_without_naming_a_place_on_a_machine(wheel: Path) -> None:
    held = zipfile.ZipFile(wheel)
    (name,) = [each for each in held.namelist() if each.endswith(".dist-info/METADATA")]
    about = email.message_from_bytes(held.read(name))
    assert (about["Name"], about["Version"], about["Summary"]) == ("gauntlet", VERSION, SUMMARY)
    assert f"Requires-Python: >={OLDEST_PYTHON}" in str(about)
    assert f"Programming Language :: Python :: {OLDEST_PYTHON}" in about.get_all("Classifier", [])
    links = [each.partition(", ")[2] for each in about.get_all("Project-URL", [])]
    assert [link for link in links if not link.startswith("https://")] == []
    (points,) = [each for each in held.namelist() if each.endswith("entry_points.txt")]
    assert held.read(points).decode().split() == [
        "[console_scripts]",
        "gauntlet",
        "=",
        "bot.cli:main",
    ]


def test_the_command_answers_from_an_empty_folder(installed: Path, folder: Path) -> None:
    assert run(installed / "gauntlet", "--version", folder=folder) == f"gauntlet {VERSION}\n"
    assert run(installed / "gauntlet", "play", "--help", folder=folder).startswith("usage: gauntlet play ")
    assert run(installed / "python", "-m", "bot", "--help", folder=folder).startswith("usage: python -m bot ")
    assert "the cards 1 to 9" in run(installed / "python", "-m", "games", "rules", "highlow", folder=folder)
    assert list(folder.iterdir()) == []


def test_no_checkout_can_be_imported(installed: Path, folder: Path) -> None:
    where = f"import {', '.join(PACKAGES)}\nfor each in {', '.join(PACKAGES)}: print(each.__file__)"
    places = run(installed / "python", "-c", where, folder=folder).splitlines()
    assert len(places) == len(PACKAGES)
    assert all(Path(place).is_relative_to(installed.parent) for place in places)


def test_pictures_are_drawn_in_any_folder(installed: Path, folder: Path) -> None:
    assert run(installed / "python", "-c", DRAW, folder=folder) == "PNG\n"


@pytest.fixture
def world() -> World:
    return World.of({"The Arena": ["Ann", "Bob"]}, channels=("duels",))


async def test_the_bot_runs_and_keeps_its_database_in_the_folder(
    sandbox: Sandbox, installed: Path, folder: Path
) -> None:
    settings = "".join(f"{name}={value}\n" for name, value in sandbox.environment.items())
    (folder / ".env").write_text(settings, encoding="utf-8")
    async with started(installed / "gauntlet", "run", folder=folder):
        await until_ready(sandbox)
        ann = sandbox.person("Ann")
        await ann.slash("duel highlow", level="oracle")
        await ann.press("Begin")
        panel = await ann.wait_for("Your card")
        await ann.press("5", on=panel)
        await ann.wait_for("Round 2 of 5")
    assert (folder / "gauntlet.db").exists()
    assert run(installed / "gauntlet", "backup", "copy.db", folder=folder) == "copy.db\n"
    assert (folder / "copy.db").exists()


async def test_the_sandbox_serves_its_page_and_starts_the_bot(installed: Path, folder: Path) -> None:
    async with started(installed / "gauntlet", "sandbox", folder=folder) as lines:
        found = re.search(r"http://\S+/", await line_with("Play at", lines))
        assert found
        async with aiohttp.ClientSession() as session, session.get(found[0]) as answer:
            assert "<script" in await answer.text()
        await line_with("ready, servers: 1", lines)
