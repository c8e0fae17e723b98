"""The picks of a game as buttons that stay where they are."""

from collections.abc import Sequence

from discord import ButtonStyle

from bot.ui.deck.deck import Deck
from bot.ui.presses.custom_id import DuelAction, Verb
from bot.ui.texts.buttons import press_button
from bot.ui.texts.duels.pieces import seat_button
from bot.ui.texts.render import in_rows
from bot.ui.wire.sheet import Wire
from games.screen import Choice, Screen, Tone

STYLES = {
    Tone.MAIN: ButtonStyle.primary,
    Tone.OTHER: ButtonStyle.secondary,
    Tone.GOOD: ButtonStyle.success,
}


DANGER = "⚠️"


def keypad(duel: int, turn: int, screen: Screen, deck: Deck, *, narrow: bool = False) -> list[list[Wire]]:
    """A button for every choice. What can't be picked any more keeps its place, and can't be pressed. Where
    it has to be narrow, a sign says what is asked about before it counts."""
    if not isinstance(screen.choices, tuple):
        return []
    pick = f"{DuelAction(Verb.PICK, duel, turn)}:"
    keys = [_key(pick + choice.token, choice, deck, narrow=narrow) for choice in screen.choices]
    return [list(line) for line in in_rows(keys, screen.columns)]


def _key(custom_id: str, choice: Choice, deck: Deck, *, narrow: bool) -> Wire:
    if narrow and choice.confirm:
        return press_button(custom_id, choice.token, ButtonStyle.danger, emoji={"name": DANGER})
    if not choice.gone:
        style = ButtonStyle.danger if choice.confirm else STYLES[choice.tone]
        return press_button(custom_id, choice.label, style)
    if choice.seat is None:
        return press_button(custom_id, f"{choice.label} {choice.gone}", disabled=True)
    return press_button(custom_id, choice.label, emoji=seat_button(choice.seat, deck), disabled=True)


def beside_keys(keys: Sequence[Sequence[Wire]], buttons: Sequence[Wire]) -> list[list[Wire]]:
    """Other buttons at the ends of the rows of a keypad, one each, so that they take no height."""
    return [
        [*line, *buttons[number : number + 1]]
        for number, line in enumerate([*keys, *([()] * (len(buttons) - len(keys)))])
    ]
