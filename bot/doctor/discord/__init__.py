"""What Discord says of the application: whether it is set up as the bot needs it."""

from bot.doctor.discord.examination import of_discord

__all__ = ["of_discord"]
