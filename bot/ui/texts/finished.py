"""A finished duel in a line, as one of its players remembers it; and the people one may ask about."""

from collections.abc import Iterable, Mapping

import discord

from bot.duels.duel import Reason
from bot.history.history import Played
from bot.ui.texts.messages import address
from bot.ui.texts.names import at_start
from bot.ui.wire.press import Press
from games import room_called
from games.engine import Refused
from games.levels import LEVELS

WON = {
    Reason.RULES: "Won against {}",
    Reason.RESIGNED: "Won against {}, who resigned",
    Reason.TIME: "Won against {}, who ran out of time",
}
LOST = {
    Reason.RULES: "Lost to {}",
    Reason.RESIGNED: "Resigned against {}",
    Reason.TIME: "Ran out of time against {}",
}


def result(played: Played, names: Mapping[int, str]) -> str:
    ways = {True: WON, False: LOST, None: {}}[played.won]
    return ways.get(played.reason, "No result against {}").format(opponent(played, names))


def in_short(played: Played, names: Mapping[int, str]) -> str:
    """The result without its reason."""
    ways = {True: "won against {}", False: "lost to {}", None: "no result against {}"}
    return ways[played.won].format(opponent(played, names))


def opponent(played: Played, names: Mapping[int, str]) -> str:
    if played.rival is None:
        return names[played.opponent]
    level = next((level for level in LEVELS if level.key == played.rival), None)
    return f"the computer ({level.name})" if level else "the computer"


def board_of(played: Played) -> str:
    """The address of its board; empty if it is not known any more."""
    return "" if played.board is None else address(played.guild, played.channel, played.board)


def opponents(duels: Iterable[Played]) -> set[int]:
    """The people in them."""
    return {played.opponent for played in duels if played.rival is None}


def title_of(game: str) -> str:
    """The title of a game; one that no version knows any more goes by its key."""
    room = room_called(game)
    return game if room is None else room.game.title


def reviewable(game: str) -> bool:
    room = room_called(game)
    return room is not None and room.judge is not None


def asked_about(press: Press, computer: int, person: discord.abc.User | None) -> int:
    """The person that a command names, or the one who gave it."""
    if person is None or person.id == press.person:
        return press.person
    if person.id == computer:
        raise Refused("I am the computer, and I keep no record of myself. Play me: name me in /duel.")
    if person.bot:
        raise Refused("Bots don't duel here. Ask about a person.")
    return person.id


def nothing_yet(person: str | None, game: str | None = None) -> Refused:
    """The refusal for an empty list, with what to do about it. Nobody is named if it is one's own."""
    what = f"a duel of {title_of(game)}" if game else "a duel"
    command = f"/duel {game}" if game else "/duel"
    if person is None:
        return Refused(f"You have not finished {what} here yet. Start one with {command}.")
    return Refused(f"{at_start(person)} has not finished {what} here yet. Challenge them with {command}.")
