"""What the README shows is what the program does."""

import re
import subprocess
import sys
import tomllib

from bot.about import SUMMARY
from bot.ui.texts.permissions import FOR_THREADS, NEEDED, SCOPES
from games import GAMES
from tests.support.commands import registered, typed_names
from tests.support.root import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_piece_of_a_match_is_real() -> None:
    command = ["highlow", "--names", "Ann", "Ben", "--seed", "a"]
    assert f"python -m games {' '.join(command)}" in README
    shown = re.search(r"```text\n(.*?)```", README, re.DOTALL)
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
        assert f"**{room.game.title}** `{room.game.key}` | {room.guide.tagline} |" in README


def test_the_games_are_introduced_in_menu_order() -> None:
    places = [README.index(f"**{room.game.title}**") for room in GAMES]
    assert places == sorted(places)


def test_every_make_target_it_names_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)\b", README)) <= targets


def commands_in_its_table() -> set[str]:
    table = README.partition("### In Discord")[2].partition("##")[0]
    cells = re.findall(r"^\| (.*?) \|", table, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`/([a-z ]+)`", cell)}


def test_every_command_it_names_exists() -> None:
    names = typed_names()
    assert commands_in_its_table() <= names | {name.partition(" ")[0] for name in names}


def test_every_command_is_in_its_table() -> None:
    named = {name.partition(" ")[0] for name in commands_in_its_table()}
    assert {name.partition(" ")[0] for name in typed_names()} == named
    for command in registered():
        assert "description" in command or f"Apps → {command['name']}" in README


def test_the_invitation_it_describes_is_the_one_the_bot_offers() -> None:
    words = " ".join(README.split())
    invitation = re.search(r"Invite it with the scopes (.*?) and the permissions (.*?)\. Once", words)
    assert invitation
    assert invitation[1] == " and ".join(f"`{scope}`" for scope in SCOPES)
    left = invitation[2]
    for name in sorted({*NEEDED.values(), *FOR_THREADS.values()}, key=len, reverse=True):
        assert name in left
        left = left.replace(name, "")
    assert not re.search(r"[A-Z]", left), "it names a permission that is not asked for"


def test_the_bot_describes_itself_as_its_package_does() -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert package["description"] == SUMMARY
