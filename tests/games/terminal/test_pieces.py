"""Cards, hearts, pips and lots as text: boxes without colour, colours where there are some."""

import os
import subprocess
import sys
from collections.abc import Callable
from io import StringIO

import pytest

from games.screen import Card, Doing, Fact, Life, Lot, Mark, Piece, Pips, Row, Screen, Slot, Standing
from games.terminal.columns import STYLE, aligned, width
from games.terminal.console import PALETTES, Console
from games.terminal.pieces import draw_pieces
from games.terminal.render import show
from tests.support.project import ROOT

Shower = Callable[..., list[str]]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shower:
    """Shows a screen in a terminal without colours and returns its lines."""

    def lines(screen: Screen, hand: Screen | None = None, columns: int = 80) -> list[str]:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr(sys, "stdout", output := Output())
        show(Console(), screen, hand)
        return output.getvalue().splitlines()

    return lines


class Output(StringIO):
    """Where nothing but text is seen."""

    encoding = "utf-8"


def board(*rows: Row, **parts: object) -> Screen:
    standings = (
        Standing("Ann", "1 point", status=Doing.TO_PICK),
        Standing("Ben", "2 points", status=Doing.WINS),
    )
    return Screen("Title", "Stage", standings, rows, **parts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ((Card(6, 0), Card(9, 0), Slot()), "[6] [9] [ ]"),
        ((Card(6, 0, Mark.WON), Card(7, 0, Mark.BLOCKED), Card(8, 0)), "[6]*[7]×[8]"),
        ((Card(None, 0), Card(None, 0, Mark.PICKED)), "[?] [✓]"),
        ((Life(20, 20),), "♥♥♥♥♥♥♥♥♥♥"),
        ((Life(13, 20),), "♥♥♥♥♥♥½♡♡♡"),
        ((Life(1, 20),), "½♡♡♡♡♡♡♡♡♡"),
        ((Life(0, 20),), "♡♡♡♡♡♡♡♡♡♡"),
        ((Pips(7, 10, 0),), "●●●●●●●○○○"),
    ],
)
def test_a_piece_is_drawn_without_colour(
    pieces: tuple[Piece, ...], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", Output())
    assert draw_pieces(Console(), Row(0, pieces)) == text


@pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: f"{palette.colours}-colours")
def test_a_card_has_the_colour_of_its_seat_and_the_place_of_its_box(
    palette: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.terminal.console.palette_of", lambda _stream: palette)
    console = Console()
    boxes = [console.box("6", seat) for seat in (0, 1)]
    assert boxes[0] != boxes[1]
    assert [STYLE.sub("", box) for box in boxes] == [" 6 ", " 6 "]
    assert console.box("6", 0, strong=True) != boxes[0]
    assert [width(box) for box in boxes] == [3, 3]
    assert Console(plain=True).box("6", 0) == "[6]"


def test_a_player_is_one_line_with_their_row(shown: Shower) -> None:
    rows = Row(0, (Card(6, 0), Slot())), Row(1, (Card(8, 1, Mark.WON), Slot()))
    assert shown(board(*rows)) == [
        "",
        "Title  Stage",
        "",
        "  Ann   [6] [ ]   1 point    to pick",
        "  Ben   [8]*[ ]   2 points   wins",
        "  * won",
    ]


def test_a_note_that_the_score_says_is_not_said_twice(shown: Shower) -> None:
    rows = Row(0, (Pips(1, 3, 0),), note="1 point"), Row(1, (Pips(2, 3, 1),), note="of three")
    assert shown(board(*rows))[3:] == [
        "  Ann   ●○○              1 point    to pick",
        "  Ben   ●●○   of three   2 points   wins",
    ]


def test_cards_of_both_players_in_one_row_are_told_apart_by_name(shown: Shower) -> None:
    attacks = Row(None, (Card(7, 0), Card(5, 1, Mark.BLOCKED), Card(9, 0)), label="Attacks")
    assert shown(board(attacks))[-3:] == [
        "  Ann   Attacks   [7] [9]",
        "  Ben   Attacks   [5]×",
        "  × blocked",
    ]


def test_lots_are_a_table_with_the_winning_bid_in_a_box(shown: Shower) -> None:
    lots = Row(None, (Lot("A", 1, (5, 25), 22), Lot("B", 0, (30, 30), 15), Lot("C")))
    assert shown(board(lots))[2:7] == [
        "",
        "           A      B      C",
        "  Ann       5    [30]   [ ]",
        "  Ben     [25]    30    [ ]",
        "  worth    22     15",
    ]


def test_an_ending_stands_behind_the_name_of_the_winner(shown: Shower) -> None:
    assert shown(board(ending="wins 2–1"))[2:4] == ["", "  Ben wins 2–1."]


def test_facts_of_one_label_share_a_line_that_names_their_owners(shown: Shower) -> None:
    facts = Fact("Left", "1 2", 0), Fact("Left", "3", 1), Fact("Deck", "9 cards")
    assert shown(board(facts=facts))[-2:] == ["  Left: Ann 1 2, Ben 3", "  Deck: 9 cards"]


def test_what_only_one_player_sees_stands_below_the_board(shown: Shower) -> None:
    hand = board(Row(0, (Card(4, 0),)), facts=(Fact("Unseen", "9"),), private=True)
    assert shown(board(), hand)[-3:] == ["", "  Yours   [4]", "  Unseen: 9"]


def test_results_and_news_are_wrapped_lines(shown: Shower) -> None:
    lines = shown(board(news=("Ann took a very long digit.",), results=("Round 1: over.",)), columns=20)
    assert "  Ann took a very" in lines
    assert "  long digit." in lines
    assert lines[-1] == "  Round 1: over."


def test_a_name_that_leaves_no_room_gets_a_line_of_its_own() -> None:
    rows = [["A name of some length", "[1] [2]", "1 point"], ["Ben", "[3]", ""]]
    assert [*aligned(rows, 24, "  ")] == [
        "  A name of some length",
        "    [1] [2]   1 point",
        "  Ben",
        "    [3]",
    ]


def test_cells_that_do_not_fit_beside_each_other_are_put_below_each_other() -> None:
    assert [*aligned([["Ann", "[1] [2] [3]", "1 point", "to pick"]], 20, "  ")] == [
        "  Ann",
        "    [1] [2] [3]",
        "    1 point",
        "    to pick",
    ]


def test_a_cell_that_is_wider_than_the_terminal_is_wrapped() -> None:
    rows = [["\033[1mA name of some length\033[0m", "[1] [2]"]]
    assert [*aligned(rows, 20, "  ")] == ["  A name of some", "  length", "    [1] [2]"]


@pytest.mark.parametrize(
    ("text", "places"), [("Ann", 3), ("Zoë", 3), ("Zoe\u0308", 3), ("安", 2), ("\033[1;36mAnn\033[0m", 3)]
)
def test_a_width_is_what_is_seen(text: str, places: int) -> None:
    assert width(text) == places


@pytest.mark.parametrize(("key", "signs"), [("numbermatch", "##########"), ("ten", "..........")])
def test_where_the_encoding_lacks_hearts_and_dots_there_are_others(key: str, signs: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "games", key, "--seed", "a", "--against", "sprout"],
        input=b"",
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        timeout=60,
        check=True,
    )
    assert signs in run.stdout.decode("ascii")


def test_colours_are_left_out_where_the_environment_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.cli import play  # noqa: PLC0415

    plain: list[bool] = []

    class Watched(Console):
        def __init__(self, **options: bool) -> None:
            plain.append(options["plain"])
            super().__init__(**options)

    monkeypatch.setattr("games.__main__.Console", Watched)
    for value in ("1", ""):
        monkeypatch.setenv("NO_COLOR", value)
        assert play(["rules", "ten"]) == 0
    assert plain == [True, False]
