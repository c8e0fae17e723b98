"""Who may import whom."""

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from games import GAMES
from tests.support.project import ROOT

IMPURE = {"asyncio", "datetime", "os", "random", "socket", "subprocess", "threading", "time"}
PURE = {"abc", "collections", "dataclasses", "enum", "functools", "itertools", "math", "typing"}
"""What rules may use: nothing here can look at a clock, a file, a person or another die."""
PURE_PLUMBING = {
    *PURE,
    "array",
    "bisect",
    "hashlib",
    "importlib.resources",
    "json",
    "operator",
    "re",
    "struct",
    "sys.intern",
    "unicodedata",
}
"""What hashes, writes, reads and reviews matches, and reads the tables of solved games, may use besides."""
ROOMS = sorted(path.parent.name for path in (ROOT / "games").glob("*/rules.py"))
NOT_RULES = {
    "__init__.py",
    "beliefs.py",
    "habits.py",
    "guide.py",
    "judge.py",
    "knowledge.py",
    "rival.py",
    "screen.py",
    "setter.py",
    "solution.py",
    "words.py",
}
"""What a room may hold beside its rules."""
TOOLS = {"art", "bench", "pictures", "tables"}
"""What is used while the project is worked on, and never by those who run it."""
OUTERMOST = ("games.terminal", "games.records.verify", "games.__main__")
"""What the rest of the games must be able to do without."""


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


def within(module: str, packages: Iterable[str]) -> bool:
    """Is this one of the packages, or something in one?"""
    return any(f"{module}.".startswith(f"{package}.") for package in packages)


def core() -> list[Path]:
    """All but the terminal and what only the terminal needs."""
    return [path for path in modules("games") if not within(dotted(path), OUTERMOST)]


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def rules_of(room: str) -> list[Path]:
    """A room's rules, and whatever files they were split into."""
    return [path for path in modules(f"games/{room}") if path.name not in NOT_RULES]


@pytest.mark.parametrize("path", core(), ids=name)
def test_the_core_uses_pure_modules_only(path: Path) -> None:
    allowed = {*PURE_PLUMBING, "games", *(["numpy"] if path.name == "rival.py" else [])}
    assert [module for module in imports(path) if not within(module, allowed)] == []


@pytest.mark.parametrize("path", core(), ids=name)
def test_the_core_knows_neither_the_terminal_nor_who_verifies_it(path: Path) -> None:
    assert [module for module in imports(path) if within(module, OUTERMOST)] == []


@pytest.mark.parametrize("room", ROOMS)
def test_rules_use_what_has_no_effects_and_know_nothing_of_looks_or_rivals(room: str) -> None:
    own = {f"games.{room}.{path.stem}" for path in rules_of(room)}
    allowed = {*PURE, "games.cards", "games.dice", "games.engine", *own}
    for path in rules_of(room):
        assert [module for module in imports(path) if not within(module, allowed)] == []


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


@pytest.mark.parametrize(
    "path", [*modules("games"), *modules("bot"), *modules("sandbox"), *modules("gauntlet")], ids=name
)
def test_nothing_that_runs_needs_what_draws_computes_tables_or_measures(path: Path) -> None:
    assert not {module.partition(".")[0] for module in imports(path)} & {*TOOLS, "tests"}


@pytest.mark.parametrize("path", modules("art"), ids=name)
def test_drawings_know_nothing_of_the_programs_that_show_them(path: Path) -> None:
    allowed = {*sys.stdlib_module_names, "art", "PIL", "resvg_py"}
    assert {module.partition(".")[0] for module in imports(path)} <= allowed


@pytest.mark.parametrize("path", modules("sandbox"), ids=name)
def test_the_sandbox_knows_neither_the_games_nor_the_bot(path: Path) -> None:
    assert not {module.partition(".")[0] for module in imports(path)} & {"games", "bot"}


COMMAND = {
    "bot.about": "the version",
    "bot.__main__.main": "gauntlet run",
    "sandbox.__main__.main": "gauntlet sandbox",
    "games.__main__.main": "gauntlet play",
    "games.terminal.console.prepare": "gauntlet play",
    "dotenv": "settings of the folder in which it is started",
}
"""What the command `gauntlet` may use beside the standard library, and what for."""


@pytest.mark.parametrize("path", modules("gauntlet"), ids=name)
def test_the_command_knows_the_three_programs_and_nothing_inside_them(path: Path) -> None:
    assert [
        module for module in imports(path) if not within(module, {*COMMAND, *sys.stdlib_module_names})
    ] == []


@pytest.mark.parametrize("path", modules("gauntlet"), ids=name)
def test_the_command_starts_each_program_only_when_it_is_asked_for(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    at_once = {node.module for node in tree.body if isinstance(node, ast.ImportFrom)}
    assert at_once <= {"collections.abc", "bot.about"}


@pytest.mark.parametrize("path", [*modules("games"), *modules("bot"), *modules("sandbox")], ids=name)
def test_no_program_knows_the_command(path: Path) -> None:
    assert "gauntlet" not in {module.partition(".")[0] for module in imports(path)}


def test_only_the_terminal_prints_or_asks() -> None:
    for path in modules("games"):
        calls = {
            node.func.id
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert path.name == "console.py" or not calls & {"print", "input", "open"}


def test_every_room_has_its_files_and_its_one_test_file() -> None:
    assert sorted(room.game.key for room in GAMES) == ROOMS
    for room in ROOMS:
        for file in ("__init__.py", "rules.py", "screen.py", "guide.py"):
            assert (ROOT / "games" / room / file).exists()
        assert (ROOT / "tests" / "games" / f"test_{room}.py").exists()


DISCORDS_SIDE = (
    *("bot/__main__.py", "bot/client.py", "bot/services.py"),
    *("bot/health/", "bot/ui/", "bot/cogs/", "bot/doctor/discord/", "bot/live_check/"),
)


@pytest.mark.parametrize("path", modules("bot"), ids=name)
def test_only_the_shell_of_the_bot_knows_discord(path: Path) -> None:
    if not name(path).startswith(DISCORDS_SIDE):
        taken = set(imports(path))
        assert not [module for module in taken if module.partition(".")[0] in {"discord", "aiohttp"}]
        assert not [module for module in taken if module.startswith(("bot.ui", "bot.cogs", "bot.client"))]


@pytest.mark.parametrize("path", modules("bot"), ids=name)
def test_the_bot_names_no_single_game_and_knows_no_sandbox(path: Path) -> None:
    assert not [module for module in imports(path) for room in ROOMS if room in module.split(".")]
    assert "sandbox" not in {module.partition(".")[0] for module in imports(path)}
    words = {
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert not words & set(ROOMS)


ON_FILES = {"os.O_RDONLY", "os.W_OK", "os.access", "os.close", "os.fsync", "os.open", "os.stat"}
"""What `bot/database/file/` may take from the module that also knows the environment."""
ON_CORES = {"os.cpu_count", "os.sched_getaffinity"}
"""The same for `bot/supervisor/cores.py`."""


@pytest.mark.parametrize("path", modules("bot"), ids=name)
def test_only_the_start_of_the_bot_reads_the_environment(path: Path) -> None:
    taken = {module for module in imports(path) if module.partition(".")[0] == "os"}
    if name(path).startswith("bot/database/file/"):
        taken -= ON_FILES
    if name(path) == "bot/supervisor/cores.py":
        taken -= ON_CORES
    assert name(path) == "bot/__main__.py" or not taken


MOST_MODULES = 13
PACKAGES = (
    *("art", "bench", "bot", "games", "gauntlet"),
    *("migrations", "pictures", "sandbox", "tables", "tests"),
)


def folders() -> list[Path]:
    return sorted({path.parent for package in PACKAGES for path in modules(package)})


@pytest.mark.parametrize("folder", folders(), ids=name)
def test_a_folder_holds_few_enough_modules_to_read_at_a_glance(folder: Path) -> None:
    found = [path.name for path in folder.glob("*.py") if path.name not in ("__init__.py", "conftest.py")]
    assert len(found) <= MOST_MODULES, sorted(found)


WIRE = "bot/ui/wire/"
PROMISED = ("discord", "discord.app_commands", "discord.abc", "discord.utils")
"""The modules of discord.py that its documentation describes, as far as we use them."""
MAY_REACH_IN = (WIRE, "bot/process/memory.py")
"""The second reaches into CPython, and says so; `tests/bot/ui/wire/test_contract.py` lists what for."""


@pytest.mark.parametrize("path", modules("bot"), ids=name)
def test_only_the_wire_touches_what_discord_py_does_not_promise(path: Path) -> None:
    if name(path).startswith(MAY_REACH_IN):
        return
    taken = [module for module in imports(path) if module.partition(".")[0] == "discord"]
    assert [module for module in taken if not _is_promised(module)] == []
    assert "SLF001" not in path.read_text(encoding="utf-8"), "ruff notices private attributes of others"


def _is_promised(module: str) -> bool:
    return module.rpartition(".")[0] in PROMISED or module in PROMISED


PRESS_PATH = ("bot/ui/presses/", "bot/ui/painting/", "bot/ui/texts/", "bot/ui/pages/")


@pytest.mark.parametrize("path", modules("bot"), ids=name)
def test_no_object_of_discord_py_is_on_the_path_of_a_press(path: Path) -> None:
    """Components and forms are data; interactions are for slash commands only."""
    text = path.read_text(encoding="utf-8")
    assert "discord.ui" not in text
    assert "DynamicItem" not in text
    if name(path).startswith(PRESS_PATH):
        assert "Interaction" not in text


KNOW_THE_CLIENT = {"bot/__main__.py"}


def test_the_client_is_known_where_it_is_built_and_nowhere_else() -> None:
    knowing = {
        name(path)
        for path in modules("bot")
        if any(within(module, ["bot.client"]) for module in imports(path))
    }
    assert knowing == KNOW_THE_CLIENT
