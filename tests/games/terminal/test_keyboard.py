"""At a real (pseudo) terminal: what is typed in secret can't be read off the screen."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.terminal.columns import STYLE
from tests.support.project import ROOT

CLEARED = "\033[2J"


class Keyboard:
    """A program in a terminal of its own, and everything it has shown so far, there or through a pipe."""

    def __init__(self, *arguments: str, term: str = "xterm-256color", piped: bool = False) -> None:
        self._master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "games", *arguments],
            stdin=slave,
            stdout=subprocess.PIPE if piped else slave,
            stderr=slave,
            cwd=ROOT,
            env={**os.environ, "TERM": term},
            start_new_session=True,
        )
        os.close(slave)
        self._sources = [self._master, *([self.process.stdout.fileno()] if self.process.stdout else [])]
        self._decoders = {source: getincrementaldecoder("utf-8")() for source in self._sources}
        self.shown = self.on_terminal = ""
        self._read = 0

    def until(self, text: str) -> str:
        """Read on until this text has been shown; return all that is new."""
        while text not in self.shown[self._read :]:
            ready, _, _ = select.select(self._sources, [], [], 30)
            assert ready, f"never saw {text!r}, only {self.shown[self._read :]!r}"
            new = self._decoders[ready[0]].decode(os.read(ready[0], 4096))
            self.shown += new
            self.on_terminal += new if ready[0] == self._master else ""
        start, self._read = self._read, self.shown.index(text, self._read) + len(text)
        return self.shown[start : self._read]

    def type(self, text: str | bytes) -> None:
        os.write(self._master, (text if isinstance(text, bytes) else text.encode()) + b"\n")

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        os.close(self._master)


@pytest.fixture
def keyboards() -> Iterator[list[Keyboard]]:
    """Opened with Ctrl-C in force, also where the tests run in the background and ignore it."""
    opened: list[Keyboard] = []
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield opened
    signal.signal(signal.SIGINT, before)
    for keyboard in opened:
        keyboard.close()


def _play_to_ten(keyboard: Keyboard) -> None:
    for digit in ("4", "5", "6"):
        keyboard.until("Take which digit?")
        keyboard.type(digit)


def _own_cards(keyboard: Keyboard) -> list[str]:
    """The cards that only the player at the keyboard is shown."""
    keyboard.until("Yours")
    return re.findall(r"\d", STYLE.sub("", keyboard.until("\n")))


def test_a_secret_pick_is_not_echoed(keyboards: list[Keyboard]) -> None:
    keyboards.append(keyboard := Keyboard("highlow", "--seed", "a", "--names", "Ann", "Ben"))
    keyboard.until("(not shown as you type) ")
    keyboard.type("7")
    assert "7" not in keyboard.until("Ben: Your card, round ")
    keyboard.until("(not shown as you type) ")
    keyboard.type("3")
    assert "Round 1: Ann 7, Ben 3." in keyboard.until("Ben 3.")


def test_a_secret_pick_is_not_echoed_where_the_output_is_piped(keyboards: list[Keyboard]) -> None:
    keyboards.append(keyboard := Keyboard("highlow", "--seed", "a", "--names", "Ann", "Ben", piped=True))
    for name, card in (("Ann", "7"), ("Ben", "3")):
        keyboard.until(f"{name}: Your card, round 1 (1, 2, 3, 4, 5, 6, 7, 8, 9) (not shown as you type) ")
        keyboard.type(card)
    keyboard.until("Round 1: Ann 7, Ben 3.")
    assert "type) \r\n" in keyboard.on_terminal
    assert "type) 7" not in keyboard.on_terminal
    assert "type) 3" not in keyboard.on_terminal


def test_a_hidden_hand_is_shown_after_the_keyboard_was_passed_and_cleared_after_the_pick(
    keyboards: list[Keyboard],
) -> None:
    keyboards.append(keyboard := Keyboard("numbermatch", "--seed", "a", "--names", "Ann", "Ben"))
    assert "Yours" not in keyboard.until("press Enter when nobody else is looking.")
    keyboard.type("")
    hand = _own_cards(keyboard)
    keyboard.type(hand[0])
    keyboard.until(CLEARED)
    assert "Yours" not in keyboard.until("Pass the keyboard to")


def test_hands_are_kept_apart_also_where_the_output_is_piped(keyboards: list[Keyboard]) -> None:
    keyboards.append(keyboard := Keyboard("numbermatch", "--seed", "a", "--names", "Ann", "Ben", piped=True))
    for _ in range(2):
        assert "Yours" not in keyboard.until("press Enter when nobody else is looking.")
        keyboard.type("")
        hand = _own_cards(keyboard)
        keyboard.type(hand[0])
        keyboard.until("\n" * 10)


def test_a_hand_is_pushed_out_of_sight_where_the_terminal_can_not_be_cleared(
    keyboards: list[Keyboard],
) -> None:
    keyboards.append(keyboard := Keyboard("numbermatch", "--seed", "a", term="dumb"))
    keyboard.until("press Enter when nobody else is looking.")
    keyboard.type("")
    hand = _own_cards(keyboard)
    keyboard.type(hand[0])
    keyboard.until("\r\n" * 20)
    keyboard.until("Pass the keyboard to")
    assert "\033" not in keyboard.shown


def test_the_keyboard_is_not_passed_to_the_person_who_has_it(keyboards: list[Keyboard]) -> None:
    keyboards.append(keyboard := Keyboard("--plain", "digitduel", "--seed", "a", "--names", "Ann", "Ben"))
    for move in ("give", "keep", "give"):
        keyboard.until("press Enter when nobody else is looking.")
        keyboard.type("")
        keyboard.until(": keep or ")
        keyboard.type(move)
    shown = keyboard.until("keep or throw away?")
    assert "[6] [?] [2]" in shown, "Ben's hand is full, so Ann goes on alone"
    assert "Pass the keyboard" not in shown


def test_an_unreadable_secret_is_a_wrong_entry(keyboards: list[Keyboard]) -> None:
    keyboards.append(keyboard := Keyboard("highlow", "--seed", "a", "--names", "Ann", "Ben"))
    keyboard.until("(not shown as you type) ")
    keyboard.type(b"\xff")
    keyboard.until("That is not one of your picks now.")
    keyboard.until("Ann: Your card, round 1")


def test_a_saved_match_waits_between_turns_only_for_somebody_who_reads_it_as_it_comes(
    keyboards: list[Keyboard], tmp_path: Path
) -> None:
    file = str(tmp_path / "match.json")
    keyboards.append(keyboard := Keyboard("ten", "--seed", "a", "--save", file))
    _play_to_ten(keyboard)
    keyboard.until("Saved to")
    keyboards.append(piped := Keyboard("show", file, piped=True))
    assert "Press Enter" not in piped.until("Final")
    keyboards.append(watched := Keyboard("show", file))
    for turn in ("Turn 1", "Turn 2", "Turn 3"):
        watched.until(turn)
        watched.until("Press Enter for the next turn.")
        watched.type("")
    watched.until("Final")


def test_a_rematch_is_saved_beside_the_first_match(keyboards: list[Keyboard], tmp_path: Path) -> None:
    keyboards.append(keyboard := Keyboard("ten", "--seed", "a", "--save", str(tmp_path / "m.json")))
    _play_to_ten(keyboard)
    keyboard.until("Rematch, seats swapped? (y/n)")
    keyboard.type("y")
    _play_to_ten(keyboard)
    keyboard.until("Saved to")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m-2.json", "m.json"]


def test_a_rematch_never_overwrites_a_file(keyboards: list[Keyboard], tmp_path: Path) -> None:
    (tmp_path / "m-2.json").write_text("precious")
    keyboards.append(keyboard := Keyboard("ten", "--seed", "a", "--save", str(tmp_path / "m.json")))
    _play_to_ten(keyboard)
    keyboard.until("Rematch, seats swapped? (y/n)")
    keyboard.type("y")
    assert "Turn 1" not in keyboard.until("m-2.json is already there; choose another name.")
    assert keyboard.process.wait(30) == 1
    assert (tmp_path / "m-2.json").read_text() == "precious"


def test_an_unclear_answer_is_asked_again(keyboards: list[Keyboard]) -> None:
    keyboards.append(keyboard := Keyboard("ten", "--seed", "a"))
    _play_to_ten(keyboard)
    keyboard.until("Rematch, seats swapped? (y/n)")
    keyboard.type("yep")
    keyboard.until("Please type y for yes or n for no.")
    keyboard.until("Rematch, seats swapped? (y/n)")
    keyboard.type("No")
    assert keyboard.process.wait(30) == 0


def test_a_rematch_swaps_the_seats(keyboards: list[Keyboard]) -> None:
    keyboards.append(keyboard := Keyboard("ten", "--seed", "a", "--names", "Ann", "Ben"))
    assert keyboard.until(": Take which digit?").endswith("Ann: Take which digit?")
    keyboard.type("4")
    for digit in ("5", "6"):
        keyboard.until("Take which digit?")
        keyboard.type(digit)
    keyboard.until("Rematch, seats swapped? (y/n)")
    keyboard.type("y")
    assert keyboard.until(": Take which digit?").endswith("Ben: Take which digit?")


def test_ctrl_c_leaves_politely(keyboards: list[Keyboard]) -> None:
    keyboards.append(keyboard := Keyboard("highlow", "--seed", "a"))
    keyboard.until("(not shown as you type) ")
    keyboard.process.send_signal(signal.SIGINT)
    shown = keyboard.until("Goodbye.")
    assert "Traceback" not in shown
    assert keyboard.process.wait(30) == 130


def test_colour_is_used_on_a_terminal_that_has_it_and_nowhere_else(keyboards: list[Keyboard]) -> None:
    for term, plain, coloured in (
        ("xterm-256color", False, True),
        ("xterm-256color", True, False),
        ("dumb", False, False),
    ):
        arguments = ["--plain"] if plain else []
        keyboards.append(keyboard := Keyboard(*arguments, "rules", "ten", term=term))
        assert ("\033[" in keyboard.until("wins.")) == coloured
