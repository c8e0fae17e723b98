"""Mentions people, duels and commands so that a tap opens them."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from discord.app_commands import Command, ContextMenu, Group

from bot.duels.duel import Duel, is_former
from bot.ui.levels import rival_name
from bot.ui.names import FORMER
from games.screen import Names

Known: TypeAlias = Command[Any, ..., Any] | Group | ContextMenu
TYPED = re.compile(r"(?<![\w/<`])/([a-z]+)( [a-z]+)?")


def mention(person: int) -> str:
    return FORMER if is_former(person) else f"<@{person}>"


def names(duel: Duel) -> Names:
    """Returns mentions of the people by seat; the computer goes by the name of its level."""
    first, second = duel.players or (duel.challenger, duel.challenged or 0)
    if duel.rival is None:
        return mention(first), mention(second)
    rival = rival_name(duel.rival)
    return (rival, mention(second)) if duel.rival_seat() == 0 else (mention(first), rival)


def link(duel: Duel) -> str:
    return address(duel.guild, duel.channel, duel.board)


def address(guild: int, channel: int, message: int | None) -> str:
    """Returns a link that opens a message in Discord."""
    return f"https://discord.com/channels/{guild}/{channel}/{message or ''}"


class CommandMentions:
    def __init__(self) -> None:
        self._ids: Mapping[str, int] = {}
        self._typed: frozenset[str] = frozenset()
        self.known: Sequence[Known] = ()
        """All commands that the bot has."""

    def learn(self, ids: Mapping[str, int], known: Sequence[Known] = ()) -> None:
        """Keeps the ids by the names of the commands, as Discord gave them."""
        self._ids = ids
        self.known = known
        self._typed = frozenset(name for command in known for name in typed_names(command))

    def mention(self, name: str) -> str:
        """Returns `duel highlow`, say, as text that opens the command when it is tapped."""
        known = self._ids.get(name.partition(" ")[0])
        return f"/{name}" if known is None else f"</{name}:{known}>"

    def tappable(self, text: str) -> str:
        """Replaces the commands that a text names by mentions. Discord opens only a whole command, so a group
        of them stays as it is."""
        return TYPED.sub(self._tappable, text)

    def _tappable(self, found: re.Match[str]) -> str:
        name, rest = found[1], found[2] or ""
        if f"{name}{rest}" in self._typed:
            return self.mention(f"{name}{rest}")
        return f"{self.mention(name)}{rest}" if name in self._typed else found[0]


def typed_names(command: Known) -> list[str]:
    """Returns a command as it is typed: alone, or with each of its subcommands."""
    if isinstance(command, ContextMenu):
        return []
    if isinstance(command, Command):
        return [command.qualified_name]
    return [each.qualified_name for each in command.walk_commands() if isinstance(each, Command)]


UNKNOWN = CommandMentions()
"""Mentions commands by their names only, as plain text."""
