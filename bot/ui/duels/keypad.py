"""The picks of a game as buttons that stay where they are."""

from collections.abc import Sequence

from discord import ButtonStyle

from bot.ui.buttons import press_button
from bot.ui.deck.deck import Deck
from bot.ui.duels.pieces import seat_button
from bot.ui.ids import Verb, duel_id
from bot.ui.render import in_rows
from bot.ui.wire.sheet import Wire
from games.screen import Choice, Screen, Tone

STYLES = {
    Tone.MAIN: ButtonStyle.primary,
    Tone.OTHER: ButtonStyle.secondary,
    Tone.GOOD: ButtonStyle.success,
}


DANGER, GONE = "⚠️", "gone"


def keypad(duel: int, turn: int, screen: Screen, deck: Deck) -> list[list[Wire]]:
    """Makes a button for every choice. A choice that can't be picked any more keeps its place, and can't be
    pressed. Keys are narrow: signs say which are gone, and which are asked about before they count."""
    if not isinstance(screen.choices, tuple):
        return []
    pick, known = f"{duel_id(Verb.PICK, duel, turn)}:", deck.keys
    keys = [
        {**(known.get(choice) or _key(choice, deck)), "custom_id": pick + choice.token}
        for choice in screen.choices
    ]
    return in_rows(keys, screen.columns)


def _key(choice: Choice, deck: Deck) -> Wire:
    """Makes all of a key but its custom id, once, and keeps it while the deck is as it is."""
    deck.keys[choice] = made = _made(choice, deck)
    return made


def _made(choice: Choice, deck: Deck) -> Wire:
    if choice.gone:
        return _gone(choice, deck)
    if choice.confirm:
        return press_button("", choice.token, ButtonStyle.danger, emoji={"name": DANGER})
    return press_button("", choice.label, STYLES[choice.tone])


def _gone(choice: Choice, deck: Deck) -> Wire:
    """Makes a key in the colour of the seat that took it. Where there are no pictures, a word says that it is
    gone."""
    sign = deck.button(GONE) if choice.seat is None else seat_button(choice.seat, deck)
    label = choice.label if sign else f"{choice.label} {choice.gone}"
    return press_button("", label, emoji=sign, disabled=True)


def beside_keys(keys: list[list[Wire]], buttons: Sequence[Wire]) -> list[list[Wire]]:
    """Adds other buttons to the ends of the rows of a keypad, one each, so that they take no height."""
    for line, button in zip(keys, buttons, strict=False):
        line.append(button)
    below = buttons[len(keys) :]
    return keys + [[button] for button in below] if below else keys
