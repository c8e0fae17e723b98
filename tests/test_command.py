"""The command `gauntlet` leads to all that can be started."""

import re

import pytest

from bot.__main__ import main as bot
from gauntlet.__main__ import COMMANDS, main


def test_without_arguments_it_lists_what_it_can_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert all(f"\n  {name} " in shown and about in shown for name, about in COMMANDS.items())
    assert max(map(len, shown.splitlines())) <= 100


def test_every_command_of_the_bot_is_one_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bot(["--help"])
    known = re.findall(r"^    ([a-z-]+)", capsys.readouterr().out, re.MULTILINE)
    assert {*known, "sandbox", "play"} == {*COMMANDS}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_by_the_name_it_was_called(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: gauntlet {command} ")


def test_it_says_which_version_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert re.fullmatch(r"gauntlet \d+\.\d+\.\d+\n", capsys.readouterr().out)


def test_a_command_that_does_not_exist_is_answered_with_those_that_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["dance"]) == 2
    complaint = capsys.readouterr().err
    assert "There is no command 'dance'." in complaint
    assert "sandbox" in complaint
