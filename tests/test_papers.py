"""The papers for those who change the project say what the project does."""

import re
import tomllib
from typing import Any

import yaml

from bot.about import VERSION
from tests.support.project import ROOT


def text_of(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def hooks() -> list[dict[str, Any]]:
    (repo,) = yaml.safe_load(text_of(".pre-commit-config.yaml"))["repos"]
    assert repo["repo"] == "local", "a hook comes from elsewhere"
    found: list[dict[str, Any]] = repo["hooks"]
    return found


def test_the_hooks_run_what_make_lint_runs() -> None:
    recipe = re.search(r"^lint:.*\n((?:\t.*\n)+)", text_of("Makefile"), re.MULTILINE)
    assert recipe
    linted = [
        line.strip().replace("$(BIN)", ".venv/bin").removesuffix(" .") for line in recipe[1].splitlines()
    ]
    assert [hook["entry"].removesuffix(" --force-exclude") for hook in hooks()] == linted


def jobs() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(text_of(".github/workflows/ci.yml"))["jobs"]
    return found


def python_of(job: dict[str, Any]) -> tuple[int, ...]:
    version = re.fullmatch(r"python:([\d.]+)-\w+", job["container"])
    assert version
    return tuple(map(int, version[1].split(".")))


def test_the_workflow_runs_what_has_to_pass_everywhere() -> None:
    assert [step["run"] for step in jobs()["check"]["steps"] if "run" in step] == [".ci/run"]


def test_the_workflow_runs_the_oldest_python_that_is_promised_and_tests_a_newer_one() -> None:
    package = tomllib.loads(text_of("pyproject.toml"))["project"]
    oldest, newest = python_of(jobs()["check"]), python_of(jobs()["newest-python"])
    assert f">={'.'.join(map(str, oldest))}" == package["requires-python"]
    assert newest > oldest
    assert jobs()["newest-python"]["steps"][-1]["run"] == "make test"


def test_the_changelog_begins_with_what_is_to_come_and_knows_this_version() -> None:
    versions = re.findall(r"^## \[([^\]]+)\](?: - \d{4}-\d\d-\d\d)?$", text_of("CHANGELOG.md"), re.MULTILINE)
    assert versions[0] == "Unreleased"
    assert versions[1] == VERSION


def test_every_part_of_the_changelog_is_of_a_kind_that_is_kept() -> None:
    kinds = {*re.findall(r"^### (.*)$", text_of("CHANGELOG.md"), re.MULTILINE)}
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_style_is_shown_on_code_that_exists() -> None:
    page = text_of("CONTRIBUTING.md").partition("## Style, by example")[2]
    shown = re.search(r"`([\w/]+\.py)` shows.*?```python\n(.*?)```", page, re.DOTALL)
    assert shown
    lines = set(text_of(shown[1]).splitlines())
    assert [line for line in shown[2].splitlines() if line not in lines] == []
