"""All five games from the challenge to the rematch, one tap per pick."""

import pytest

from games import GAMES
from games.room import AnyRoom
from tests.e2e.evening import Evening, board_of, labels, play, settled

EVERY_GAME = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)


@EVERY_GAME
async def test_every_game_is_played_from_challenge_to_rematch(room: AnyRoom, evening: Evening) -> None:
    ann, bob = await evening.hands_open(room.game.key)
    await play(ann, bob)
    board = await settled(ann, "wins")
    assert labels(board) == ["Rematch", "Replay", "Fair play"]
    await ann.press("Rematch", on=board)
    await bob.press("Accept")
    assert labels(board_of(ann)) == ["Your hand"]
    for person in (ann, bob):
        await person.press("Your hand")
    await play(ann, bob)
