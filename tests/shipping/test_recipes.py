"""The recipes of docs/hosting.md: one for everybody, each complete, with commands and files that exist."""

import re

import pytest
import yaml

from bot.cli import COMMANDS
from tests.shipping.pages import code_in, text_of
from tests.support.project import ROOT

RECIPES = {
    "Laptop",
    "Raspberry Pi",
    "Server with systemd",
    "Compose",
    "Heroku and its like",
    "Railway",
    "Fly",
    "Coolify",
}
SAME_AS = {"Raspberry Pi": "Server with systemd"}
"""Recipes that are another one with a few words more."""


def recipes() -> dict[str, str]:
    page = text_of("docs/hosting.md").partition("## Recipes")[2].partition("\n## ")[0]
    _, *parts = re.split(r"^### ", page, flags=re.MULTILINE)
    return {part.partition("\n")[0]: part for part in parts}


def test_there_is_a_recipe_for_everybody() -> None:
    assert {*recipes()} >= RECIPES


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_a_recipe_says_how_to_start_update_look_back_up_restore_and_check(name: str) -> None:
    recipe = recipes()[name]
    if name in SAME_AS:
        assert f"({'#' + SAME_AS[name].lower().replace(' ', '-')})" in recipe
        return
    rows = re.findall(r"^\| ([a-z]+) \| (.+) \|$", recipe, re.MULTILINE)
    assert [what for what, _ in rows] == ["start", "update", "logs", "backup", "restore", "check"]
    assert all(how.strip() for _, how in rows)


def test_the_recipes_for_docker_name_services_that_exist() -> None:
    compose = yaml.safe_load(text_of("compose.yaml"))
    shown = "\n".join(code_in("docs/hosting.md"))
    named_there = re.findall(r"docker compose (?:exec|stop|run --rm|cp) ([a-z][a-z0-9-]*)", shown)
    assert {*named_there} <= {*compose["services"]}
    assert named_there
    for command in re.findall(r"docker compose run --rm gauntlet ([a-z-]+)", shown):
        assert command in COMMANDS


def test_every_command_of_the_bot_in_the_recipes_exists() -> None:
    shown = "\n".join(code_in("docs/hosting.md"))
    asked = {*re.findall(r"(?:bin/gauntlet|python -m bot) ([a-z-]+)", shown)}
    assert asked
    assert asked <= {*COMMANDS}


def test_the_stateful_set_gives_each_pod_its_shard() -> None:
    (text,) = re.findall(r"^```yaml\n(.*?)^```", text_of("docs/hosting.md"), re.DOTALL | re.MULTILINE)
    spec = yaml.safe_load(text)["spec"]
    (container,) = spec["template"]["spec"]["containers"]
    env = {each["name"]: each for each in container["env"]}
    assert int(env["SHARD_COUNT"]["value"]) == spec["replicas"]
    assert "pod-index" in env["SHARD_IDS"]["valueFrom"]["fieldRef"]["fieldPath"]
    port = container["readinessProbe"]["httpGet"]["port"]
    assert env["HEALTH_PORT"]["value"] == f"0.0.0.0:{port}"


def test_the_recipe_for_systemd_installs_what_the_units_name() -> None:
    recipe = recipes()["Server with systemd"]
    unit = text_of("deploy/gauntlet.service")
    (program,) = re.findall(r"^ExecStart=(\S+)", unit, re.MULTILINE)
    (settings,) = re.findall(r"^EnvironmentFile=(\S+)", unit, re.MULTILINE)
    assert f"python3 -m venv {program.removesuffix('/bin/gauntlet')}\n" in recipe
    assert f"{program} restore" in recipe
    assert f" {settings} " in recipe
    assert "useradd" in recipe
    assert " gauntlet\n" in recipe
    for name in re.findall(r"gauntlet-[a-z]+(?:\.timer)?", recipe):
        assert (ROOT / "deploy" / (name if name.endswith(".timer") else f"{name}.service")).exists()
