"""What the buttons on a message say of the duel it belongs to."""

import re

from bench.chaos.observations import ADDRESS
from sandbox.people.person import NotAsExpected
from sandbox.people.screen import Control, Seen

MOVES = {"pick", "confirm", "number"}
PLAYING = MOVES | {"resign"}


def outlived_its_board(panel: Seen, board: Seen | None) -> bool:
    """The board of the duel that is being played has vanished: it goes on in the panel."""
    if not verbs_of(panel) & PLAYING:
        return False
    return board is None or (duel_of(board) != duel_of(panel) and board.id < panel.id)


def addresses_of(message: Seen) -> list[tuple[Control, re.Match[str]]]:
    """The buttons of duels; others may stand beside them."""
    found = [(button, ADDRESS.fullmatch(button.custom_id)) for button in message.buttons]
    return [(button, address) for button, address in found if address is not None]


def is_of_duels(message: Seen) -> bool:
    return bool(addresses_of(message))


def address_of(button: Control) -> re.Match[str]:
    match = ADDRESS.fullmatch(button.custom_id)
    if match is None:
        raise NotAsExpected(f"{button} is no button of a duel.")
    return match


def duel_of(message: Seen) -> str:
    return addresses_of(message)[0][1]["duel"]


def verbs_of(message: Seen) -> set[str]:
    return {address["verb"] for _, address in addresses_of(message)}


def button_to(message: Seen, verb: str) -> Control:
    for button, address in addresses_of(message):
        if address["verb"] == verb:
            return button
    raise NotAsExpected(f"There is no button to {verb} on the message.")
