"""What the README shows is what the program does."""

import re
import subprocess
import sys
from pathlib import Path

from games import GAMES

ROOT = Path(__file__).parent.parent
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
