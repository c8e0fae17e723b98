"""The command `gauntlet` leads to all that can be started, and answers mistakes in one sentence."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main as bot
from bot.cli import COMMANDS, main


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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory, and no settings."""
    for name in ("DATABASE_URL", "DATABASE_DIRECT_URL", "DISCORD_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert bot(arguments) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("command", [("recount",), ("forget", "1"), ("backup", "copy.db")])
def test_in_the_wrong_folder_nothing_is_made(
    folder: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    assert f"There is no database at {folder}/gauntlet.db. Start this in" in complaint(capsys, *command)
    assert names(folder) == []


def test_a_restore_makes_no_folder(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///typo/gauntlet.db")
    assert "Make that folder first" in complaint(capsys, "restore", "copy.db")
    assert names(folder) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("backup", ""), "Name a file for the backup."),
        (("backup", "nowhere/copy.db"), "There is no folder nowhere. Make it first."),
        (("backup", "--keep", "2", ""), "name a folder for the backups."),
        (("backup", "--keep", "2", "gauntlet.db"), "name a folder for the backups."),
        (("restore", "."), "is a folder. Name one of the backups in it."),
        (("restore", "text.db"), "Try an older backup, and unpack it first if it is packed."),
    ],
)
def test_a_slip_is_answered_with_what_to_do(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str
) -> None:
    with closing(sqlite3.connect(folder / "gauntlet.db")) as connection:
        connection.execute("CREATE TABLE duels (id)")
    (folder / "text.db").write_text("not a database\n" * 1000)
    assert sentence in complaint(capsys, *arguments)
    assert names(folder) == ["gauntlet.db", "text.db"]


@pytest.mark.parametrize(("line", "number"), [('LOG_LEVEL="INFO', 1), ("\nDISCORD_TOKEN: abc", 2)])
def test_a_line_of_the_settings_that_can_not_be_read_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], line: str, number: int
) -> None:
    (folder / ".env").write_text(f"{line}\n")
    assert f".env can't be read at line {number}. Write NAME=value" in complaint(capsys, "run")


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_servers_have_their_own_programs_for_copies(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://ann@127.0.0.1/gauntlet")
    assert '"$DATABASE_URL"' in complaint(capsys, command, str(folder / "copy"))
