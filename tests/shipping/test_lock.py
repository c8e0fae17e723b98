"""The packages of an image are pinned, with hashes, to versions that the project allows."""

import re
import sys
import tomllib
from ast import AST, Import, ImportFrom, parse, walk
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from importlib.metadata import packages_distributions

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.project import ROOT

LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PACKAGE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {
    extra: [Requirement(text) for text in texts] for extra, texts in PACKAGE["optional-dependencies"].items()
}
NEEDED = [Requirement(text) for text in PACKAGE["dependencies"]]
DEPENDENCIES = [*NEEDED, *EXTRAS["postgres"]]
"""An image can open both kinds of databases."""
PLAIN = {canonicalize_name(each.name) for each in NEEDED}
OURS = {"bot", "games", "migrations", "sandbox"}
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
IMAGES = [("3.12", "x86_64"), ("3.12", "aarch64"), ("3.11", "x86_64"), ("3.11", "aarch64")]
"""The image's Python and the oldest that is promised; the second processor is that of a Raspberry Pi."""


def entries() -> Iterator[tuple[Requirement, list[str]]]:
    """Each pinned package with what follows its version."""
    lines = [line for line in LOCK.splitlines() if not line.startswith("#")]
    for entry in "\n".join(lines).replace("\\\n", " ").splitlines():
        pinned, *rest = entry.split(" --hash=")
        yield Requirement(pinned.strip()), [f"--hash={each}".strip() for each in rest]


def machine(python: str, processor: str) -> dict[str, str]:
    """What decides which of the entries such a machine takes."""
    return {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": processor,
        "sys_platform": "linux",
        "platform_system": "Linux",
    }


def pinned_on(python: str, processor: str) -> dict[str, str]:
    """The version of every package that such a machine gets."""
    here: dict[str, str | AbstractSet[str]] = {**machine(python, processor)}
    found = [
        (canonicalize_name(entry.name), next(iter(entry.specifier)).version)
        for entry, _ in entries()
        if entry.marker is None or entry.marker.evaluate(here)
    ]
    assert len(found) == len(dict(found)), "a package is pinned twice"
    return dict(found)


def test_every_package_has_one_exact_version_and_hashes_of_its_files() -> None:
    for entry, hashes in entries():
        (bound,) = entry.specifier
        assert bound.operator == "=="
        assert not bound.version.endswith("*")
        assert hashes, entry.name
        assert all(HASH.fullmatch(each) for each in hashes), entry.name


def test_it_records_no_address_and_no_place() -> None:
    assert not re.search(r"://|\bindex\b|find-links|trusted-host|file:|@", LOCK)
    assert re.findall(r"^#.*\n", LOCK, re.MULTILINE)[-1].strip("# \n") == "make lock"
    assert {*re.findall(r"--[a-z-]+", LOCK)} == {"--hash"}


@pytest.mark.parametrize(("python", "processor"), IMAGES)
def test_every_dependency_is_there_and_within_its_bounds(python: str, processor: str) -> None:
    pinned = pinned_on(python, processor)
    for wanted in DEPENDENCIES:
        version = pinned[canonicalize_name(wanted.name)]
        assert wanted.specifier.contains(version), f"{wanted} is locked to {version}: run make lock"


@pytest.mark.parametrize("library", ["aiohttp", "discord.py"])
def test_a_library_that_the_wire_relies_on_is_taken_up_to_its_next_minor_version(library: str) -> None:
    """What the contract names was seen in these versions alone."""
    (wanted,) = [each for each in DEPENDENCIES if each.name == library]
    bounds = {bound.operator: bound.version.split(".") for bound in wanted.specifier}
    major, minor = bounds[">="][:2]
    assert bounds["<"] == [major, str(int(minor) + 1)]


def imported_by(*folders: str) -> set[str]:
    """The packages, besides our own and Python's, that something in these folders imports."""
    tops = {
        name.partition(".")[0]
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        for node in walk(parse(path.read_text(encoding="utf-8")))
        for name in _names(node)
    }
    owners = packages_distributions()
    return {canonicalize_name(owners.get(top, [top])[0]) for top in tops - {*sys.stdlib_module_names, *OURS}}


def _names(node: AST) -> list[str]:
    if isinstance(node, Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ImportFrom) else []


def test_all_that_runs_imports_only_what_is_a_dependency_of_its_own() -> None:
    """A faster event loop and PostgreSQL's driver are all that it does without."""
    optional = {each.name for each in (*EXTRAS["fast"], *EXTRAS["postgres"])} - PLAIN
    assert imported_by("bot", "games", "migrations") - PLAIN == optional == {"asyncpg", "uvloop"}


def test_a_plain_installation_can_open_the_sandbox() -> None:
    """What checks requests against a description of Discord's API is all that it does without."""
    optional = {each.name for each in EXTRAS["sandbox"]}
    assert imported_by("sandbox") - PLAIN == optional == {"jsonschema-rs"}
