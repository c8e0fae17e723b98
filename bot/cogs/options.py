"""Options that several commands share."""

from discord.app_commands import Choice

from games import GAMES

GAME_CHOICES = [Choice(name=room.game.title, value=room.game.key) for room in GAMES]
