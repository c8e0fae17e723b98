"""Reads from the buttons of a message which duel it belongs to and what can be done."""

import re

from bench.chaos.observations import CUSTOM_ID
from sandbox.people.person import NotAsExpected
from sandbox.people.screen import Control, Seen

MOVES = {"pick", "confirm", "number"}
PLAYING = MOVES | {"more"}
ENDS = ("You won", "You lost", "No result", "Called off")
"""The headings of panels when their duel is over."""


def outlived_its_board(panel: Seen, board: Seen | None) -> bool:
    """Can a duel only be played in this panel, because its board was deleted?"""
    if not verbs_of(panel) & PLAYING:
        return False
    return board is None or (duel_of(board) != duel_of(panel) and board.id < panel.id)


def duel_buttons(message: Seen) -> list[tuple[Control, re.Match[str]]]:
    """The buttons of duels on a message, each with the fields of its custom id."""
    found = [(button, CUSTOM_ID.fullmatch(button.custom_id)) for button in message.buttons]
    return [(button, fields) for button, fields in found if fields is not None]


def belongs_to_duel(message: Seen) -> bool:
    return bool(duel_buttons(message))


def moves_on(message: Seen) -> list[Control]:
    """The buttons that make or confirm a pick, and can be pressed."""
    found = duel_buttons(message)
    return [button for button, fields in found if fields["verb"] in MOVES and not button.disabled]


def is_end(panel: Seen) -> bool:
    return panel.private and any(each in panel.text for each in ENDS)


def is_asked(board: Seen, name: str) -> bool:
    """Whether a board that is played on waits for this person."""
    return re.search(rf"{re.escape(name)}\*\*[^*\n]*to pick", board.text) is not None


def is_call(message: Seen) -> bool:
    """Is this a message that calls players, and no board? Its only button names a turn."""
    return all(fields["verb"] == "hand" and fields["turn"] for _, fields in duel_buttons(message))


def fields_of(button: Control) -> re.Match[str]:
    match = CUSTOM_ID.fullmatch(button.custom_id)
    if match is None:
        raise NotAsExpected(f"{button} is not a button of a duel.")
    return match


def duel_of(message: Seen) -> str:
    return duel_buttons(message)[0][1]["duel"]


def verbs_of(message: Seen) -> set[str]:
    return {fields["verb"] for _, fields in duel_buttons(message)}


def button_to(message: Seen, verb: str) -> Control:
    for button, fields in duel_buttons(message):
        if fields["verb"] == verb:
            return button
    raise NotAsExpected(f"There is no button to {verb} on the message.")
