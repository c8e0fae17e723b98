"""The scripts that take pictures press what the bot offers, and the page with all pictures shows them all."""

import ast
from collections.abc import Iterator
from pathlib import Path

from bot.ui.ids import Verb
from games import GAMES
from tests.support.commands import typed_names
from tests.support.project import ROOT
from tools.pictures.camera import EVERY_LOOK, Shot
from tools.pictures.controls import selector
from tools.pictures.match import OVER, PICKS
from tools.pictures.readme import MIDDLE
from tools.pictures.screens import COMMANDS, REPLIES
from tools.pictures.sheet import write_sheet

LOOKING = {"press", "of", "has"}
"""The methods of `Controls` that take what a button asks for."""


def verbs_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr in LOOKING and ast.unparse(node.func.value).endswith("controls"):
            words = [each.value for each in node.args if isinstance(each, ast.Constant)]
            yield from (word for word in words if isinstance(word, str))


def test_every_button_that_a_script_presses_is_one_of_the_bots() -> None:
    pressed = {verb for path in (ROOT / "tools" / "pictures").glob("*.py") for verb in verbs_in(path)}
    assert {"accept", "hand", "resign", "review"} <= pressed
    assert pressed | {*PICKS, *OVER} <= {verb.value for verb in Verb}
    assert "review" in REPLIES


def test_every_command_that_a_script_types_is_one_of_the_bots() -> None:
    assert {*COMMANDS, "rules"} <= typed_names()


def test_the_middle_of_a_match_is_known_for_games_that_exist() -> None:
    assert set(MIDDLE) <= {room.game.key for room in GAMES}


def test_buttons_are_found_by_what_they_ask_for_and_only_if_they_can_be_pressed() -> None:
    assert selector("pick", "confirm") == (
        '[data-custom-id^="duel:pick:"]:not([disabled]), [data-custom-id^="duel:confirm:"]:not([disabled])'
    )


def test_a_screen_is_taken_on_a_phone_and_a_desktop_light_and_dark() -> None:
    assert [str(look) for look in EVERY_LOOK] == ["390-light", "390-dark", "1400-light", "1400-dark"]


def test_the_page_of_pictures_shows_each_under_its_group_with_its_height(tmp_path: Path) -> None:
    files = {str(look): tmp_path / f"highlow-final-{look}.png" for look in EVERY_LOOK}
    page = write_sheet(tmp_path, [Shot("highlow", "final", files, 254.6)]).read_text(encoding="utf-8")
    assert page.count("<h2>highlow</h2>") == 1
    assert "final, 255 px high on a phone" in page
    assert [name for name in files if f'src="highlow-final-{name}.png"' in page] == list(files)
