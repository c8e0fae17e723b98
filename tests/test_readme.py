"""What the README and the pages behind it show is what the program does."""

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from PIL import Image

from bot.about import SUMMARY
from bot.cli import COMMANDS
from bot.ui.permissions import FOR_THREADS, NEEDED, SCOPES
from games import GAMES
from games.levels import LEVELS
from tests.shipping.pages import code_in, text_of
from tests.support.commands import registered, typed_names
from tests.support.project import ROOT

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
NOT_COMMANDS = {"health", "metrics", "data"}
"""What begins with a slash too: pages that the bot serves, and the folder of the image."""
OF_HOSTS = {"POSTGRES_PASSWORD", "DISCORD_OPENAPI", "RAILWAY_RUN_UID"}
OF_RELEASES = {
    *("IMAGE_REGISTRY", "IMAGE_NAME", "IMAGE_USER", "IMAGE_PASSWORD"),
    *("PACKAGE_INDEX", "PACKAGE_INDEX_USER", "PACKAGE_INDEX_PASSWORD"),
}
NOT_SETTINGS = OF_HOSTS | OF_RELEASES
"""What compose.yaml, the sandbox, a host or the workflow of a release reads, and the bot does not."""
LARGEST_PICTURES = 3_000_000
PHONE_WIDTH = 390
LONGEST_README = 150


def anchors(page: Path) -> set[str]:
    """What a link may name on a page: its headings, as they are written in addresses."""
    headings = re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


def named(pattern: str, page: Path) -> set[str]:
    return {found for piece in code_in(page) for found in re.findall(pattern, piece)}


def test_the_readme_is_short_and_opens_with_two_commands() -> None:
    readme = text_of("README.md")
    assert len(readme.splitlines()) <= LONGEST_README
    assert re.findall(r"^\$ (make \w+)", readme, re.MULTILINE) == ["make sandbox", "make test"]
    assert readme.index("$ make sandbox") < 40


def test_the_readme_leads_to_every_page() -> None:
    led_to = set(re.findall(r"\]\(([^)#]+)", text_of("README.md")))
    assert {page.relative_to(ROOT).as_posix() for page in PAGES} - {"README.md"} <= led_to


def pictures() -> dict[str, str]:
    """The pictures of the README, with the words for those who can't see them."""
    return {name: words for words, name in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", text_of("README.md"))}


def test_the_readme_shows_every_picture_that_was_taken_for_it_and_no_other() -> None:
    taken = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "pictures").iterdir()}
    assert set(pictures()) == taken


def test_the_readme_shows_every_game_a_round_and_what_comes_before_and_after() -> None:
    boards = {f"board-{room.game.key}.png" for room in GAMES}
    others = {"challenge.png", "panel.png", "end.png", "review.png", "leaderboard.png", "round.webp"}
    assert boards | others == {Path(name).name for name in pictures()}
    for room in GAMES:
        assert room.game.title in pictures()[f"docs/pictures/board-{room.game.key}.png"]


def test_every_picture_is_described_for_those_who_cannot_see_it() -> None:
    for name, words in pictures().items():
        assert len(words.split()) >= 6, name
        assert words.endswith("."), name
    assert len(set(pictures().values())) == len(pictures())


def test_the_pictures_are_sharp_and_together_not_too_large() -> None:
    files = [ROOT / name for name in pictures()]
    assert sum(path.stat().st_size for path in files) < LARGEST_PICTURES
    for path in files:
        with Image.open(path) as picture:
            assert picture.width >= 2 * PHONE_WIDTH, path.name


def test_the_animation_moves_and_goes_on() -> None:
    with Image.open(ROOT / "docs" / "pictures" / "round.webp") as film:
        assert getattr(film, "n_frames", 1) >= 6
        assert film.info["loop"] == 0


def test_the_piece_of_a_match_is_real() -> None:
    page = text_of("docs/commands.md")
    command = ["highlow", "--names", "Ann", "Ben", "--seed", "a"]
    assert f"python -m games {' '.join(command)}" in page
    shown = re.search(r"```text\n(.*?)```", page, re.DOTALL)
    assert shown
    run = subprocess.run(
        [sys.executable, "-m", "games", *command],
        input="6\n6\n9\n8\n5\n5\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=True,
    )
    assert shown[1] in "".join(f"{line.rstrip()}\n" for line in run.stdout.splitlines())


def test_every_game_is_introduced_by_its_tagline() -> None:
    for room in GAMES:
        assert f"**{room.game.title}** `{room.game.key}` | {room.guide.tagline} |" in text_of("README.md")


def test_the_games_are_introduced_in_menu_order() -> None:
    places = [text_of("README.md").index(f"**{room.game.title}**") for room in GAMES]
    assert places == sorted(places)


def test_every_level_is_introduced() -> None:
    page = text_of("docs/computer-players.md")
    places = [page.index(f"| **{level.name}** `{level.key}` | {level.character} |") for level in LEVELS]
    assert places == sorted(places)


@every_page
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", text_of(page)):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        assert not anchor or anchor in anchors(target), link


@every_page
def test_every_file_it_names_exists(page: Path) -> None:
    folders = r"bot|games|sandbox|migrations|bench|tools|tests|docs|deploy|\.ci|\.github"
    at_the_top = r"[\w-]+\.(?:toml|yaml|json|lock)|Procfile|Dockerfile"
    paths = named(rf"^(?:{folders})/[\w/.]*$|^(?:{at_the_top})$", page)
    assert [path for path in paths if not (ROOT / path).exists()] == []


@every_page
def test_every_make_target_it_names_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)\b", "\n".join(code_in(page)))) <= targets


@every_page
def test_every_program_it_names_exists(page: Path) -> None:
    modules = named(r"\bpython -m ([a-z_.]+)", page)
    assert [module for module in modules if importlib.util.find_spec(module) is None] == []
    assert named(r"^gauntlet ([a-z-]+)", page) <= {*COMMANDS, "--help", "--version"}


@every_page
def test_every_command_of_the_programs_it_names_exists(page: Path) -> None:
    known = {
        "bot": {*COMMANDS} - {"sandbox", "play"},
        "games": {room.game.key for room in GAMES} | {"show", "review", "puzzle", "verify", "rules"},
    }
    for program, commands in known.items():
        assert named(rf"\bpython -m {program} ([a-z-]+)", page) <= commands | {"--help"}


@every_page
def test_every_command_in_discord_it_names_exists(page: Path) -> None:
    first_words = {name.partition(" ")[0] for name in typed_names()}
    assert named(r"^/([a-z]+)(?![\w/.-])", page) <= first_words | NOT_COMMANDS


@every_page
def test_every_setting_it_names_is_read(page: Path) -> None:
    settings = set(re.findall(r"^([A-Z_]+)=", text_of(".env.example"), re.MULTILINE))
    assert named(r"^([A-Z]+_[A-Z_]+)=?$", page) <= settings | NOT_SETTINGS


@every_page
def test_it_names_no_place_on_anybodys_machine(page: Path) -> None:
    assert not re.search(r"/(?:home|root|tmp|work|Users)/", text_of(page))


def commands_in_the_table() -> set[str]:
    table = text_of("docs/commands.md").partition("## In Discord")[2].partition("##")[0]
    cells = re.findall(r"^\| (.*?) \|", table, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`/([a-z ]+)`", cell)}


def test_every_command_in_the_table_exists() -> None:
    names = typed_names()
    assert commands_in_the_table() <= names | {name.partition(" ")[0] for name in names}


def test_every_command_is_in_the_table() -> None:
    named = {name.partition(" ")[0] for name in commands_in_the_table()}
    assert {name.partition(" ")[0] for name in typed_names()} == named
    for command in registered():
        assert "description" in command or f"Apps → {command['name']}" in text_of("docs/commands.md")


def test_every_command_for_hosts_is_in_their_table() -> None:
    table = text_of("docs/commands.md").partition("## For hosts")[2]
    assert {*re.findall(r"^\| `gauntlet ([a-z-]+)", table, re.MULTILINE)} == {*COMMANDS, "--version"} - {
        "play"
    }


def test_the_invitation_it_describes_is_the_one_the_bot_offers() -> None:
    words = " ".join(text_of("docs/hosting.md").split())
    invitation = re.search(r"Invite it with the scopes (.*?) and the permissions (.*?)\. Once", words)
    assert invitation
    assert invitation[1] == " and ".join(f"`{scope}`" for scope in SCOPES)
    left = invitation[2]
    for name in sorted({*NEEDED.values(), *FOR_THREADS.values()}, key=len, reverse=True):
        assert name in left
        left = left.replace(name, "")
    assert not re.search(r"[A-Z]", left), "it names a permission that is not asked for"


def test_the_bot_describes_itself_as_its_package_does() -> None:
    package = tomllib.loads(text_of("pyproject.toml"))["project"]
    assert package["description"] == SUMMARY
