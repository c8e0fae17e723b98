"""Computer players: what they pick comes from dice of their own."""

from games.highlow import ROOM
from games.rival import token_of
from tests.support.games.matches import golden, play


def test_the_picks_of_a_known_match_stay_as_they_are() -> None:
    match = golden(ROOM.game)
    rival = ROOM.rival("random")
    for picks in (("7", "6"), ("3", "3"), ("9", "1"), ("2", "7"), ("1", "5")):
        assert (token_of(rival, match, 0), token_of(rival, match, 1)) == picks
        match = play(match, picks)
