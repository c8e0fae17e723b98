"""The terminal as a person meets it: a process, what is typed, what comes back."""

import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from games import GAMES
from games.levels import LEVELS
from games.terminal.seats import new_seed
from tests.support.project import ROOT

KEYS = [room.game.key for room in GAMES]
BOOK = "6 6 9 8 5 5 7 9 8 7"


def games(*arguments: str, typed: str = "", columns: int = 80) -> subprocess.CompletedProcess[str]:
    """Run the program with these words typed, a line each."""
    return subprocess.run(
        [sys.executable, "-m", "games", *arguments],
        input="".join(f"{word}\n" for word in typed.split(" ")) if typed else "",
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "COLUMNS": str(columns)},
        timeout=60,
        check=False,
    )


def book_match(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The rule book's match of High-Low; this seed seats Ann first."""
    return games("highlow", "--names", "Ann", "Ben", "--seed", "a", *arguments, typed=BOOK)


def test_without_arguments_it_lists_the_games_and_leaves_when_nobody_answers() -> None:
    run = games()
    assert run.returncode == 0
    assert all(room.game.title in run.stdout and room.guide.tagline[:40] in run.stdout for room in GAMES)
    assert run.stdout.endswith("No more input. Goodbye.\n")


def test_a_game_is_chosen_by_number_and_a_wrong_answer_gets_another_try() -> None:
    run = games(typed="chess 5 nobody 1 4")
    assert "Type the number or the short name of a game in the list." in run.stdout
    assert "Type the number or the name of a computer player in the list." in run.stdout
    assert "Sprout" in run.stdout.partition("Seal ")[2]


def test_every_level_is_introduced_with_its_character() -> None:
    asked, helped = games(typed="ten", columns=100).stdout, games("ten", "--help").stdout
    for level in LEVELS:
        assert f"{level.name}  {level.key}" in asked
        assert level.character[:40] in asked
        assert level.character[:40] in helped


def test_two_people_play_the_books_match() -> None:
    run = book_match()
    assert run.returncode == 0
    assert run.stderr == ""
    assert "Ben wins 3–2." in run.stdout
    assert "Round 3: tie on 5. Ben had the lower card in round 2 (8 under 9): +2." in run.stdout


def test_both_picks_are_asked_before_either_is_shown() -> None:
    output = games("highlow", "--names", "Ann", "Ben", "--seed", "a", typed="6 5").stdout
    before, _, after = output.partition("Ben: Your card, round 1")
    assert "Ann 6" not in before
    assert "Round 1: Ann 6, Ben 5." in after


def test_a_wrong_entry_gets_one_sentence_and_another_try() -> None:
    run = games("highlow", "--seed", "a", "--names", "Ann", "Ben", typed="12 " + BOOK)
    assert run.stdout.count("That is not one of your picks now. Choose 1, 2, 3") == 1
    assert "Ben wins 3–2." in run.stdout


def test_a_dangerous_pick_asks_for_confirmation() -> None:
    run = games("ten", "--seed", "a", typed="4 5 9 n 9 y")
    assert run.stdout.count("Over 10 loses at once. Take it anyway? (y/n)") == 2
    assert "Ben wins: Ann went over 10." in run.stdout


@pytest.mark.parametrize("key", KEYS)
def test_every_game_can_be_played_against_the_computer(key: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    typed = " ".join(["1", "2", "3", "4", "5", "6", "7", "8", "9", "k", "y"] * 60)
    run = games(key, "--against", "sprout", "--seed", "b", "--save", str(file), typed=typed)
    assert run.returncode == 0
    assert run.stderr == ""
    assert "Final" in run.stdout
    assert games("verify", str(file)).returncode == 0


def test_the_same_seed_gives_the_same_match() -> None:
    typed = "k g k k g k k k k k"
    first, second, other = (
        games("digitduel", "--seed", seed, typed=typed).stdout for seed in ("x", "x", "y")
    )
    assert first == second
    assert first != other


def test_without_a_seed_every_match_is_different() -> None:
    assert games("digitduel", typed="k").stdout != games("digitduel", typed="k").stdout


def test_a_match_without_a_turn_is_not_saved(tmp_path: Path) -> None:
    run = games("ten", "--save", str(tmp_path / "match.json"))
    assert run.returncode == 0
    assert "No turn was played, so nothing was saved." in run.stdout
    assert not [*tmp_path.iterdir()], "not even an empty file is left"


def test_a_file_that_is_already_there_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "old.json"
    book_match("--save", str(file))
    before = file.read_text()
    run = games("ten", "--save", str(file), typed="4 5 6")
    assert run.returncode == 1
    assert run.stderr == f"{file} is already there; choose another name.\n"
    assert run.stdout == ""
    assert file.read_text() == before


def test_when_nobody_reads_on_the_match_is_saved_and_the_program_ends_quietly(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    program = subprocess.Popen(
        [sys.executable, "-m", "games", "highlow", "--seed", "a", "--save", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert program.stdin
    assert program.stdout
    assert program.stderr
    program.stdin.write("6\n6\n")
    program.stdin.flush()
    while "Round 1: " not in program.stdout.readline():
        pass
    program.stdout.close()
    program.stdin.write("9\n8\n")
    program.stdin.close()
    assert program.wait(30) == 1
    assert program.stderr.read() == ""
    program.stderr.close()
    assert games("verify", str(file)).returncode == 0


@pytest.mark.parametrize(
    "redirected",
    [
        "printf '\\377\\n' | PYTHONIOENCODING=utf-8 {games} highlow",
        "printf '\\303\\251\\n' | PYTHONIOENCODING=ascii {games} highlow",
        "{games} highlow --seed \"$(printf '\\377')\" </dev/null",
        "{games} highlow <&-",
        "{games} highlow </dev/null >&-",
        "{games} --help >&-",
        "{games} highlow </dev/null >/dev/full",
        "{games} rules ten >/dev/full 2>/dev/full",
    ],
)
def test_odd_input_and_output_never_end_in_a_traceback(redirected: str) -> None:
    command = redirected.format(games=f"'{sys.executable}' -m games")
    run = subprocess.run(
        ["/bin/sh", "-c", command], capture_output=True, text=True, cwd=ROOT, timeout=60, check=False
    )
    assert "Traceback" not in run.stderr
    assert "Exception" not in run.stderr
    assert run.returncode == (1 if "/dev/full" in redirected else 0)


def test_an_output_that_is_full_is_said_in_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "games", "rules", "ten"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            timeout=60,
            check=False,
        )
    assert run.stderr == "Can't show anything more: No space left on device.\n"


def test_a_seed_may_be_any_bytes() -> None:
    assert new_seed("\udcff", 1) != new_seed("\udcfe", 1)
    assert new_seed("é", 1).secret == sha256("é/1".encode()).digest()


def test_end_of_input_leaves_politely_and_saves_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "half.json"
    run = games("highlow", "--seed", "a", "--save", str(file), typed="6 6 9")
    assert run.returncode == 0
    assert run.stderr == ""
    assert f"Saved to {file}." in run.stdout
    assert "No more input. Goodbye." in run.stdout
    assert "The match is not over." in games("verify", str(file)).stdout


def test_a_saved_match_is_shown_turn_by_turn(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    book_match("--save", str(file))
    shown = games("show", str(file)).stdout
    stages = ["Round 1 of 5", "Round 2 of 5", "Round 3 of 5", "Round 4 of 5", "Round 5 of 5", "Final"]
    places = [shown.index(stage) for stage in stages]
    assert places == sorted(places)
    assert "Ben wins 3–2." in shown


def test_a_saved_match_is_verified(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    seal = book_match("--save", str(file)).stdout.partition("Seal ")[2][:64]
    run = games("verify", str(file))
    assert run.returncode == 0
    assert "WRONG" not in run.stdout
    assert run.stdout.rstrip().endswith(seal)


def test_a_tampered_file_is_called_wrong_and_says_why(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    book_match("--save", str(file))
    file.write_text(file.read_text().replace('"winner": 1', '"winner": 0'))
    run = games("verify", str(file))
    assert run.returncode == 1
    assert "WRONG The result is wrong: by the rules, Ben won (points)." in run.stdout
    assert "This file can't be trusted." in run.stdout
    assert games("show", str(file)).returncode == 1


@pytest.mark.parametrize("command", ["show", "verify"])
def test_a_file_that_is_not_there_is_said_in_a_sentence(command: str, tmp_path: Path) -> None:
    for file in (tmp_path / "none.json", tmp_path):
        run = games(command, str(file))
        assert run.returncode == 1
        assert run.stdout == ""
        assert run.stderr.startswith(f"Can't read {file}: ")


def test_a_file_that_can_not_be_written_is_said_before_the_match(tmp_path: Path) -> None:
    run = games("highlow", "--save", str(tmp_path / "no" / "match.json"), typed=BOOK)
    assert run.returncode == 1
    assert run.stderr.startswith("Can't write to")
    assert run.stdout == ""


@pytest.mark.parametrize("key", KEYS)
def test_rules_are_printed_from_the_guide(key: str) -> None:
    room = next(room for room in GAMES if room.game.key == key)
    printed = " ".join(games("rules", key).stdout.split())
    assert room.guide.goal in printed
    assert all(rule in printed for rule in room.guide.rules)
    assert all(line in printed for line in room.guide.example)


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("Ann", "Ann"), "The two players need different names."),
        (("x" * 40, "Ann"), "A name has 1 to 32 visible characters."),
        (("\x1b[2J", "Ann"), "A name has 1 to 32 visible characters."),
        (("Ann", "Ben", "Cy"), "A match has two players; --names takes at most two names."),
    ],
)
def test_names_that_would_confuse_are_refused(names: tuple[str, ...], sentence: str) -> None:
    run = games("ten", "--names", *names)
    assert run.returncode == 1
    assert run.stderr == f"{sentence}\n"


def test_plain_may_be_said_before_and_after_the_command() -> None:
    assert "Round 1 of 5" in games("--plain", "highlow").stdout
    assert "Round 1 of 5" in games("highlow", "--plain").stdout


def test_somebody_alone_with_the_computer_is_told_all_that_happened_since_they_picked() -> None:
    run = games("ten", "--against", "sprout", "--names", "Ann", "--seed", "a", typed="4")
    told = run.stdout.partition("You took 4.\n")[2]
    assert told.startswith("  Sprout took ")


def test_a_bid_of_everything_asks_first() -> None:
    arguments = "bidbattle", "--against", "sprout", "--names", "Ann", "--seed", "a"
    run = games(*arguments, typed="100 n 30")
    question = "Bid all 100 points? If it wins, you have none left for 4 more items. (y/n)"
    assert question in run.stdout
    assert "Item A: you bid 30" in run.stdout


def test_a_secret_bid_of_everything_is_not_asked_about_because_the_question_would_tell_it() -> None:
    run = games("bidbattle", "--names", "Ann", "Ben", "--seed", "a", typed="100 30")
    assert "Bid all" not in run.stdout
    assert "Item A: Ann bid 100, Ben 30. Ann took it for 100." in run.stdout


def test_bids_that_make_sense_are_named_before_one_is_asked_for() -> None:
    shown = games("bidbattle", "--names", "Ann", "Ben", "--seed", "a", typed="20 25").stdout
    assert "  Least 1 · Equal share 25 · 76, can't be beaten\nAnn: Your bid for item B (1 to 100)" in shown


def test_taken_digits_are_not_offered_and_it_is_said_whose_they_are() -> None:
    shown = games("ten", "--names", "Ann", "Ben", "--seed", "a", typed="4 5").stdout
    assert "Taken: Ann 4, Ben 5" in shown
    assert "Ann: Take which digit? (1, 2, 3, 6; over 10: 7, 8, 9)" in shown


def test_the_end_says_who_won_and_how_and_tells_the_last_turn_once() -> None:
    shown = book_match().stdout
    last = "Round 5: Ann 8, Ben 7. Ann had the higher card: +1."
    assert shown.count(last) == 1
    assert shown.partition(last)[2].startswith("\n\nHigh-Low Battle  Final\n\n  Ben wins 3–2.\n\n")


def test_dangerous_digits_are_listed_last() -> None:
    assert (
        "Take which digit? (1, 2, 3, 6; over 10: 7, 8, 9)" in games("ten", "--seed", "a", typed="4 5").stdout
    )


def test_an_unclear_confirmation_is_asked_again() -> None:
    run = games("ten", "--seed", "a", typed="4 5 9 maybe no 9 YES")
    assert run.stdout.count("Please type y for yes or n for no.") == 1
    assert run.stdout.count("Take it anyway? (y/n)") == 3
    assert "Ben wins: Ann went over 10." in run.stdout


def test_a_match_that_is_not_over_says_so_at_its_end(tmp_path: Path) -> None:
    file = tmp_path / "half.json"
    games("highlow", "--seed", "a", "--save", str(file), typed="6 6 9")
    assert games("show", str(file)).stdout.endswith("\n\nThe match is not over.\n")


def test_somebody_alone_with_the_computer_sees_their_own_side_of_the_news() -> None:
    run = games("digitduel", "--against", "sprout", "--names", "Ann", "--seed", "b", typed="k")
    assert re.search(r"You kept \d\.", run.stdout)
    assert "Sprout kept a digit." in run.stdout


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_wider_than_the_terminal(key: str) -> None:
    typed = " ".join(["1", "2", "30", "4", "5", "6", "7", "8", "9", "k", "y", "throw"] * 60)
    names = ["Ann, of a rather long long name.", "Ben, of a rather long long name."]
    run = games(key, "--names", *names, "--seed", "b", typed=typed, columns=40)
    assert "Final" in run.stdout
    lines = [line.rstrip() for line in run.stdout.splitlines() if not line.startswith("Seal ")]
    assert [line for line in lines if len(line) > 40] == []


def test_a_question_and_a_refusal_are_wrapped_too() -> None:
    run = games(typed="chess 5 chess", columns=40)
    assert "Type the number or the short name of a\ngame in the list." in run.stdout
    assert all(len(line.rstrip()) <= 40 for line in run.stdout.splitlines())


def test_there_is_no_colour_where_there_is_no_terminal() -> None:
    assert "\033" not in book_match().stdout


def test_an_unknown_game_is_refused() -> None:
    run = games("chess")
    assert run.returncode == 2
    assert "chess" in run.stderr
    assert "Traceback" not in run.stderr
