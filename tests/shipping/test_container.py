"""The container runs as an ordinary user on a read-only root; what hosts can set is written down alike."""

import re
from typing import Any

import pytest
import yaml

from tests.support.project import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
EXAMPLE = (ROOT / ".env.example").read_text(encoding="utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
OURS = {name: each for name, each in COMPOSE["services"].items() if each["image"] == "gauntlet"}
NAMES = set(re.findall(r"^([A-Z_]+)=", EXAMPLE, re.MULTILINE))
LONGEST_STOP = 10
"""Seconds within which the bot ends after SIGTERM, whatever hangs."""
NOT_OURS = {"PATH", "MPLCONFIGDIR"}
"""What the image sets for Python and the plotting library."""


def instructions(name: str) -> list[str]:
    joined = DOCKERFILE.replace("\\\n", " ")
    return [line.removeprefix(name).strip() for line in joined.splitlines() if line.startswith(f"{name} ")]


def arguments() -> dict[str, str]:
    """What a build takes, and what it is if nobody says otherwise."""
    return dict(line.split("=", 1) for line in instructions("ARG"))


def last_stage() -> str:
    return DOCKERFILE[DOCKERFILE.rindex("FROM ") :]


def test_the_image_runs_as_an_ordinary_user() -> None:
    assert instructions("USER") == ["${RUN_AS}"]
    assert re.fullmatch(r"[1-9][0-9]*:[1-9][0-9]*", arguments()["RUN_AS"])
    assert last_stage().index("USER ") < last_stage().index("ENTRYPOINT ")


def test_nothing_is_built_in_the_image_that_runs() -> None:
    assert len(instructions("FROM")) == 2
    assert not re.search(r"pip install|apt-get|gcc|make ", last_stage())


def test_the_image_knows_how_to_ask_after_its_health() -> None:
    (check,) = instructions("HEALTHCHECK")
    assert check.endswith('CMD python -m bot.health.check "$HEALTH_PORT"')
    assert any("HEALTH_PORT=" in line for line in instructions("ENV"))


def test_the_image_leaves_its_volumes_to_those_who_run_it() -> None:
    """Some hosts refuse to build an image that declares one."""
    assert instructions("VOLUME") == []
    assert instructions("WORKDIR")[-1] == "/data"


def test_base_images_name_their_release_and_their_debian() -> None:
    assert re.fullmatch(r"python:3\.\d+-slim-[a-z]+", arguments()["BASE"])
    assert [line.split()[0] for line in instructions("FROM")] == ["${BASE}", "${BASE}"]
    assert re.fullmatch(r"postgres:\d+-[a-z]+", COMPOSE["services"]["database"]["image"])


def test_no_secret_is_baked_in() -> None:
    assert "DISCORD_TOKEN" not in DOCKERFILE
    allowed = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert allowed[0] == "*"
    assert "!.env" not in allowed


def test_all_that_is_copied_is_let_into_the_image() -> None:
    allowed = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    for line in instructions("COPY"):
        if not line.startswith("--from="):
            *sources, _ = line.split()
            assert [source for source in sources if f"!{source}" not in allowed] == []
            assert [source for source in sources if not (ROOT / source).exists()] == []


@pytest.mark.parametrize("service", OURS.values(), ids=OURS)
def test_every_process_is_locked_in(service: dict[str, Any]) -> None:
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "/tmp" in service["tmpfs"]  # noqa: S108 - that one is meant
    assert "privileged" not in service


@pytest.mark.parametrize("service", COMPOSE["services"].values(), ids=COMPOSE["services"])
def test_no_service_can_fill_the_disk_or_the_memory_of_its_host(service: dict[str, Any]) -> None:
    assert service["logging"]["driver"] == "json-file"
    assert {*service["logging"]["options"]} == {"max-size", "max-file"}
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert service["pids_limit"] > 0


@pytest.mark.parametrize("service", OURS.values(), ids=OURS)
def test_a_process_is_left_the_time_it_needs_to_stop(service: dict[str, Any]) -> None:
    assert int(service["stop_grace_period"].removesuffix("s")) > LONGEST_STOP


def test_every_process_can_be_asked_after_its_health() -> None:
    assert [name for name, each in OURS.items() if not each["environment"].get("HEALTH_PORT")] == []


def test_shards_are_shared_out_without_a_gap() -> None:
    shards = [each["environment"] for each in OURS.values() if "SHARD_IDS" in each["environment"]]
    ids = [int(number) for each in shards for number in each["SHARD_IDS"].split(",")]
    assert {int(each["SHARD_COUNT"]) for each in shards} == {len(ids)}
    assert sorted(ids) == list(range(len(ids)))
    assert all(each["DATABASE_URL"].startswith("postgresql://") for each in shards)


def test_every_variable_is_read_shown_and_explained() -> None:
    config = (ROOT / "bot" / "config.py").read_text(encoding="utf-8")
    assert set(re.findall(r'"([A-Z]+_[A-Z_]+)"', config)) == NAMES
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", HOSTING, re.MULTILINE)) == NAMES


def test_containers_set_only_variables_that_exist() -> None:
    in_image = set(re.findall(r"\b([A-Z_]{4,})=", " ".join(instructions("ENV"))))
    in_compose = {name for each in OURS.values() for name in each["environment"]}
    assert {name for name in in_image - NOT_OURS if not name.startswith("PYTHON")} <= NAMES
    assert in_compose <= NAMES
