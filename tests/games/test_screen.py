"""Words and numbers on screens."""

import pytest

from games.screen import Table, a, counted, listed


def test_numbers_come_with_the_article_they_are_spoken_with() -> None:
    assert [a(number) for number in (1, 7, 8, 10, 11, 18, 80)] == [
        "a 1",
        "a 7",
        "an 8",
        "a 10",
        "an 11",
        "an 18",
        "an 80",
    ]


@pytest.mark.parametrize(
    ("parts", "text"),
    [(["one"], "one"), (["one", "two"], "one and two"), (["one", "two", "three"], "one, two and three")],
)
def test_parts_are_listed_as_in_a_sentence(parts: list[str], text: str) -> None:
    assert listed(parts) == text


def test_one_is_counted_in_the_singular() -> None:
    assert [counted(number, "point") for number in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_a_status_says_who_wins_who_has_picked_and_who_has_to() -> None:
    assert Table(("Ann", "Ben"), waiting=(1,), picked=(0,)).status(0) == "has picked"
    assert Table(("Ann", "Ben"), waiting=(1,), picked=(0,)).status(1) == "to pick"
    assert [Table(("Ann", "Ben"), winner=1).status(seat) for seat in (0, 1)] == ["", "wins"]
