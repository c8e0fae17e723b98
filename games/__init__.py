"""The rules of every duel: pure, standard library only."""

from games import bidbattle, digitduel, highlow, numbermatch, ten
from games.engine import AnyGame
from games.room import AnyRoom

GAMES: tuple[AnyRoom, ...] = (
    highlow.ROOM,
    numbermatch.ROOM,
    bidbattle.ROOM,
    digitduel.ROOM,
    ten.ROOM,
)
"""In menu order: the one registration line of a game."""

RETIRED: tuple[AnyRoom, ...] = ()
"""Earlier editions, no longer offered, kept until their last match is over."""

EDITIONS: tuple[AnyGame, ...] = tuple(room.game for room in (*GAMES, *RETIRED))
"""Every edition that a stored match may have been played with."""


def room_called(key: str, edition: int | None = None) -> AnyRoom | None:
    """The room of a game, by its key: of this edition, or else of the newest. Retired games are found too."""
    rooms = (room for room in (*GAMES, *RETIRED) if room.game.key == key)
    return next((room for room in rooms if edition in (None, room.game.edition)), None)


def offered_room(key: str) -> AnyRoom | None:
    """The room of a game that new duels can be played in, by its key."""
    return next((room for room in GAMES if room.game.key == key), None)


def room_of(game: AnyGame) -> AnyRoom:
    """The room of exactly this edition."""
    return next(room for room in (*GAMES, *RETIRED) if room.game is game)
