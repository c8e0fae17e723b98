"""An interaction that Discord delivers twice is let in once."""

from bot.ui.wire.duplicates import REMEMBERED, Duplicates


def test_an_interaction_is_let_in_once() -> None:
    duplicates = Duplicates()
    assert [duplicates.is_new(number) for number in (1, 2, 1, 2, 3)] == [True, True, False, False, True]


def test_only_so_many_are_remembered_and_the_oldest_is_forgotten_first() -> None:
    duplicates = Duplicates()
    assert all(duplicates.is_new(number) for number in range(REMEMBERED + 1))
    assert not duplicates.is_new(1)
    assert duplicates.is_new(0)
