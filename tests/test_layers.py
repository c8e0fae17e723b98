"""Who may import whom, and what a name may mean. Each test lists what is wrong."""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from pkgutil import iter_modules

import discord

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
TOOLS = {"bench", "tools"}
"""What is used while the project is worked on, and never by those who run it."""
OUTERMOST = ("games.terminal", "games.records.verify", "games.__main__")
"""What the rest of the games must be able to do without."""
DISCORDS_SIDE = (
    *("bot/__main__.py", "bot/client.py", "bot/router.py", "bot/services.py"),
    *("bot/health/", "bot/ui/", "bot/cogs/", "bot/doctor/discord.py", "bot/live_check/"),
)
ON_FILES = {"os.O_RDONLY", "os.W_OK", "os.access", "os.close", "os.fsync", "os.open", "os.stat"}
TAKEN_OF_OS = {"bot/database/file/": ON_FILES}
"""What some may take from the module that also knows the environment."""
PROMISED = ("discord", "discord.app_commands", "discord.abc", "discord.ext", "discord.utils")
"""The modules of discord.py that its documentation describes, as far as we use them."""
OTHERS = {f"discord.{each.name}" for each in iter_modules(discord.__path__)} - {*PROMISED}
REACH_IN = ("bot/ui/wire/",)
"""`tests/bot/ui/wire/test_contract.py` lists what for."""
PRESS_PATH = ("bot/router.py", "bot/ui/")
KNOW_THE_CLIENT = {"bot/__main__.py"}
KNOW_EACH_OTHER = {("bot/database", "bot/database/file"), ("bot/database", "bot/database/postgres")}
"""The folder in front opens what is below it, by the address; both use what all databases have in common."""


@cache
def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imports(path: Path) -> list[str]:
    """Every module that a file imports, anywhere in it, with the names taken from packages."""
    found: list[str] = []
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found += (f"{node.module}.{alias.name}" for alias in node.names)
    return found


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def within(module: str, packages: Iterable[str]) -> bool:
    """Is this one of the packages, or something in one?"""
    return any(f"{module}.".startswith(f"{package}.") for package in packages)


def importing(paths: Iterable[Path], packages: Iterable[str]) -> list[str]:
    """Which of the files import something from these packages."""
    named = tuple(packages)
    return [f"{name(path)}: {module}" for path in paths for module in imports(path) if within(module, named)]


def importing_others(paths: Iterable[Path], packages: Iterable[str]) -> list[str]:
    """Which of the files import something from anywhere else; rivals may also use NumPy."""
    allowed = tuple(packages)
    return [
        f"{name(path)}: {module}"
        for path in paths
        for module in imports(path)
        if not within(module, allowed) and not (path.name == "rival.py" and module == "numpy")
    ]


def expect_none(wrong: Iterable[str]) -> None:
    found = sorted(wrong)
    assert not found, "\n".join(found)


def core() -> list[Path]:
    """All but the terminal and what only the terminal needs."""
    return [path for path in modules("games") if not within(dotted(path), OUTERMOST)]


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def test_games_import_the_standard_library_and_games_only() -> None:
    expect_none(importing_others(modules("games"), {*sys.stdlib_module_names, "games"} - IMPURE))


def test_the_core_uses_pure_modules_only_and_knows_no_terminal() -> None:
    expect_none(importing_others(core(), {*PURE_PLUMBING, "games"}))
    expect_none(importing(core(), OUTERMOST))


def test_rules_use_what_has_no_effects_and_know_nothing_of_looks_or_rivals() -> None:
    for room in ROOMS:
        rules = [path for path in modules(f"games/{room}") if path.name not in NOT_RULES]
        own = {f"games.{room}.{path.stem}" for path in rules}
        expect_none(importing_others(rules, {*PURE, "games.cards", "games.dice", "games.engine", *own}))


def test_a_room_keeps_to_itself_and_only_the_list_of_games_names_one() -> None:
    expect_none(
        f"{name(path)}: {module}"
        for path in modules("games")
        if name(path) != "games/__init__.py"
        for module in imports(path)
        if {*module.split(".")} & ({*ROOMS} - {path.relative_to(ROOT / "games").parts[0]})
    )


def test_nothing_that_runs_needs_what_draws_computes_tables_or_measures() -> None:
    runs = [*modules("games"), *modules("bot"), *modules("sandbox")]
    expect_none(importing(runs, {*TOOLS, "tests"}))


def test_drawings_know_nothing_of_the_programs_that_show_them() -> None:
    expect_none(
        importing_others(modules("tools/art"), {*sys.stdlib_module_names, "tools.art", "PIL", "resvg_py"})
    )


def test_the_sandbox_knows_neither_the_games_nor_the_bot() -> None:
    expect_none(importing(modules("sandbox"), {"games", "bot"}))


def test_the_command_starts_each_program_only_when_it_is_asked_for() -> None:
    """Nothing is imported at once but for types: the games must start without Discord's library."""
    at_once = ast.parse((ROOT / "bot" / "cli.py").read_text(encoding="utf-8")).body
    named = {node.module or "" for node in at_once if isinstance(node, ast.ImportFrom)}
    named |= {alias.name for node in at_once if isinstance(node, ast.Import) for alias in node.names}
    expect_none(named - {*sys.stdlib_module_names, "collections.abc", "bot.about"})


def test_only_the_terminal_prints_or_asks() -> None:
    expect_none(
        f"{name(path)}:{node.lineno} {node.func.id}"
        for path in modules("games")
        if path.name != "console.py"
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id in {"print", "input", "open"}
    )


def test_every_room_has_its_files_and_its_one_test_file() -> None:
    assert sorted(room.game.key for room in GAMES) == ROOMS
    for room in ROOMS:
        files = (f"games/{room}/{file}.py" for file in ("__init__", "rules", "screen", "guide"))
        expect_none(file for file in (*files, f"tests/games/test_{room}.py") if not (ROOT / file).exists())


def test_only_the_shell_of_the_bot_knows_discord() -> None:
    inner = [path for path in modules("bot") if not name(path).startswith(DISCORDS_SIDE)]
    expect_none(importing(inner, {"discord", "aiohttp", "bot.ui", "bot.cogs", "bot.client"}))


def test_the_bot_names_no_single_game_and_knows_no_sandbox() -> None:
    """But for the command `gauntlet sandbox`."""
    sandbox = importing(modules("bot"), {"sandbox"})
    expect_none({*sandbox} - {"bot/cli.py: sandbox.__main__.main"})
    for path in modules("bot"):
        texts = {node.value for node in nodes_of(path) if isinstance(node, ast.Constant)}
        modules_named = {part for module in imports(path) for part in module.split(".")}
        expect_none(f"{name(path)}: {room}" for room in ROOMS if room in texts | modules_named)


def test_only_the_start_of_the_bot_reads_the_environment() -> None:
    expect_none(
        f"{name(path)}: {module}"
        for path in modules("bot")
        if name(path) not in {"bot/__main__.py", "bot/cli.py"}
        for module in imports(path)
        if within(module, ["os"])
        if not any(name(path).startswith(where) and module in taken for where, taken in TAKEN_OF_OS.items())
    )


def test_only_the_wire_touches_what_discord_py_does_not_promise() -> None:
    outside = [path for path in modules("bot") if not name(path).startswith(REACH_IN)]
    expect_none(
        f"{name(path)}: {module}"
        for path in outside
        for module in imports(path)
        if within(module, ["discord"])
        if module in OTHERS or not {module, module.rpartition(".")[0]} & {*PROMISED}
    )
    expect_none(f"{name(path)}: a private attribute" for path in outside if _is_excused_by_ruff(path))


def _is_excused_by_ruff(path: Path) -> bool:
    """ruff notices the private attributes of others, unless a comment excuses the line."""
    return "SLF001" in path.read_text(encoding="utf-8")


def test_no_object_of_discord_py_is_on_the_path_of_a_press() -> None:
    """Components and forms are data; interactions are for slash commands only."""
    for path in modules("bot"):
        text = path.read_text(encoding="utf-8")
        expect_none(f"{name(path)}: {word}" for word in re.findall(r"discord\.ui|DynamicItem", text))
        if name(path).startswith(PRESS_PATH) and not name(path).startswith("bot/ui/wire/"):
            expect_none(f"{name(path)}: {word}" for word in re.findall("Interaction", text))


def test_the_client_is_known_where_it_is_built_and_nowhere_else() -> None:
    knowing = {name(path) for path in modules("bot") if importing([path], ["bot.client"])}
    assert knowing == KNOW_THE_CLIENT


def test_two_folders_of_the_bot_do_not_import_each_other() -> None:
    """The start, which lies in `bot/` itself, may know every folder and be known by it."""
    known = {(one, other) for one, other in _folders_known() if "bot" not in (one, other)}
    pairs = {(one, other) for one, other in known if one < other and (other, one) in known}
    expect_none(f"{one} and {other}" for one, other in pairs - KNOW_EACH_OTHER)


def _folders_known() -> Iterator[tuple[str, str]]:
    """Each folder of the bot, with each other one that it imports from."""
    for path in modules("bot"):
        for module in imports(path):
            if within(module, ["bot"]) and (folder := _folder_of(module)) != path.parent:
                yield name(path.parent), name(folder)


def _folder_of(module: str) -> Path:
    """The folder of the file in which this stands, or the folder itself if it is a package."""
    path = ROOT.joinpath(*module.split("."))
    while not path.is_dir():
        path = path.parent
    return path


def test_no_two_classes_of_the_bot_have_one_name() -> None:
    where: defaultdict[str, list[str]] = defaultdict(list)
    for path in modules("bot"):
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                where[node.name].append(name(path))
    twice = {word: paths for word, paths in where.items() if len(paths) > 1}
    expect_none(f"{word}: {', '.join(paths)}" for word, paths in twice.items())
