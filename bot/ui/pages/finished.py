"""A finished duel in a line, as one of its players remembers it; and the people one may ask about."""

from collections.abc import Iterable, Mapping

import discord

from bot.duels.computer import level_of
from bot.history.history import Played
from bot.ui.deck.deck import Sign, face, plain
from bot.ui.mentions import address
from bot.ui.wire.press import Press
from games import room_called
from games.engine import Refused


def opponent(played: Played, names: Mapping[int, str], sign: Sign = plain) -> str:
    """Writes the opponent; the computer goes by its face and the name of its level."""
    if played.rival is None:
        return names[played.opponent]
    level = level_of(played.rival)
    return f"{sign(face(level.key))} {level.name}".strip() if level else "the computer"


def board_of(played: Played) -> str:
    """Returns the address of a duel's board; empty if it is not known any more."""
    return "" if played.board is None else address(played.guild, played.channel, played.board)


def opponents(duels: Iterable[Played]) -> set[int]:
    """Returns the people in these duels."""
    return {played.opponent for played in duels if played.rival is None}


def title_of(game: str) -> str:
    """Returns the title of a game; one that no version knows any more goes by its key."""
    room = room_called(game)
    return game if room is None else room.game.title


def asked_about(press: Press, computer: int, person: discord.abc.User | None) -> int:
    """Returns the person that a command names, or the one who gave it."""
    if person is None or person.id == press.person:
        return press.person
    if person.id == computer:
        raise Refused("I am the computer, and I keep no record of myself. Play me: name me in /duel.")
    if person.bot:
        raise Refused("Bots don't duel here. Ask about a person.")
    return person.id
