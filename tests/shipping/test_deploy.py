"""The files for hosts can be read by those they are meant for, and name things that exist."""

import configparser
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bot.about import NAME, SUMMARY
from bot.cli import COMMANDS
from bot.config import Config
from bot.process.shards import Shards
from tests.support.project import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")])
SERVICES = sorted(DEPLOY.glob("*.service"))
LONGEST_STOP = 10
"""Seconds within which the bot ends after SIGTERM, whatever hangs."""
MOST_EXPOSED = 2.0
"""Of the ten that `systemd-analyze security` gives a service that is not locked in at all."""
SETTINGS = set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE))
INSTALLED = "/opt/gauntlet/bin/gauntlet"
SHARED = {"DISCORD_TOKEN": "token", "DATABASE_URL": "postgresql://localhost/x", "SHARD_COUNT": "10"}
NO_NEW_CODE = """
import ctypes, os, sys
if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0):
    sys.exit(77)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""What MemoryDenyWriteExecute= does, in this process and all that it starts; 77: the kernel can't."""
DRAW = """
import asyncio, bot.__main__
from bot.pictures.drawing import DrawingProcess
from bot.pictures.picture import ChancePicture


async def main():
    studio = DrawingProcess()
    print((await studio.draw(ChancePicture((0.5, 0.2, 1.0), 2)))[1:4].decode())
    await studio.close()

asyncio.run(main())
"""


def unit(path: Path) -> configparser.ConfigParser:
    """A unit's sections. Of a line that is there twice the last one counts here."""
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]  # as the manual of configparser says
    read.read_string(path.read_text(encoding="utf-8"))
    return read


def analyze(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed.")
    command = [program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    """It looks for the program too, which is not installed here."""
    for path in UNITS:
        text = path.read_text(encoding="utf-8").replace(INSTALLED, "/bin/true")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    done = analyze("verify", *sorted(tmp_path.iterdir()))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.name)
def test_systemd_finds_little_that_is_exposed(path: Path) -> None:
    done = analyze("security", "--offline=true", "--no-pager", path)
    if "unrecognized option" in done.stderr:
        pytest.skip("This systemd-analyze looks at running services only.")
    level = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert level, done.stderr
    assert float(level[1]) <= MOST_EXPOSED


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.name)
def test_a_service_runs_a_command_that_exists_as_an_ordinary_user(path: Path) -> None:
    service = unit(path)["Service"]
    _, program, arguments = service["ExecStart"].partition(INSTALLED)
    assert program, "another program would be started"
    assert arguments.split()[0] in COMMANDS
    assert service["User"] == "gauntlet"
    assert service["NoNewPrivileges"] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    assert service["StateDirectory"].split()[0] == "gauntlet"
    assert re.fullmatch(r"\d+M", service["MemoryMax"])


def test_the_copy_is_locked_in_as_the_bot_is() -> None:
    bot, copy = (
        {*path.read_text(encoding="utf-8").partition("UMask=")[2].partition("[Install]")[0].split("\n"), ""}
        for path in (DEPLOY / "gauntlet.service", DEPLOY / "gauntlet-backup.service")
    )
    network = "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX"
    assert (bot - copy, copy - bot) == ({network}, {"RestrictAddressFamilies=AF_UNIX"})


def test_one_of_several_processes_differs_from_the_only_one_in_its_shard_and_its_port_alone() -> None:
    one, several = (
        [
            line
            for line in (DEPLOY / name).read_text(encoding="utf-8").splitlines()
            if not line.startswith("#")
        ]
        for name in ("gauntlet.service", "gauntlet@.service")
    )
    differing = [pair for pair in zip(one, several, strict=True) if pair[0] != pair[1]]
    assert [line.partition("=")[0] for line, _ in differing] == [
        "Description",
        "StartLimitBurst",
        "ExecStart",
    ]
    assert differing[-1] == (
        f"ExecStart={INSTALLED} run",
        f"ExecStart=/usr/bin/env SHARD_IDS=%i HEALTH_PORT=900%i {INSTALLED} run",
    )
    for number in ("0", "9"):
        env = dict(set_to.split("=") for set_to in differing[-1][1].replace("%i", number).split()[1:3])
        config = Config.from_env({**env, **SHARED})
        assert (config.shards, config.health) == (
            Shards((int(number),), 10),
            ("127.0.0.1", 9000 + int(number)),
        )


@pytest.mark.parametrize("name", ["gauntlet.service", "gauntlet@.service"])
def test_the_bot_is_left_the_time_it_needs_and_started_again(name: str) -> None:
    read = unit(DEPLOY / name)
    assert int(read["Service"]["TimeoutStopSec"].removesuffix("s")) > LONGEST_STOP
    assert read["Service"]["Restart"] == "on-failure"
    starts = int(read["Unit"]["StartLimitBurst"])
    assert starts < 1000, "Discord withdraws the token of a bot that starts more often in a day"


def test_the_timer_belongs_to_the_copy() -> None:
    assert (DEPLOY / "gauntlet-backup.timer").with_suffix(".service") in SERVICES
    assert unit(DEPLOY / "gauntlet-backup.timer")["Timer"]["Persistent"] == "true"


@pytest.mark.outside
@pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
def test_the_bot_and_its_pictures_need_no_memory_that_is_written_and_run() -> None:
    done = subprocess.run(
        [sys.executable, "-c", NO_NEW_CODE, "-c", DRAW],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if done.returncode == 77:
        pytest.skip("This kernel can't refuse it.")
    assert (done.returncode, done.stdout) == (0, "PNG\n"), done.stderr


def test_the_file_for_heroku_asks_for_what_the_bot_reads() -> None:
    app = json.loads((ROOT / "app.json").read_text(encoding="utf-8"))
    lines = (ROOT / "Procfile").read_text(encoding="utf-8").splitlines()
    processes = dict(line.split(": ") for line in lines)
    assert (app["name"], app["description"]) == (NAME, SUMMARY)
    assert set(app["env"]) <= SETTINGS
    assert "DATABASE_URL" not in app["env"], "the database that comes with it sets that"
    assert {*app["formation"]} == {*processes} == {"worker"}
    assert app["formation"]["worker"]["quantity"] == 1, "one process takes one database"
    assert processes["worker"] == "python -m bot"


def test_a_host_that_reads_a_procfile_installs_what_is_locked() -> None:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    (line,) = [line for line in lines if not line.startswith("#")]
    assert line == "--requirement requirements.lock"


def test_the_file_for_railway_names_the_dockerfile_and_never_runs_two() -> None:
    railway = json.loads((DEPLOY / "railway.json").read_text(encoding="utf-8"))
    assert (ROOT / railway["build"]["dockerfilePath"]).is_file()
    assert railway["deploy"]["numReplicas"] == 1
    assert railway["deploy"]["overlapSeconds"] == 0
    assert railway["deploy"]["drainingSeconds"] > LONGEST_STOP


def test_the_file_for_fly_keeps_the_database_on_its_volume_and_asks_after_health() -> None:
    fly = tomllib.loads((DEPLOY / "fly.toml").read_text(encoding="utf-8"))
    dockerfile = (DEPLOY / fly["build"]["dockerfile"]).read_text(encoding="utf-8")
    assert set(fly["env"]) <= SETTINGS
    (mount,) = fly["mounts"]
    assert fly["env"]["DATABASE_URL"].startswith(f"sqlite:///{mount['destination']}/")
    assert f"WORKDIR {mount['destination']}\n" in dockerfile
    assert all(f"ARG {name}=" in dockerfile for name in fly["build"]["args"])
    check = fly["checks"]["health"]
    assert fly["env"]["HEALTH_PORT"] == f"0.0.0.0:{check['port']}"
    assert (check["path"], fly["metrics"]) == ("/health", {"port": check["port"], "path": "/metrics"})
    assert fly["kill_timeout"] > LONGEST_STOP
