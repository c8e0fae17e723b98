"""Pictures in texts and on buttons, or none at all."""

from bot.ui.deck.deck import Deck, Emoji

BLUE = {"blue_7": Emoji(42, "blue_7_1f3a2b")}


def test_a_new_deck_has_no_pictures() -> None:
    deck = Deck()
    assert (deck.is_on, deck.text("blue_7"), deck.button("blue_7")) == (False, None, None)


def test_a_picture_is_written_as_discord_reads_it() -> None:
    deck = Deck()
    deck.turn_on(BLUE)
    assert deck.is_on
    assert deck.text("blue_7") == "<:blue_7_1f3a2b:42>"
    assert deck.button("blue_7") == {"id": "42", "name": "blue_7_1f3a2b"}


def test_a_deck_that_is_turned_off_is_plain_again() -> None:
    deck = Deck()
    deck.turn_on(BLUE)
    deck.turn_off()
    assert (deck.is_on, deck.text("blue_7"), deck.button("blue_7")) == (False, None, None)
