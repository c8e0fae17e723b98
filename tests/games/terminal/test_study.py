"""Reviews and puzzles in the terminal."""

from pathlib import Path

from games.puzzles.daily import puzzle_of
from tests.games.terminal.test_terminal import book_match, games


def test_a_saved_match_is_reviewed(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    book_match("--save", str(file))
    run = games("review", str(file))
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("High-Low Battle  Review\nThis game is solved: all numbers are exact.\n")
    for part in (
        "Round 5",
        "Course  ▅",
        "Turning point",
        "Ann: 100% accurate",
        "Ben wasted a chance of a tie",
    ):
        assert part in run.stdout


def test_a_match_that_is_not_over_is_reviewed_too(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    games("ten", "--seed", "a", "--names", "Ann", "Ben", "--save", str(file), typed="4 5")
    assert "gave nothing away in the turns that were played." in games("review", str(file)).stdout


def test_a_course_in_which_nothing_swung_is_not_drawn(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    games("ten", "--seed", "a", "--names", "Ann", "Ben", "--save", str(file), typed="4 5 6")
    told = games("review", str(file)).stdout
    assert "It was decided by who began" in told
    assert "Course" not in told


def test_a_review_fits_a_narrow_terminal(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    book_match("--save", str(file))
    assert max(map(len, games("review", str(file), columns=30).stdout.splitlines())) <= 30


def test_a_file_that_is_no_match_can_not_be_reviewed(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text("{}")
    run = games("review", str(file))
    assert run.returncode == 1
    assert run.stderr.startswith(f"{file}: ")


def test_a_puzzle_is_answered_and_explained() -> None:
    puzzle = puzzle_of(8)
    run = games("puzzle", "8", typed=puzzle.answer)
    assert (run.returncode, run.stderr) == (0, "")
    assert puzzle.title in run.stdout
    assert "Right!" in run.stdout
    assert puzzle.explanation[0][:20] in run.stdout


def test_a_wrong_answer_is_corrected_and_anything_else_asked_again() -> None:
    puzzle = puzzle_of(8)
    wrong = next(choice.token for choice in puzzle.choices if choice.token != puzzle.answer)
    run = games("puzzle", "8", typed=f"dunno {wrong}")
    assert "Type one of" in run.stdout
    assert f"The answer is {puzzle.solution}." in run.stdout
