"""Positions of all kinds that a match can come to, for tests that look at every screen of a game."""

from collections.abc import Callable, Iterator
from random import Random

from games.dice import Seed
from games.match import AnyMatch, Match
from games.room import AnyRoom

MATCHES = 60
"""Of each style."""


def _any(match: AnyMatch, random: Random) -> str:
    return str(random.choice(match.legal_moves(match.waiting[0])))


def _lowest(match: AnyMatch, _: Random) -> str:
    return str(match.legal_moves(match.waiting[0])[0])


def _highest(match: AnyMatch, _: Random) -> str:
    return str(match.legal_moves(match.waiting[0])[-1])


def _low(match: AnyMatch, random: Random) -> str:
    """One of the lowest, so that a match goes on for long."""
    return str(random.choice(match.legal_moves(match.waiting[0])[:3]))


def _alike(match: AnyMatch, random: Random) -> str:
    """What the other has picked, if it can be picked: ties."""
    choices = [str(move) for move in match.legal_moves(match.waiting[0])]
    sealed = next((str(move) for move in match.sealed if move is not None), "")
    return sealed if sealed in choices else random.choice(choices)


STYLES: tuple[Callable[[AnyMatch, Random], str], ...] = (_any, _lowest, _highest, _low, _alike)


def positions(room: AnyRoom) -> tuple[AnyMatch, ...]:
    """All positions of many matches, the last of each being its end."""
    return tuple(position for number in range(MATCHES) for position in _of_each_style(room, number))


def _of_each_style(room: AnyRoom, number: int) -> Iterator[AnyMatch]:
    for style in STYLES:
        random = Random(f"{room.game.key} {style.__name__} {number}")
        match = Match.start(room.game, Seed(random.randbytes(32), "duel-1", "77"))
        yield match
        while match.outcome is None:
            match = match.submit(match.waiting[0], style(match, random), match.turn)
            yield match
