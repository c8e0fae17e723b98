"""At a real (pseudo) terminal: what is typed in secret can't be read off the screen."""

import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CLEARED = "\033[2J"


class Keyboard:
    """A program in a terminal of its own, and everything it has shown so far."""

    def __init__(self, *arguments: str, term: str = "xterm-256color") -> None:
        self._master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "games", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=ROOT,
            env={**os.environ, "TERM": term},
            start_new_session=True,
        )
        os.close(slave)
        self.shown = ""
        self._read = 0

    def until(self, text: str) -> str:
        """Read on until this text has been shown; return all that is new."""
        while text not in self.shown[self._read :]:
            ready, _, _ = select.select([self._master], [], [], 30)
            assert ready, f"never saw {text!r}, only {self.shown[self._read :]!r}"
            self.shown += os.read(self._master, 4096).decode()
        start, self._read = self._read, self.shown.index(text, self._read) + len(text)
        return self.shown[start : self._read]

    def type(self, text: str) -> None:
        os.write(self._master, f"{text}\n".encode())

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)


@pytest.fixture
def keyboards() -> Iterator[list[Keyboard]]:
    opened: list[Keyboard] = []
    yield opened
    for keyboard in opened:
        keyboard.close()


def test_a_secret_pick_is_not_echoed(keyboards: list[Keyboard]) -> None:
    keyboards.append(keyboard := Keyboard("highlow", "--seed", "a", "--names", "Ann", "Ben"))
    keyboard.until("(not shown as you type) ")
    keyboard.type("7")
    assert "7" not in keyboard.until("Ben: Pick a card.")
    keyboard.until("(not shown as you type) ")
    keyboard.type("3")
    assert "Round 1: Ann 7, Ben 3." in keyboard.until("Ben 3.")


def test_a_hidden_hand_is_shown_after_the_keyboard_was_passed_and_cleared_after_the_pick(
    keyboards: list[Keyboard],
) -> None:
    keyboards.append(keyboard := Keyboard("numbermatch", "--seed", "a", "--names", "Ann", "Ben"))
    assert "Your hand" not in keyboard.until("press Enter when nobody else is looking.")
    keyboard.type("")
    keyboard.until("Your hand: ")
    hand = keyboard.until("\r\n").split()
    keyboard.until("Attack with which card?")
    keyboard.type(hand[0])
    keyboard.until(CLEARED)
    assert "Your hand" not in keyboard.until("Pass the keyboard to")


def test_a_rematch_swaps_the_seats(keyboards: list[Keyboard]) -> None:
    keyboards.append(keyboard := Keyboard("ten", "--seed", "a", "--names", "Ann", "Ben"))
    first = keyboard.until(" takes the first digit.").split()[-5]
    for digit in ("4", "5", "6"):
        keyboard.until("Take which digit?")
        keyboard.type(digit)
    keyboard.until("Rematch, seats swapped? (y/n)")
    keyboard.type("y")
    second = keyboard.until(" takes the first digit.").split()[-5]
    assert {first, second} == {"Ann", "Ben"}


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
