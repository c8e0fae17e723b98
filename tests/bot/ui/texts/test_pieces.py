"""Rows without pictures: what is told by colour there is told in plain signs too."""

from bot.ui.deck.deck import Deck
from bot.ui.texts.duels.pieces import row
from games.screen import Card, Life, Mark, Row


def test_a_card_in_a_row_that_is_nobodys_shows_whose_it_is() -> None:
    shown = Row(None, (Card(7, 0, Mark.BLOCKED), Card(8, 1)), label="Attacks")
    assert row(shown, Deck()) == "Attacks 🟦7\ufe0f\u20e3🛡️ 🟧8\ufe0f\u20e3"


def test_a_note_is_told_apart_from_the_pieces_before_it() -> None:
    assert row(Row(1, (Card(9, 1),), note="9 of 10"), Deck()) == "🟧 9\ufe0f\u20e3 · 9 of 10"
    assert row(Row(0, (Life(20, 20),), note="20 life"), Deck()).endswith("❤️ · 20 life")
