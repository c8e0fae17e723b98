"""Options that several commands have."""

from discord.app_commands import Choice

from games import GAMES

GAME_CHOICES = [Choice(name=room.game.title, value=room.game.key) for room in GAMES]
