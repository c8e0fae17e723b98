"""How the computer is named and introduced, and how people choose its strength."""

from collections.abc import Callable

from bot.duels.computer import level_of, levels_of
from bot.duels.duel import Duel, Status
from bot.ui.presses.custom_id import Verb
from bot.ui.texts.buttons import button
from bot.ui.texts.names import at_start
from bot.ui.texts.render import layout
from bot.ui.wire.sheet import Sheet, Wire
from games.levels import Level
from games.room import AnyRoom
from games.screen import Names

OLD_RIVAL = "Computer"
"""The name of the computer in duels that began before there were levels."""
LONGEST_CHOICE = 100


def rival_name(rival: str) -> str:
    level = level_of(rival)
    return level.name if level else OLD_RIVAL


def introduction(duel: Duel) -> str:
    """A small line that says who the computer is; nothing in a duel between people."""
    if duel.rival is None:
        return ""
    level = level_of(duel.rival)
    if level is None:
        return "-# 🤖 The computer plays."
    return f"-# 🤖 {_title(duel.room, level)} is the computer. {level.character}"


def choice_name(room: AnyRoom, level: Level) -> str:
    """A level in a list: its name, its strength, and what it is like."""
    return f"{_title(room, level)} · {_short(level)}"[:LONGEST_CHOICE]


def ask_level(room: AnyRoom, chosen: Callable[[Level], Wire]) -> Sheet:
    """One button for each level, and what they are like."""
    levels = levels_of(room)
    lines = "\n".join(f"**{_title(room, level)}**\n-# {level.character}" for level in levels)
    return layout(f"### {room.game.title} against the computer", lines, rows=[[*map(chosen, levels)]])


def unbegun(duel: Duel, called: Names) -> Sheet:
    """A duel against the computer before its first press. It shows the seal, and nothing is dealt or drawn
    yet: the press on Begin goes into the dice."""
    title, person, rival = duel.room.game.title, at_start(called[0]), called[1]
    if duel.status is not Status.CHALLENGE:
        verb = "called off" if duel.status is Status.WITHDRAWN else "did not begin"
        return layout(f"-# {person} {verb} a duel of {title} with {rival}.")
    terms = f"{duel.pace.label.capitalize()} · not rated · 🔒 {duel.seed.short_seal}"
    begin = button(Verb.ACCEPT, duel.id, "Begin", main=True)
    return layout(
        f"### {title}\n{person} against {_computer(duel)}.",
        f"-# {duel.room.guide.tagline}\n-# {terms}",
        rows=[[begin, button(Verb.WITHDRAW, duel.id, "Withdraw")]],
    )


def _computer(duel: Duel) -> str:
    level = None if duel.rival is None else level_of(duel.rival)
    return OLD_RIVAL if level is None else f"🤖 {_title(duel.room, level)}"


def _title(room: AnyRoom, level: Level) -> str:
    rating = room.strength.get(level.key)
    return level.name if rating is None else f"{level.name} ({rating})"


def _short(level: Level) -> str:
    return level.character.partition(". ")[0].rstrip(".")
