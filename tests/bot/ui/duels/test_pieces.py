"""Rows and keys with pictures and without: what is told by colour there is told in plain signs too."""

from bot.ui.deck.deck import Deck, Emoji
from bot.ui.duels.keypad import keypad
from bot.ui.duels.pieces import row
from games.screen import Card, Choice, Life, Mark, Row, Screen, Slot


def test_a_card_in_a_row_that_is_nobodys_shows_whose_it_is() -> None:
    shown = Row(None, (Card(7, 0, Mark.BLOCKED), Card(8, 1)), label="Attacks")
    assert row(shown, Deck()) == "Attacks 🟦7\ufe0f\u20e3🛡️ 🟧8\ufe0f\u20e3"


def test_a_note_is_told_apart_from_the_pieces_before_it() -> None:
    assert row(Row(1, (Card(9, 1),), note="9 of 10"), Deck()) == "🟧 9\ufe0f\u20e3 · 9 of 10"
    assert row(Row(0, (Life(20, 20),), note="20 life"), Deck()).endswith("❤️ · 20 life")


def test_what_was_drawn_before_follows_the_pictures_of_a_deck() -> None:
    deck, shown = Deck(), Row(0, (Card(7, 0), Slot()))
    screen = Screen("Title", "Stage", choices=(Choice("7", "7", gone="taken", seat=0),))
    plain = row(shown, deck), keypad(1, 1, screen, deck)
    for number in (1, 2):
        deck.turn_on({name: Emoji(number, name) for name in ("blue", "blue_7", "slot")})
        assert row(shown, deck) == f"<:blue:{number}> <:blue_7:{number}> <:slot:{number}>"
        assert keypad(1, 1, screen, deck)[0][0]["emoji"] == {"id": str(number), "name": "blue"}
    deck.turn_off()
    assert (row(shown, deck), keypad(1, 1, screen, deck)) == plain


def test_keys_of_two_duels_are_told_apart() -> None:
    screen, deck = Screen("Title", "Stage", choices=(Choice("7", "7"),)), Deck()
    first, second = keypad(1, 1, screen, deck), keypad(2, 3, screen, deck)
    assert [line[0]["custom_id"] for line in (*first, *second)] == ["duel:pick:1:1:7", "duel:pick:2:3:7"]
