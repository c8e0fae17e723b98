"""What several commands share."""

from typing import Any, TypeAlias

from discord.app_commands import Choice, Command, ContextMenu, Group

from games import GAMES

Commands: TypeAlias = tuple[Command[Any, ..., Any] | Group | ContextMenu, ...]
"""The commands of one file."""
GAME_CHOICES = [Choice(name=room.game.title, value=room.game.key) for room in GAMES]
