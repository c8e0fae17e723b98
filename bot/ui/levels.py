"""Names and introduces the computer, and lets people choose its strength."""

from collections.abc import Callable

from bot.duels.computer import level_in, level_of, levels_of
from bot.duels.duel import Duel
from bot.ui.deck.deck import Deck, face, plain
from bot.ui.render import layout
from bot.ui.wire.sheet import Sheet, Wire
from games.engine import with_seat
from games.levels import Level
from games.room import AnyRoom
from games.screen import Names

NO_LEVEL = "Computer"
"""The name of the computer in a duel without a level."""
IS_THE_COMPUTER = "{level} is the computer"
LONGEST_CHOICE = 100


def rival_name(rival: str) -> str:
    level = level_of(rival)
    return level.name if level else NO_LEVEL


def introduction(duel: Duel) -> str:
    """Says who the computer is; empty in a duel between people."""
    level = level_in(duel)
    return "" if level is None else IS_THE_COMPUTER.format(level=_title(duel.room, level))


def character(duel: Duel) -> str:
    """Says what the computer is like, in a small line."""
    level = level_in(duel)
    return "" if level is None else f"-# {level.character}"


def faced(duel: Duel, called: Names, deck: Deck) -> Names:
    """Returns what players are called, with the face of the computer before its name."""
    level, seat = level_in(duel), duel.rival_seat()
    if level is None or seat is None:
        return called
    return with_seat(called, seat, f"{deck.mark(face(level.key))} {called[seat]}")


def choice_name(room: AnyRoom, level: Level) -> str:
    """Writes a level for a list: its face, its name, its strength, and what it is like."""
    return f"{plain(face(level.key))} {_title(room, level)} · {level.brief}"[:LONGEST_CHOICE]


def level_question(room: AnyRoom, chosen: Callable[[Level], Wire], deck: Deck) -> Sheet:
    """Makes one button for each level, and says what they are like."""
    levels = levels_of(room)
    lines = "\n".join(
        f"{deck.mark(face(level.key))} **{_title(room, level)}**\n-# {level.character}" for level in levels
    )
    return layout(f"### {room.game.title} against the computer", lines, rows=[[*map(chosen, levels)]])


def introduced(duel: Duel, deck: Deck) -> str:
    """Writes the computer in a duel: its face, its name and its strength."""
    level = level_in(duel)
    return NO_LEVEL if level is None else f"{deck.mark(face(level.key))} {_title(duel.room, level)}"


def _title(room: AnyRoom, level: Level) -> str:
    rating = room.strength.get(level.key)
    return level.name if rating is None else f"{level.name} ({rating})"
