"""A tag becomes a release: the changelog gives the notes, and a workflow builds and publishes."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.about import VERSION
from tests.support.project import ROOT

CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").iterdir())
TEXT = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
WORKFLOW = yaml.safe_load(TEXT)
JOBS: dict[str, Any] = WORKFLOW["jobs"]


def notes(version: str, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(root / ".ci" / "notes.py"), version]
    return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of version 1.2.3 that has released two versions."""
    for folder in (".ci", "bot"):
        (tmp_path / folder).mkdir()
    (tmp_path / ".ci" / "notes.py").write_bytes((ROOT / ".ci" / "notes.py").read_bytes())
    (tmp_path / "bot" / "about.py").write_text('VERSION = "1.2.3"\n', encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changelog\n\n## [Unreleased]\n\n- Later.\n\n"
        "## [1.2.3] - 2027-01-31\n\nBe careful.\n\n### Fixed\n\n- One.\n- Two.\n\n"
        "## [1.2.2] - 2027-01-01\n\n- Before.\n",
        encoding="utf-8",
    )
    return tmp_path


@pytest.mark.parametrize("name", ["1.2.3", "v1.2.3"])
def test_the_notes_are_the_section_of_the_version(project: Path, name: str) -> None:
    assert notes(name, project).stdout == "Be careful.\n\n### Fixed\n\n- One.\n- Two.\n"


def test_the_last_section_ends_with_the_file(project: Path) -> None:
    (project / "bot" / "about.py").write_text('VERSION = "1.2.2"\n', encoding="utf-8")
    assert notes("1.2.2", project).stdout == "- Before.\n"


def test_a_tag_that_is_not_the_version_is_refused(project: Path) -> None:
    done = notes("v1.2.2", project)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "bot/about.py does not say that this is version 1.2.2.\n"


@pytest.mark.parametrize("heading", ["", "## [1.2.3]", "## [1.2.30] - 2027-01-31", "## [1x2.3] - 2027-01-31"])
def test_a_version_that_the_changelog_does_not_date_is_refused(project: Path, heading: str) -> None:
    (project / "CHANGELOG.md").write_text(f"# Changelog\n\n{heading}\n\n- One.\n", encoding="utf-8")
    done = notes("v1.2.3", project)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "CHANGELOG.md has no section with a date for version 1.2.3.\n"


def test_this_version_has_notes() -> None:
    done = notes(f"v{VERSION}")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert done.stdout.strip() in CHANGELOG


def commands() -> str:
    return "\n".join(step["run"] for job in JOBS.values() for step in job["steps"] if "run" in step)


def test_the_workflow_starts_from_tags_of_versions_alone() -> None:
    assert WORKFLOW[True] == {"push": {"tags": ["v[0-9]+.[0-9]+.[0-9]+"]}}  # YAML 1.1 reads "on" as true


def test_nothing_is_published_before_all_tests_and_builds_have_passed() -> None:
    assert [step["run"] for step in JOBS["check"]["steps"] if "run" in step][-1] == ".ci/run"
    assert [job.get("needs") for job in JOBS.values()] == [None, "check", "packages", "image"]
    sending = ("--push", "gh release", "twine upload")
    senders = [name for name, job in JOBS.items() if any(word in str(job) for word in sending)]
    assert senders == ["image", "release"]


def test_the_image_is_built_for_both_kinds_of_machine_on_a_base_that_is_pinned() -> None:
    assert "--platform linux/amd64,linux/arm64" in commands()
    assert '--build-arg "BASE=${name%%:*}@$digest"' in commands()


def test_the_workflow_runs_what_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for path in re.findall(r"\.ci/[\w.]+", commands()):
        assert (ROOT / path).exists()
    for target in re.findall(r"^\s*make ([a-z]+)$", commands(), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_the_workflow_names_no_host_and_keeps_what_it_may_do_small() -> None:
    assert not re.search(r"://|\b[a-z0-9-]+\.(?:io|org|com|net)\b", TEXT)
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert [name for name, job in JOBS.items() if job.get("permissions", {}).get("contents") == "write"] == [
        "release"
    ]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_pinned(path: Path) -> None:
    used = re.findall(r"uses: (\S+)", path.read_text(encoding="utf-8"))
    assert [each for each in used if not re.fullmatch(r"[\w/-]+@(?:v\d+|[0-9a-f]{40})", each)] == []


def test_every_variable_and_secret_is_explained() -> None:
    page = (ROOT / "docs" / "releasing.md").read_text(encoding="utf-8")
    asked = {*re.findall(r"(?:vars|secrets)\.([A-Z_]+)", TEXT)} - {"GITHUB_TOKEN"}
    assert [name for name in asked if f"`{name}`" not in page] == []
