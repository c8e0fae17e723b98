"""Who may import whom."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
IMPURE = {"asyncio", "datetime", "os", "random", "socket", "subprocess", "threading", "time"}
ROOMS = sorted(path.parent.name for path in (ROOT / "games").glob("*/rules.py"))


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Every module a file imports, anywhere in it, with the names taken from packages."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", modules("games"), ids=name)
def test_games_import_the_standard_library_and_games_only(path: Path) -> None:
    allowed = {*sys.stdlib_module_names, "games"} - IMPURE
    if path.name == "rival.py":
        allowed.add("numpy")
    assert {module.partition(".")[0] for module in imports(path)} <= allowed


@pytest.mark.parametrize("room", ROOMS)
def test_rules_know_neither_screens_nor_rivals_nor_other_games(room: str) -> None:
    taken = set(imports(ROOT / "games" / room / "rules.py"))
    assert not [module for module in taken if ".screen" in module or ".rival" in module]
    assert not [module for module in taken for other in ROOMS if module.startswith(f"games.{other}")]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_keeps_to_itself(room: str) -> None:
    others = [f"games.{other}" for other in ROOMS if other != room]
    for path in modules(f"games/{room}"):
        assert not [module for module in imports(path) if module.startswith(tuple(others))]


def test_nothing_outside_the_rooms_names_a_single_game_but_the_list_of_games() -> None:
    shared = [path for path in modules("games") if path.parent.name not in ROOMS]
    named = {
        name(path)
        for path in shared
        for module in imports(path)
        for room in ROOMS
        if room in module.split(".")
    }
    assert named == {"games/__init__.py"}


@pytest.mark.parametrize("path", modules("sandbox"), ids=name)
def test_the_sandbox_knows_neither_the_games_nor_the_bot(path: Path) -> None:
    assert not {module.partition(".")[0] for module in imports(path)} & {"games", "bot"}


def test_only_the_terminal_prints_or_asks() -> None:
    for path in modules("games"):
        calls = {
            node.func.id
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert path.name == "console.py" or not calls & {"print", "input", "open"}


def test_every_room_has_its_files_and_its_one_test_file() -> None:
    assert ROOMS == ["bidbattle", "digitduel", "highlow", "numbermatch", "ten"]
    for room in ROOMS:
        for file in ("__init__.py", "rules.py", "screen.py", "guide.py"):
            assert (ROOT / "games" / room / file).exists()
        assert (ROOT / "tests" / "games" / f"test_{room}.py").exists()
